package io.nrt4j.loader.pack.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;

/**
 * The serialisers that write the JSON members. Each turns a tree into exactly the bytes that the member has.
 *
 * <p>Jackson's own printers cannot: they put nothing on a line of its own in arrays, or spaces in empty containers,
 * and print floating-point numbers their own way. Source: producer.md §9.0.
 */
public enum JsonStyle {
    /** def.json, tensor_map.json: a sorted map printed with width 4 and a final newline. */
    SORTED(true, 4, ": ", true, false),
    /** neff.json, kelf-0.json: insertion order, width 4 and a final newline. */
    ORDERED(false, 4, ": ", true, false),
    /** The engine files: a sorted map without any white space. */
    COMPACT(true, 0, ":", false, false),
    /** info.json of the cayman compilers: Python with indent 2. */
    PYTHON_2(false, 2, ": ", false, true),
    /** info.json of earlier compilers, and the activation catalogues: Python with indent 4. */
    PYTHON_4(false, 4, ": ", false, true),
    /** hlo_stats.json: JsonCpp's styled writer. */
    JSONCPP(true, 3, " : ", true, false);

    private final boolean sorted;
    private final int indent;
    private final String colon;
    private final boolean finalNewline;
    private final boolean asciiOnly;

    JsonStyle(boolean sorted, int indent, String colon, boolean finalNewline, boolean asciiOnly) {
        this.sorted = sorted;
        this.indent = indent;
        this.colon = colon;
        this.finalNewline = finalNewline;
        this.asciiOnly = asciiOnly;
    }

    /** The member's text for {@code tree}. */
    public String print(JsonNode tree) {
        return new JsonPrinter(this).print(tree);
    }

    /** The member's bytes, UTF-8. */
    public byte[] bytes(JsonNode tree) {
        return print(tree).getBytes(StandardCharsets.UTF_8);
    }

    boolean sorted() {
        return sorted;
    }

    /** Spaces per level; 0 means all on one line. */
    int indent() {
        return indent;
    }

    String colon() {
        return colon;
    }

    boolean finalNewline() {
        return finalNewline;
    }

    /** Whether characters outside printable ASCII are written as escapes. */
    boolean asciiOnly() {
        return asciiOnly;
    }
}
