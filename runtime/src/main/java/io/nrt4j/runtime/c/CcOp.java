package io.nrt4j.runtime.c;

import io.nrt4j.hal.isa.CollectiveType;

/** {@code nrt_cc_op_type_t}. Source: nrt-api.md §1.2. */
public enum CcOp {
    ALLGATHER(0, CollectiveType.ALL_GATHER),
    ALLREDUCE(1, CollectiveType.ALL_REDUCE),
    REDUCESCATTER(2, CollectiveType.REDUCE_SCATTER);

    private final int code;
    private final CollectiveType type;

    CcOp(int code, CollectiveType type) {
        this.code = code;
        this.type = type;
    }

    /** The number in the C header. */
    public int code() {
        return code;
    }

    CollectiveType type() {
        return type;
    }

    /** Whether a source and a destination of these sizes fit, for a group of ranks. */
    boolean fits(long source, long destination, int ranks) {
        return switch (this) {
            case ALLGATHER -> destination == source * ranks;
            case ALLREDUCE -> destination == source;
            case REDUCESCATTER -> source == destination * ranks;
        };
    }
}
