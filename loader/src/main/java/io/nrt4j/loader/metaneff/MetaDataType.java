package io.nrt4j.loader.metaneff;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** {@code DataType}: the element types of the message. Source: metaneff.md §2. */
public enum MetaDataType {
    UNDEFINED(0, 0),
    FLOAT(1, 4),
    INT32(2, 4),
    BYTE(3, 1),
    /** One byte per element. Source: metaneff.md §8. */
    STRING(4, 1),
    BOOL(5, 1),
    UINT8(6, 1),
    INT8(7, 1),
    UINT16(8, 2),
    INT16(9, 2),
    INT64(10, 8),
    FLOAT16(12, 2),
    DOUBLE(13, 8),
    BFLOAT16(14, 2),
    F8E4M3FN(15, 1),
    F8E5M2(16, 1);

    private final int code;
    private final int bytes;

    MetaDataType(int code, int bytes) {
        this.code = code;
        this.bytes = bytes;
    }

    /** The number on the wire. */
    public int code() {
        return code;
    }

    /** Bytes of an element; 0 for none. */
    public int bytes() {
        return bytes;
    }

    /** The name that {@code neff.json} has for the type; in lower case where it has none. */
    public String label() {
        return switch (this) {
            case FLOAT -> "float32";
            case BYTE, STRING -> "uint8";
            case DOUBLE -> "float64";
            default -> name().toLowerCase(Locale.ROOT);
        };
    }

    /** The type of a number; empty for 11, which is reserved, and for numbers above the last. */
    public static Optional<MetaDataType> fromCode(int code) {
        return Arrays.stream(values()).filter(t -> t.code == code).findFirst();
    }
}
