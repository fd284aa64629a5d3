package io.nrt4j.hal.isa;

import java.util.Optional;

/** Which parts of the fp32 operand a pass of the matrix engine uses: a mask of bit 0 low part, bit 1 high part. Source: isa.md §4.5, exec-sunda.md §4. */
public enum Fp32Mode implements WireCode {
    NONE(0),
    LOW(1),
    HIGH(2),
    LOW_HIGH(3);

    private static final CodeTable<Fp32Mode> CODES = CodeTable.of(values());

    private final int code;

    Fp32Mode(int code) {
        this.code = code;
    }

    /** The constant of a byte, or empty for an undefined code. Allocates nothing. */
    public static Optional<Fp32Mode> fromCode(int code) {
        return CODES.find(code);
    }

    @Override
    public int code() {
        return code;
    }

    @Override
    public String text() {
        return name();
    }
}
