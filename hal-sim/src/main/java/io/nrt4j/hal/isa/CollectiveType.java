package io.nrt4j.hal.isa;

import java.util.Optional;

/**
 * The collective of {@link Opcode#PSEUDO_TRIGGER_COLLECTIVE} and its successor.
 *
 * <p>What an all-to-all and a permutation by source-target pairs do is known (exec.md §7.2), but neither their codes nor
 * how an instruction names its set of pairs; a program with another code ends with a fault that names it. Source:
 * exec.md §7.1, §9; 2 is a guess there.
 */
public enum CollectiveType implements WireCode {
    ALL_REDUCE(1),
    REDUCE_SCATTER(2),
    ALL_GATHER(3);

    private static final CodeTable<CollectiveType> CODES = CodeTable.of(values());

    private final int code;

    CollectiveType(int code) {
        this.code = code;
    }

    /** The constant of a byte, or empty for an undefined code. Allocates nothing. */
    public static Optional<CollectiveType> fromCode(int code) {
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
