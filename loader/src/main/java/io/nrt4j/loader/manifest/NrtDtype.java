package io.nrt4j.loader.manifest;

import java.util.Arrays;
import java.util.Optional;

/** {@code nrt_dtype_t}, the element types of the public API. Source: manifest.md §2.1. */
public enum NrtDtype {
    /** Any text without a number of its own; counted as one byte per element. */
    UNKNOWN(0, 1, ""),
    UINT64(1, 8, "uint64"),
    INT8(2, 1, "int8"),
    UINT8(3, 1, "uint8"),
    INT16(4, 2, "int16"),
    UINT16(5, 2, "uint16"),
    BFLOAT16(6, 2, "bfloat16"),
    FLOAT16(7, 2, "float16"),
    INT32(8, 4, "int32"),
    UINT32(9, 4, "uint32"),
    FLOAT32(10, 4, "float32"),
    /** In the API only; no text of neff.json maps to it. */
    FP32R(11, 4, ""),
    INT64(12, 8, "int64"),
    /** In the API only; no text of neff.json maps to it. */
    FP8_E3(13, 1, ""),
    /** In the API only; no text of neff.json maps to it. */
    FP8_E4(14, 1, ""),
    /** In the API only; no text of neff.json maps to it. */
    FP8_E5(15, 1, "");

    private final int code;
    private final int bytes;
    private final String text;

    NrtDtype(int code, int bytes, String text) {
        this.code = code;
        this.bytes = bytes;
        this.text = text;
    }

    /** The number in the C header. */
    public int code() {
        return code;
    }

    /** Bytes per element. */
    public int bytes() {
        return bytes;
    }

    /** The type of the numbers in a tensor: bytes where the type has no number of its own. */
    public NrtDtype asNumeric() {
        return this == UNKNOWN ? UINT8 : this;
    }

    /** The type of a {@code dltype} text, or empty for a text the runtime does not know. */
    public static Optional<NrtDtype> fromText(String text) {
        return Arrays.stream(values())
                .filter(d -> !d.text.isEmpty() && d.text.equals(text))
                .findFirst();
    }
}
