package io.nrt4j.loader.metaneff;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import java.io.IOException;

/** Writes fields of a message, but for those that have the default of their type. Source: metaneff.md §3. */
final class PresentFields {
    private PresentFields() {}

    static void writeNumber(CodedOutputStream out, int field, long value) throws IOException {
        if (value != 0) {
            out.writeInt64(field, value);
        }
    }

    static void writeEnum(CodedOutputStream out, int field, int value) throws IOException {
        if (value != 0) {
            out.writeEnum(field, value);
        }
    }

    static void writeFlag(CodedOutputStream out, int field, boolean value) throws IOException {
        if (value) {
            out.writeBool(field, true);
        }
    }

    static void writeBytes(CodedOutputStream out, int field, ByteString value) throws IOException {
        if (!value.isEmpty()) {
            out.writeBytes(field, value);
        }
    }
}
