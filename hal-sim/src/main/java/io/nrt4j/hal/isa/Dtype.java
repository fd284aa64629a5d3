package io.nrt4j.hal.isa;

import static io.nrt4j.hal.isa.Generation.V1;
import static io.nrt4j.hal.isa.Generation.V4;
import static io.nrt4j.hal.isa.Generation.V5;

import java.util.Locale;
import java.util.Optional;

/**
 * Element types, one byte in a slot.
 *
 * <p>Source: isa.md §4.3. The sheet leaves open which of the codes 0x19 to 0x1F, 0x13 to 0x16 the spellings of newer
 * generations belong to beyond their order.
 */
public enum Dtype implements WireCode {
    INVALID(0x00, V1, 0),
    UINT64(0x01, V1, 64),
    INT8(0x02, V1, 8),
    UINT8(0x03, V1, 8),
    INT16(0x04, V1, 16),
    UINT16(0x05, V1, 16),
    BFLOAT16(0x06, V1, 16),
    FP16(0x07, V1, 16),
    INT32(0x08, V1, 32),
    UINT32(0x09, V1, 32),
    FP32(0x0A, V1, 32),
    /** fp32 rounded to 22 bits; an output only. */
    FP32R(0x0B, V1, 32),
    INT64(0x0C, V1, 64),
    FP8_E3(0x0D, V1, 8),
    FP8_E4(0x0E, V1, 8),
    FP8_E5(0x0F, V1, 8),
    FP4_E2M1(0x10, V4, 4),
    FP8_E2M5(0x11, V5, 8),
    INT4(0x12, V5, 4),
    SCALE_E8M0(0x13, V5, 8),
    SCALE_E7M1(0x14, V5, 8),
    SCALE_E6M2(0x15, V5, 8),
    SCALE_E5M3(0x16, V5, 8),
    CPTC1(0x19, V4, 1),
    CPTC2(0x1A, V4, 2),
    CPTC3(0x1B, V4, 3),
    CPTC4(0x1C, V4, 4),
    CPTC5(0x1D, V4, 5),
    CPTC6(0x1E, V4, 6),
    CPTC7(0x1F, V4, 7);

    private static final CodeTable<Dtype> CODES = CodeTable.of(values());

    private final int code;
    private final Generation first;
    private final int bits;
    private final String text;

    Dtype(int code, Generation first, int bits) {
        this.code = code;
        this.first = first;
        this.bits = bits;
        this.text = name().toLowerCase(Locale.ROOT);
    }

    /** The type of a byte, or empty for an undefined code. Allocates nothing. */
    public static Optional<Dtype> fromCode(int code) {
        return CODES.find(code);
    }

    /** The type of a byte; {@link BadInstructionException} for an undefined code or {@link #INVALID}. */
    public static Dtype of(int code) {
        Optional<Dtype> type = fromCode(code);
        if (type.isEmpty() || type.get() == INVALID) {
            throw new BadInstructionException("dtype code 0x%x is no element type".formatted(code));
        }
        return type.get();
    }

    @Override
    public int code() {
        return code;
    }

    /** Whether a generation has the type. */
    public boolean existsIn(Generation generation) {
        return this != INVALID && generation.isBetween(first, V5);
    }

    /** Bits of one element, 0 for {@link #INVALID}. */
    public int bits() {
        return bits;
    }

    /** Bytes of one element, 0 for {@link #INVALID}; types below 8 bits are packed and give 1. */
    public int bytes() {
        return (bits + 7) / 8;
    }

    /** Whether elements are integers. */
    public boolean isInteger() {
        return switch (this) {
            case UINT64, INT8, UINT8, INT16, UINT16, INT32, UINT32, INT64, INT4 -> true;
            default -> false;
        };
    }

    /** Whether elements are integers with a sign. */
    public boolean isSigned() {
        return switch (this) {
            case INT8, INT16, INT32, INT64, INT4 -> true;
            default -> false;
        };
    }

    /** The spelling of profilers, such as {@code bfloat16}. */
    @Override
    public String text() {
        return text;
    }
}
