package io.nrt4j.hal.isa;

import java.util.Optional;

/** Where an immediate comes from ({@code IMM_SRC}). Source: isa.md §4.5. */
public enum ImmediateSource implements WireCode {
    /** The four bytes in the slot. */
    INSTRUCTION(0),
    /** The slot holds the address of one value per partition. */
    POINTER(1),
    /** The slot holds the number of the register with that address. */
    REGISTER_POINTER(2);

    private static final CodeTable<ImmediateSource> CODES = CodeTable.of(values());

    private final int code;

    ImmediateSource(int code) {
        this.code = code;
    }

    /** The constant of a byte, or empty for an undefined code. Allocates nothing. */
    public static Optional<ImmediateSource> fromCode(int code) {
        return CODES.find(code);
    }

    @Override
    public int code() {
        return code;
    }

    @Override
    public String text() {
        return switch (this) {
            case INSTRUCTION -> "INSTRUCTION";
            case POINTER -> "PTR";
            case REGISTER_POINTER -> "REG_PTR";
        };
    }
}
