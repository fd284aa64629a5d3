package io.nrt4j.hal.isa;

import java.util.Optional;

/** The mode of {@link Opcode#EVENT_SEMAPHORE_RANGE_CLEAR}: a first and a last index, or a bit mask. Source: isa.md §4.5. */
public enum RangeClearMode implements WireCode {
    RANGE(1),
    BITMASK(2);

    private static final CodeTable<RangeClearMode> CODES = CodeTable.of(values());

    private final int code;

    RangeClearMode(int code) {
        this.code = code;
    }

    /** The constant of a byte, or empty for an undefined code. Allocates nothing. */
    public static Optional<RangeClearMode> fromCode(int code) {
        return CODES.find(code);
    }

    @Override
    public int code() {
        return code;
    }

    @Override
    public String text() {
        return "SEMAPHORE_ZERO";
    }
}
