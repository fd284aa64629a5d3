package io.nrt4j.loader.json;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.Optional;

/**
 * Says whether simdjson 0.9 accepts a document and, if not, with which error number.
 *
 * <p>The number is part of a log line, and it depends on the order of simdjson's two stages: the first looks at the whole
 * document (strings, control characters, emptiness, UTF-8), the second at its values from front to back. A general
 * JSON library reports other errors in another order, and it accepts some documents that the runtime does not (numbers
 * beyond 64 bits, a byte-order mark, UTF-16).
 */
final class DocumentCheck {
    /** Containers with content may nest one level less; an empty one may be the last level. */
    static final int MAX_DEPTH = 1024;

    private final byte[] json;
    private final ScalarCheck scalars;
    private final StructuralIndex structure;
    private final BitSet arrays = new BitSet();
    private int next;
    private int depth;
    /** The first structural character of a container just entered; {@code END} once it is taken. */
    private int firstChild = StructuralIndex.END;

    private DocumentCheck(byte[] json) {
        this.json = json;
        this.scalars = new ScalarCheck(json);
        this.structure = StructuralIndex.of(json);
    }

    /** The error that the document causes, or empty if it is accepted. */
    static Optional<SimdjsonError> errorOf(byte[] json) {
        DocumentCheck check = new DocumentCheck(json);
        return check.wholeDocument().or(check::values);
    }

    /** The first stage: {@code json_structural_indexer::finish}. */
    private Optional<SimdjsonError> wholeDocument() {
        if (structure.hasUnclosedString()) {
            return Optional.of(SimdjsonError.UNCLOSED_STRING);
        }
        if (structure.hasControlInString()) {
            return Optional.of(SimdjsonError.UNESCAPED_CHARS);
        }
        if (structure.count() == 0) {
            return Optional.of(SimdjsonError.EMPTY);
        }
        return structure.hasNonAscii() && !isUtf8() ? Optional.of(SimdjsonError.UTF8_ERROR) : Optional.empty();
    }

    private boolean isUtf8() {
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer bytes = ByteBuffer.wrap(json);
        CharBuffer discarded = CharBuffer.allocate(8192);
        while (true) {
            var result = decoder.decode(bytes, discarded.clear(), true);
            if (!result.isOverflow()) {
                return result.isUnderflow();
            }
        }
    }

    /** The second stage: {@code json_iterator::walk_document}. */
    private Optional<SimdjsonError> values() {
        int first = advance();
        int last = structure.position(structure.count() - 1);
        boolean unmatched = (json[first] == '{' && json[last] != '}') || (json[first] == '[' && json[last] != ']');
        if (unmatched) {
            return Optional.of(SimdjsonError.TAPE_ERROR);
        }
        Optional<SimdjsonError> error = value(first);
        while (error.isEmpty() && depth > 0) {
            error = firstChild == StructuralIndex.END ? containerContinue() : containerStart();
        }
        return error.isEmpty() && advance() != StructuralIndex.END ? Optional.of(SimdjsonError.TAPE_ERROR) : error;
    }

    private Optional<SimdjsonError> value(int start) {
        if (start == StructuralIndex.END) {
            return Optional.of(SimdjsonError.TAPE_ERROR);
        }
        return switch (json[start]) {
            case '{' -> containerBegin(false);
            case '[' -> containerBegin(true);
            default -> scalars.value(start);
        };
    }

    private Optional<SimdjsonError> containerBegin(boolean isArray) {
        int first = advance();
        if (is(first, isArray ? ']' : '}')) {
            return Optional.empty();
        }
        depth++;
        arrays.set(depth, isArray);
        firstChild = first;
        boolean unfinished = first == StructuralIndex.END;
        return depth >= MAX_DEPTH
                ? Optional.of(SimdjsonError.DEPTH_ERROR)
                : unfinished ? Optional.of(SimdjsonError.TAPE_ERROR) : Optional.empty();
    }

    private Optional<SimdjsonError> containerStart() {
        int first = firstChild;
        firstChild = StructuralIndex.END;
        return arrays.get(depth) ? value(first) : field(first);
    }

    private Optional<SimdjsonError> containerContinue() {
        boolean isArray = arrays.get(depth);
        int position = advance();
        if (is(position, isArray ? ']' : '}')) {
            depth--;
            return Optional.empty();
        }
        if (!is(position, ',')) {
            return Optional.of(SimdjsonError.TAPE_ERROR);
        }
        return isArray ? value(advance()) : field(advance());
    }

    private Optional<SimdjsonError> field(int key) {
        if (!is(key, '"')) {
            return Optional.of(SimdjsonError.TAPE_ERROR);
        }
        Optional<SimdjsonError> error = scalars.string(key);
        if (error.isPresent()) {
            return error;
        }
        return is(advance(), ':') ? value(advance()) : Optional.of(SimdjsonError.TAPE_ERROR);
    }

    private int advance() {
        return structure.position(next++);
    }

    private boolean is(int index, char expected) {
        return index != StructuralIndex.END && json[index] == expected;
    }
}
