package io.nrt4j.loader.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * A parsed document: every value in one array of words, as simdjson's tape, and every distinct text once.
 *
 * <p>A definition may hold a hundred thousand DMA descriptors; a tree of objects would take ten times the memory. Unlike
 * such trees the tape also keeps duplicate keys, which the runtime's look-up and iteration treat differently.
 */
public final class JsonDocument {
    /** What the runtime's parser takes at most, in bytes. */
    public static final long MAX_BYTES = 4_294_967_295L;

    /** So many characters always fit 64 bits with sign. */
    private static final int SHORT_INTEGER = 18;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DocumentCheck.MAX_DEPTH)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .build())
            // Its symbol table gives up on many colliding names; texts are pooled by the tape anyway.
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .build();

    private final JsonTape tape;

    private JsonDocument(JsonTape tape) {
        this.tape = tape;
    }

    /**
     * Parses a document.
     *
     * @param json its bytes; the reader index stays where it is
     * @param maxMemory most bytes that the parsed form may take
     * @throws JsonFormatException if the runtime's parser refuses it, or it needs more memory
     */
    public static JsonDocument parse(ByteBuf json, long maxMemory) throws JsonFormatException {
        if (json.readableBytes() > maxMemory) {
            throw new JsonFormatException(SimdjsonError.MEMALLOC);
        }
        byte[] bytes = ByteBufUtil.getBytes(json);
        var error = DocumentCheck.errorOf(bytes);
        if (error.isPresent()) {
            throw new JsonFormatException(error.get());
        }
        return new JsonDocument(tapeOf(bytes, maxMemory));
    }

    /** Bytes that the parsed form takes, roughly. */
    public long memory() {
        return tape.memory();
    }

    /** The outermost value. */
    public JsonElement root() {
        return new JsonElement(tape, 0);
    }

    private static JsonTape tapeOf(byte[] bytes, long maxMemory) throws JsonFormatException {
        JsonTape.Builder builder = new JsonTape.Builder(maxMemory);
        try (JsonParser parser = FACTORY.createParser(bytes)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                append(builder, parser, token);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a document that passed the check", e);
        }
        return builder.build();
    }

    private static void append(JsonTape.Builder builder, JsonParser parser, JsonToken token)
            throws IOException, JsonFormatException {
        switch (token) {
            case START_OBJECT -> builder.begin(JsonType.OBJECT);
            case START_ARRAY -> builder.begin(JsonType.ARRAY);
            case END_OBJECT, END_ARRAY -> builder.end();
            case FIELD_NAME, VALUE_STRING ->
                builder.text(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
            case VALUE_NUMBER_INT -> integer(builder, parser);
            case VALUE_NUMBER_FLOAT ->
                builder.number(JsonType.DOUBLE, Double.doubleToRawLongBits(Double.parseDouble(parser.getText())));
            case VALUE_TRUE -> builder.literal(JsonType.TRUE);
            case VALUE_FALSE -> builder.literal(JsonType.FALSE);
            case VALUE_NULL -> builder.literal(JsonType.NULL);
            default -> throw new IllegalStateException(token.name());
        }
    }

    /** Signed where it fits 64 bits, unsigned above 2^63-1. */
    private static void integer(JsonTape.Builder builder, JsonParser parser) throws IOException, JsonFormatException {
        if (parser.getTextLength() <= SHORT_INTEGER) {
            builder.number(JsonType.INT64, parser.getLongValue());
            return;
        }
        String digits = parser.getText();
        long value = digits.startsWith("-") ? Long.parseLong(digits) : Long.parseUnsignedLong(digits);
        boolean unsigned = value < 0 && !digits.startsWith("-");
        builder.number(unsigned ? JsonType.UINT64 : JsonType.INT64, value);
    }
}
