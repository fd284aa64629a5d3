package io.nrt4j.runtime.c;

import io.netty.buffer.ByteBuf;
import io.nrt4j.loader.diagnostics.NrtStatus;

/**
 * {@code nrta_error_t}: an asynchronous request that failed. Source: nrt-api.md §2.
 *
 * @param sequence its number
 * @param status how it ended
 */
public record NrtaError(long sequence, NrtStatus status) {
    /** Bytes of the struct. */
    public static final int BYTES = 16;

    /** Writes the struct, little-endian, to the next {@value #BYTES} bytes. */
    public void encode(ByteBuf out) {
        out.writeLongLE(sequence);
        out.writeLongLE(status.code());
    }
}
