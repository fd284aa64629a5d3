package io.nrt4j.hal.memory;

import org.jspecify.annotations.Nullable;

/** The contiguous scratchpad cannot have another page next to those it has. */
public final class ScratchpadGrowthException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long bytes;

    ScratchpadGrowthException(long bytes, @Nullable Throwable cause) {
        super("contiguous scratchpad cannot grow beyond " + bytes + " bytes", cause);
        this.bytes = bytes;
    }

    /** Size of the scratchpad, in bytes. */
    public long bytes() {
        return bytes;
    }
}
