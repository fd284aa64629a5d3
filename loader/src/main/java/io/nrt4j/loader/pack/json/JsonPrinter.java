package io.nrt4j.loader.pack.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Prints one tree in one {@link JsonStyle}. */
final class JsonPrinter {
    private static final String SHORT_ESCAPES = "\b\t\n\f\r\"\\";
    private static final String SHORT_ESCAPE_LETTERS = "btnfr\"\\";

    private final JsonStyle style;
    private final StringBuilder out = new StringBuilder();

    JsonPrinter(JsonStyle style) {
        this.style = style;
    }

    String print(JsonNode tree) {
        value(tree, 0);
        if (style.finalNewline()) {
            out.append('\n');
        }
        return out.toString();
    }

    private void value(JsonNode node, int depth) {
        switch (node.getNodeType()) {
            case OBJECT -> object(node, depth);
            case ARRAY -> array(node, depth);
            case STRING -> string(node.textValue());
            case NUMBER ->
                out.append(
                        node.isIntegralNumber()
                                ? node.bigIntegerValue().toString()
                                : FloatText.of(node.doubleValue(), style));
            case BOOLEAN -> out.append(node.booleanValue());
            case NULL -> out.append("null");
            default -> throw new IllegalArgumentException("not a JSON value: " + node.getNodeType());
        }
    }

    private void object(JsonNode node, int depth) {
        List<Map.Entry<String, JsonNode>> entries = new ArrayList<>(node.properties());
        if (style.sorted()) {
            entries.sort((a, b) -> Arrays.compareUnsigned(utf8(a.getKey()), utf8(b.getKey())));
        }
        out.append('{');
        Iterator<Map.Entry<String, JsonNode>> rest = entries.iterator();
        while (rest.hasNext()) {
            Map.Entry<String, JsonNode> entry = rest.next();
            line(depth + 1);
            string(entry.getKey());
            out.append(style.colon());
            value(entry.getValue(), depth + 1);
            separate(rest.hasNext(), depth);
        }
        out.append('}');
    }

    private void array(JsonNode node, int depth) {
        out.append('[');
        Iterator<JsonNode> rest = node.elements();
        while (rest.hasNext()) {
            line(depth + 1);
            value(rest.next(), depth + 1);
            separate(rest.hasNext(), depth);
        }
        out.append(']');
    }

    private void separate(boolean more, int depth) {
        if (more) {
            out.append(',');
        } else {
            line(depth);
        }
    }

    private void line(int depth) {
        if (style.indent() > 0) {
            out.append('\n').append(" ".repeat(depth * style.indent()));
        }
    }

    private void string(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            character(text.charAt(i));
        }
        out.append('"');
    }

    private void character(char c) {
        int escape = SHORT_ESCAPES.indexOf(c);
        if (escape >= 0) {
            out.append('\\').append(SHORT_ESCAPE_LETTERS.charAt(escape));
        } else if (c < ' ' || (style.asciiOnly() && c > '~')) {
            out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
        } else {
            out.append(c);
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
