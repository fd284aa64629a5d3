package io.nrt4j.loader.manifest;

import io.netty.buffer.ByteBuf;
import java.util.List;

/**
 * The bytes of a file variable: a window of a member, not copied.
 *
 * @param member the member's name
 * @param chunks the window in order, as slices of the member table's buffers; several where the member exceeds the
 *     2 GiB that one buffer holds. Not reference-counted on their own: valid while the table is open
 * @param size bytes in all chunks
 */
public record Payload(String member, List<ByteBuf> chunks, long size) {
    public Payload {
        chunks = List.copyOf(chunks);
    }
}
