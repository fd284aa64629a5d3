package io.nrt4j.runtime.c;

import io.nrt4j.hal.isa.AluOp;
import java.util.Optional;

/** {@code nrt_op_type_t}. Source: nrt-api.md §1.2. */
public enum NrtOp {
    ADD(0, Optional.of(AluOp.ADD)),
    FMA(1, Optional.empty()),
    MAX(2, Optional.of(AluOp.MAX)),
    MIN(3, Optional.of(AluOp.MIN)),
    INVALID(0xF, Optional.empty());

    private final int code;

    @SuppressWarnings("ImmutableEnumChecker") // an Optional of an enum is immutable
    private final Optional<AluOp> reduction;

    NrtOp(int code, Optional<AluOp> reduction) {
        this.code = code;
        this.reduction = reduction;
    }

    /** The number in the C header. */
    public int code() {
        return code;
    }

    /** The operation of a reduction; empty for what none reduces with. */
    Optional<AluOp> reduction() {
        return reduction;
    }
}
