package io.nrt4j.hal.isa;

import java.util.Optional;

/** The condition of {@link Opcode#COMPARE_BRANCH}. Source: isa-encodings.md §4 (0xA9). */
public enum CompareOp implements WireCode {
    ALWAYS(0),
    LT(1),
    LE(2),
    EQ(3),
    NE(4),
    GE(5),
    GT(6),
    LT_REGISTER(9),
    LE_REGISTER(10),
    EQ_REGISTER(11),
    NE_REGISTER(12),
    GE_REGISTER(13),
    GT_REGISTER(14);

    private static final CodeTable<CompareOp> CODES = CodeTable.of(values());

    private final int code;

    CompareOp(int code) {
        this.code = code;
    }

    /** The constant of a byte, or empty for an undefined code. Allocates nothing. */
    public static Optional<CompareOp> fromCode(int code) {
        return CODES.find(code);
    }

    @Override
    public int code() {
        return code;
    }

    @Override
    public String text() {
        return name().replace("_REGISTER", "");
    }

    /** Whether the right-hand side is a register, not an immediate. */
    public boolean comparesWithRegister() {
        return code >= LT_REGISTER.code;
    }
}
