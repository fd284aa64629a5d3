package io.nrt4j.hal.isa;

import java.util.Optional;

/** {@code REDUCE_CMD} of {@link Opcode#ACTIVATE2}. Source: isa.md §4.5. */
public enum ReduceCommand implements WireCode {
    IDLE(0),
    RESET(1),
    REDUCE(2),
    RESET_REDUCE(3);

    private static final CodeTable<ReduceCommand> CODES = CodeTable.of(values());

    private final int code;

    ReduceCommand(int code) {
        this.code = code;
    }

    /** The constant of a byte, or empty for an undefined code. Allocates nothing. */
    public static Optional<ReduceCommand> fromCode(int code) {
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
