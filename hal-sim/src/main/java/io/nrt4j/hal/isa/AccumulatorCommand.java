package io.nrt4j.hal.isa;

import java.util.Optional;

/** What an instruction does with the per-lane accumulator ({@code ACCUM_CMD}). Source: isa.md §4.5. */
public enum AccumulatorCommand implements WireCode {
    IDLE(0),
    ZERO(1),
    ACCUMULATE(2),
    ZERO_ACCUMULATE(3),
    LOAD_ACCUMULATE(4);

    private static final CodeTable<AccumulatorCommand> CODES = CodeTable.of(values());

    private final int code;

    AccumulatorCommand(int code) {
        this.code = code;
    }

    /** The constant of a byte, or empty for an undefined code. Allocates nothing. */
    public static Optional<AccumulatorCommand> fromCode(int code) {
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
