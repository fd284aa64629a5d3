package io.nrt4j.loader.debuginfo;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Writes messages of the debug-info schema field by field. */
final class DebugMessage {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** Something that writes a field. */
    @FunctionalInterface
    private interface Field {
        void write(CodedOutputStream out) throws IOException;
    }

    private DebugMessage with(Field field) {
        try {
            CodedOutputStream out = CodedOutputStream.newInstance(bytes);
            field.write(out);
            out.flush();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    DebugMessage number(int field, long value) {
        return with(out -> out.writeUInt64(field, value));
    }

    DebugMessage text(int field, String value) {
        return with(out -> out.writeString(field, value));
    }

    DebugMessage message(int field, DebugMessage value) {
        return with(out -> out.writeByteArray(field, value.toByteArray()));
    }

    /** Numbers as proto3 writes a repeated field. */
    DebugMessage packed(int field, long... values) {
        DebugMessage content = new DebugMessage();
        for (long value : values) {
            content.with(out -> out.writeUInt64NoTag(value));
        }
        return message(field, content);
    }

    DebugMessage attribute(String key, String value) {
        return message(7, new DebugMessage().text(1, key).text(2, value));
    }

    byte[] toByteArray() {
        return bytes.toByteArray();
    }

    @Override
    public String toString() {
        return bytes.toString(StandardCharsets.ISO_8859_1);
    }
}
