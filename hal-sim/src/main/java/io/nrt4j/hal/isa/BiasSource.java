package io.nrt4j.hal.isa;

import java.util.Optional;

/** Where the bias of {@link Opcode#ACTIVATE} comes from ({@code IMM_SRC_N}): {@link ImmediateSource} with the first two
 * codes exchanged. Source: isa.md §4.5. */
public enum BiasSource implements WireCode {
    POINTER(0),
    INSTRUCTION(1),
    REGISTER_POINTER(2);

    private static final CodeTable<BiasSource> CODES = CodeTable.of(values());

    private final int code;

    BiasSource(int code) {
        this.code = code;
    }

    /** The constant of a byte, or empty for an undefined code. Allocates nothing. */
    public static Optional<BiasSource> fromCode(int code) {
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
