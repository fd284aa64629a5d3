package io.nrt4j.loader.archive;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;

/**
 * The memory of all members of one archive, in slabs that members share.
 *
 * <p>Sizes in an archive may lie, so memory is taken as bytes arrive, slab by slab: what is taken beyond the bytes that
 * exist is at most one slab. Members up to {@link #CONTIGUOUS} lie in one piece, at the price of less than that many
 * bytes that stay unused at the end of the slab before; larger ones may lie in several.
 */
final class MemberStore implements AutoCloseable {
    private static final int FIRST_SLAB = 256 << 10;
    private static final int SLAB_GROWTH = 4;
    private static final int LARGEST_SLAB = 4 << 20;
    private static final int CONTIGUOUS = 768 << 10;
    /** Members start at multiples of this, as they would if each were allocated for itself. */
    private static final int ALIGNMENT = 16;
    /** The pieces of a large member but its last are multiples of this, so that no page of device memory is split. */
    private static final int PIECE_UNIT = 64 << 10;

    private static final int ZEROS = 1 << 20;

    private final SlabPool pool = SlabPool.shared();
    private final List<ByteBuf> slabs = new ArrayList<>();
    private final List<ByteBuf> shared = new ArrayList<>();
    private ByteBuf slab = Unpooled.EMPTY_BUFFER;
    private int nextSlabSize = FIRST_SLAB;
    private ByteBuf zeros = Unpooled.EMPTY_BUFFER;

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
    }

    /** Appends bytes that keep their content, without copying them. */
    void share(ByteBuf source, int index, int length) {
        ByteBuf slice = source.retainedSlice(index, length);
        shared.add(slice);
        append(slice);
    }

    /** Appends {@code count} zero bytes, whose memory all holes of the archive share. */
    void appendZeros(long count) {
        if (!zeros.isReadable()) {
            zeros = Unpooled.directBuffer(ZEROS, ZEROS).writeZero(ZEROS);
            shared.add(zeros);
        }
        for (long left = count; left > 0; left -= ZEROS) {
            append(zeros.slice(0, (int) Math.min(left, ZEROS)));
        }
    }

    /** Gives all memory back. */
    @Override
    public void close() {
        slabs.forEach(pool::giveBack);
        slabs.clear();
        shared.forEach(ByteBuf::release);
        shared.clear();
    }

    private void append(ByteBuf slice) {
        chunks.add(slice);
        chunk = Unpooled.EMPTY_BUFFER;
        remaining -= slice.readableBytes();
    }

    /** A piece for the rest of the member, or for as much of it as the slab holds. */
    private ByteBuf newChunk() {
        int wanted = (int) Math.min(remaining, LARGEST_SLAB);
        int free = slab.writableBytes();
        boolean fits = free >= wanted || (remaining > CONTIGUOUS && free >= PIECE_UNIT);
        if (!fits) {
            takeSlab(wanted);
        }
        int length = Math.min(wanted, slab.writableBytes());
        if (length < remaining) {
            length = length / PIECE_UNIT * PIECE_UNIT;
        }
        int start = slab.writerIndex();
        int aligned = (length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        slab.writerIndex(Math.min(start + aligned, slab.capacity()));
        return slab.slice(start, length).writerIndex(0);
    }

    private void takeSlab(int wanted) {
        while (nextSlabSize < wanted) {
            nextSlabSize *= SLAB_GROWTH;
        }
        slab = pool.take(nextSlabSize);
        slabs.add(slab);
        nextSlabSize = Math.min(nextSlabSize * SLAB_GROWTH, LARGEST_SLAB);
    }
}
