package io.nrt4j.hal.isa;

import java.util.Optional;

/** How many inner dimensions a reduction folds ({@code TENSOR_SUBDIM}). Source: isa.md §4.5; 4 and 5 are the choice of isa.md §13. */
public enum ReduceDimension implements WireCode {
    UNUSED(0),
    X(2),
    XY(3),
    XYZ(4),
    XYZW(5);

    private static final CodeTable<ReduceDimension> CODES = CodeTable.of(values());

    private final int code;

    ReduceDimension(int code) {
        this.code = code;
    }

    /** The constant of a byte, or empty for an undefined code. Allocates nothing. */
    public static Optional<ReduceDimension> fromCode(int code) {
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

    /** Number of inner dimensions folded, 0 for {@link #UNUSED}. */
    public int dimensions() {
        return this == UNUSED ? 0 : code - 1;
    }
}
