package io.nrt4j.loader.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/** Writes a value as compact JSON, duplicate keys included. */
final class JsonText {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamWriteConstraints(StreamWriteConstraints.builder()
                    .maxNestingDepth(DocumentCheck.MAX_DEPTH)
                    .build())
            .build();

    private JsonText() {}

    static String of(JsonElement value) {
        StringWriter out = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(out)) {
            write(value, generator);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString();
    }

    private static void write(JsonElement value, JsonGenerator out) throws IOException {
        switch (value.type()) {
            case OBJECT -> {
                out.writeStartObject();
                for (JsonElement.Field field : value.fields()) {
                    out.writeFieldName(field.key());
                    write(field.value(), out);
                }
                out.writeEndObject();
            }
            case ARRAY -> {
                out.writeStartArray();
                for (JsonElement element : value.elements()) {
                    write(element, out);
                }
                out.writeEndArray();
            }
            case STRING -> out.writeString(value.string().orElseThrow());
            case INT64 -> out.writeNumber(value.signed().orElseThrow());
            case UINT64 ->
                out.writeNumber(Long.toUnsignedString(value.unsigned().orElseThrow()));
            case DOUBLE -> out.writeNumber(value.number().orElseThrow());
            case TRUE -> out.writeBoolean(true);
            case FALSE -> out.writeBoolean(false);
            case NULL -> out.writeNull();
        }
    }
}
