package io.nrt4j.loader.archive;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;

/**
 * The memory of all members of one archive. Small members share slabs, larger ones have chunks of their own.
 *
 * <p>Sizes in an archive may lie, so memory is taken as bytes arrive: a chunk is never larger than {@link #FREE_CHUNK}
 * or what has arrived before it, whichever is more. An honest archive takes little more than its bytes: at most an
 * eighth of each slab stays unused.
 */
final class MemberStore implements AutoCloseable {
    /** Members up to this size go into slabs. */
    private static final int SMALL = 512 << 10;

    private static final int FIRST_SLAB = 256 << 10;
    /** The unit in which the pool itself takes memory, so that nothing of it is left over. */
    private static final int LARGEST_SLAB = 4 << 20;

    private static final int SLAB_GROWTH = 4;
    /** Members in slabs start at multiples of this, for the sake of 64-byte slots and cache lines. */
    private static final int ALIGNMENT = 64;

    /** A chunk of this size may be taken for a size that is only declared. */
    private static final int FREE_CHUNK = 4 << 20;

    private static final int LARGEST_CHUNK = 256 << 20;
    /** Chunks but the last of a member are a multiple of this, so that a page of device memory never spans two. */
    private static final int CHUNK_UNIT = 64 << 10;

    private static final int ZEROS = 1 << 20;

    private final List<ByteBuf> owned = new ArrayList<>();
    private ByteBuf slab = Unpooled.EMPTY_BUFFER;
    private int slabSize = FIRST_SLAB;
    private ByteBuf zeros = Unpooled.EMPTY_BUFFER;
    private long arrived;

    private List<ByteBuf> chunks = new ArrayList<>();
    private ByteBuf chunk = Unpooled.EMPTY_BUFFER;
    private long remaining;

    /** Starts a member that is said to have {@code declared} bytes. */
    void begin(long declared) {
        chunks = new ArrayList<>(1);
        chunk = Unpooled.EMPTY_BUFFER;
        remaining = declared;
    }

    /** The bytes of the member so far; they belong to this store. */
    List<ByteBuf> chunks() {
        return chunks;
    }

    /** Appends {@code length} bytes at {@code index} of {@code source} to the member. */
    void copy(ByteBuf source, int index, int length) {
        int done = 0;
        while (done < length) {
            if (!chunk.isWritable()) {
                chunk = newChunk();
                chunks.add(chunk);
            }
            int part = Math.min(length - done, chunk.writableBytes());
            chunk.writeBytes(source, index + done, part);
            done += part;
            remaining -= part;
        }
        arrived += length;
    }

    /** Appends bytes that keep their content, without copying them. */
    void share(ByteBuf source, int index, int length) {
        ByteBuf slice = source.retainedSlice(index, length);
        owned.add(slice);
        append(slice);
    }

    /** Appends {@code count} zero bytes, whose memory all holes of the archive share. */
    void appendZeros(long count) {
        if (!zeros.isReadable()) {
            zeros = PooledByteBufAllocator.DEFAULT.directBuffer(ZEROS, ZEROS).writeZero(ZEROS);
            owned.add(zeros);
        }
        for (long left = count; left > 0; left -= ZEROS) {
            append(zeros.slice(0, (int) Math.min(left, ZEROS)));
        }
    }

    /** Hands over the buffers that hold all members; whoever takes them releases them. */
    List<ByteBuf> handOver() {
        List<ByteBuf> all = List.copyOf(owned);
        owned.clear();
        return all;
    }

    @Override
    public void close() {
        owned.forEach(ByteBuf::release);
        owned.clear();
    }

    private void append(ByteBuf slice) {
        chunks.add(slice);
        chunk = Unpooled.EMPTY_BUFFER;
        remaining -= slice.readableBytes();
        arrived += slice.readableBytes();
    }

    private ByteBuf newChunk() {
        if (remaining <= SMALL && chunks.isEmpty()) {
            return inSlab((int) remaining);
        }
        long trusted = Math.max(FREE_CHUNK, Math.min(LARGEST_CHUNK, arrived / CHUNK_UNIT * CHUNK_UNIT));
        int size = (int) Math.min(remaining, trusted);
        ByteBuf own = Unpooled.directBuffer(size, size);
        owned.add(own);
        return own;
    }

    private ByteBuf inSlab(int length) {
        if (slab.writableBytes() < length) {
            slabSize = Math.max(slabSize, Integer.highestOneBit(length) * 2);
            slab = PooledByteBufAllocator.DEFAULT.directBuffer(slabSize, slabSize);
            owned.add(slab);
            slabSize = Math.min(slabSize * SLAB_GROWTH, LARGEST_SLAB);
        }
        int start = slab.writerIndex();
        slab.writerIndex(Math.min(start + (length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT, slab.capacity()));
        return slab.slice(start, length).writerIndex(0);
    }
}
