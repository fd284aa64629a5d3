package io.nrt4j.loader.manifest;

import java.util.Optional;

/**
 * {@code kbin_dtype}: the element types of DMA access patterns.
 *
 * <p>Packed types of four elements travel as one unsigned integer of the same size. Source: manifest.md §7.2.
 */
public enum DmaDtype {
    FLOAT8E3(1, 13, 1),
    FLOAT8E4(2, 14, 1),
    FLOAT8E5(3, 15, 1),
    FLOAT16(4, 7, 2),
    FLOAT32(5, 10, 4),
    FLOAT32R(6, 11, 4),
    BFLOAT16(7, 6, 2),
    UINT8(8, 3, 1),
    UINT16(9, 5, 2),
    UINT32(10, 9, 4),
    UINT64(11, 1, 8),
    INT8(12, 2, 1),
    INT16(13, 4, 2),
    INT32(14, 8, 4),
    INT64(15, 12, 8);

    private final int code;
    private final int sdmaCode;
    private final int bytes;

    DmaDtype(int code, int sdmaCode, int bytes) {
        this.code = code;
        this.sdmaCode = sdmaCode;
        this.bytes = bytes;
    }

    /** The {@code kbin_dtype} number. */
    public int code() {
        return code;
    }

    /** The number that the DMA engine uses. */
    public int sdmaCode() {
        return sdmaCode;
    }

    /** Bytes per element. */
    public int bytes() {
        return bytes;
    }

    /** The type of a {@code *_dtype} text: the 19 entries of {@code str_to_dtype_map}. */
    public static Optional<DmaDtype> fromText(String text) {
        return Optional.ofNullable(
                switch (text) {
                    case "float8e3" -> FLOAT8E3;
                    case "float8e4", "float8_e4m3fn" -> FLOAT8E4;
                    case "float8e5" -> FLOAT8E5;
                    case "float16" -> FLOAT16;
                    case "float32" -> FLOAT32;
                    case "float32r" -> FLOAT32R;
                    case "bfloat16" -> BFLOAT16;
                    case "uint8" -> UINT8;
                    case "uint16", "float4_e2m1fn_x4" -> UINT16;
                    case "uint32", "float8_e4m3fn_x4", "float8_e5m2_x4" -> UINT32;
                    case "uint64" -> UINT64;
                    case "int8" -> INT8;
                    case "int16" -> INT16;
                    case "int32" -> INT32;
                    case "int64" -> INT64;
                    default -> null;
                });
    }
}
