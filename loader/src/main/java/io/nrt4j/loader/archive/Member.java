package io.nrt4j.loader.archive;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;

/**
 * One member of the table: a name and its bytes. The bytes belong to the {@link MemberTable} and live as long as it
 * does; a caller that needs them longer retains them.
 */
public final class Member {
    private final String name;
    private final long size;
    private final List<ByteBuf> chunks;

    Member(String name, List<ByteBuf> chunks) {
        this.name = name;
        this.chunks = List.copyOf(chunks);
        long sum = 0;
        for (ByteBuf chunk : chunks) {
            sum += chunk.readableBytes();
        }
        this.size = sum;
    }

    /** The name as the runtime keys it: without a leading {@code ./}. */
    public String name() {
        return name;
    }

    /** The number of bytes. */
    public long size() {
        return size;
    }

    /**
     * All bytes as one read-only buffer with indices of its own; not retained for the caller.
     *
     * @throws IllegalStateException if there are more than {@link Integer#MAX_VALUE} bytes; use {@link #chunks()}
     */
    public ByteBuf content() {
        if (size > Integer.MAX_VALUE) {
            throw new IllegalStateException(name + " has " + size + " bytes, too many for one buffer");
        }
        return switch (chunks.size()) {
            case 0 -> Unpooled.EMPTY_BUFFER;
            case 1 -> chunks.get(0).asReadOnly();
            default -> joined().asReadOnly();
        };
    }

    /**
     * The bytes in order, in one or more read-only buffers with indices of their own; not retained for the caller.
     */
    public List<ByteBuf> chunks() {
        return chunks.stream().map(ByteBuf::asReadOnly).toList();
    }

    private ByteBuf joined() {
        CompositeByteBuf whole = Unpooled.compositeBuffer(Integer.MAX_VALUE);
        chunks.forEach(chunk -> whole.addComponent(true, chunk.slice()));
        return whole;
    }

    @Override
    public String toString() {
        return name + " (" + size + " bytes)";
    }
}
