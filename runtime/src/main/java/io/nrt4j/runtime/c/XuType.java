package io.nrt4j.runtime.c;

import io.nrt4j.loader.profile.RuntimeProfile;
import java.util.OptionalInt;

/**
 * {@code nrta_xu_t}: what executes asynchronous requests of a core. Source: nrt-api.md §1.2, §4.8.
 *
 * <p>The API knows {@link #TENSOR_READ} and {@link #TENSOR_WRITE} up to 2.30 only.
 */
public enum XuType {
    TENSOR_READ(0, -1, 0, 2),
    TENSOR_WRITE(1, -1, 2, 2),
    TENSOR_OP(2, 0, 4, 2),
    COMPUTE(3, 1, 6, 1),
    COLLECTIVES(4, 2, 7, 3);

    private final int oldCode;
    private final int newCode;
    private final int firstQueue;
    private final int queues;

    /** @param firstQueue queues of the types before this one */
    XuType(int oldCode, int newCode, int firstQueue, int queues) {
        this.oldCode = oldCode;
        this.newCode = newCode;
        this.firstQueue = firstQueue;
        this.queues = queues;
    }

    /** The number in the header of a version; empty for a type that it does not have. */
    public OptionalInt code(RuntimeProfile profile) {
        int code = profile.version().isBefore(2, 31) ? oldCode : newCode;
        return code < 0 ? OptionalInt.empty() : OptionalInt.of(code);
    }

    /** Queues per logical core. */
    int queues() {
        return queues;
    }

    /** Queues of the types before this one. */
    int firstQueue() {
        return firstQueue;
    }

    /** Queues of all types of one logical core. */
    static int allQueues() {
        return COLLECTIVES.firstQueue + COLLECTIVES.queues;
    }
}
