package io.nrt4j.loader.container;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Read-only bytes with 64-bit addresses: a file of any size, or memory.
 *
 * <p>Slices share the memory of the source and keep it alive through their reference count, so that a source may be
 * closed while slices are in use. Safe for concurrent reading.
 */
public final class ByteSource implements AutoCloseable {
    /** Files up to this size are read into the heap, which is cheaper than a mapping; larger ones are mapped. */
    private static final int MAP_ABOVE = 4 << 20;
    /** A mapping is limited to 2 GiB, hence larger files are mapped in pieces. */
    private static final long SEGMENT = 1L << 30;

    private final List<ByteBuf> segments;
    private final long segmentSize;
    private final long start;
    private final long size;
    private final boolean owner;

    private ByteSource(List<ByteBuf> segments, long segmentSize, long start, long size, boolean owner) {
        this.segments = segments;
        this.segmentSize = segmentSize;
        this.start = start;
        this.size = size;
        this.owner = owner;
    }

    /**
     * Opens a file for reading.
     *
     * @throws IOException if the file cannot be read
     */
    public static ByteSource open(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long size = channel.size();
            return size <= MAP_ABOVE ? of(read(channel, (int) size)) : map(channel, size);
        }
    }

    /** The bytes of an array, which must not be changed any more. */
    public static ByteSource of(byte[] bytes) {
        return of(Unpooled.wrappedBuffer(bytes));
    }

    /** The readable bytes of a buffer, whose reference count goes over to the source. */
    public static ByteSource of(ByteBuf bytes) {
        int size = bytes.readableBytes();
        return new ByteSource(List.of(bytes.slice()), Math.max(1, size), 0, size, true);
    }

    /** The number of bytes. */
    public long size() {
        return size;
    }

    /**
     * The bytes {@code offset} to {@code offset + length}; the caller releases the slice.
     *
     * @throws IndexOutOfBoundsException if they are not all inside the source
     */
    public ByteBuf retainedSlice(long offset, int length) {
        if (offset < 0 || length < 0 || offset > size - length) {
            throw new IndexOutOfBoundsException("bytes " + offset + " + " + length + " of " + size);
        }
        ByteBuf first = retainedRun(offset, length);
        if (first.readableBytes() == length) {
            return first;
        }
        CompositeByteBuf whole = Unpooled.compositeBuffer(Integer.MAX_VALUE).addComponent(true, first);
        while (whole.readableBytes() < length) {
            whole.addComponent(true, retainedRun(offset + whole.readableBytes(), length - whole.readableBytes()));
        }
        return whole;
    }

    /**
     * The bytes at {@code offset} that lie together in memory, at most {@code limit}: at least one unless the offset
     * is the size or the limit 0. The caller releases the slice.
     */
    public ByteBuf retainedRun(long offset, int limit) {
        long at = start + offset;
        if (offset >= size || limit == 0) {
            return Unpooled.EMPTY_BUFFER;
        }
        int within = (int) (at % segmentSize);
        long run = Math.min(Math.min(limit, size - offset), segmentSize - within);
        return segments.get((int) (at / segmentSize)).retainedSlice(within, (int) run);
    }

    /**
     * A part of this source as a source of its own. It is usable until this source is closed; closing the part does
     * nothing.
     *
     * @throws IndexOutOfBoundsException if the part is not inside the source
     */
    public ByteSource window(long offset, long length) {
        if (offset < 0 || length < 0 || offset > size - length) {
            throw new IndexOutOfBoundsException("bytes " + offset + " + " + length + " of " + size);
        }
        return new ByteSource(segments, segmentSize, start + offset, length, false);
    }

    @Override
    public void close() {
        if (owner) {
            segments.forEach(ByteBuf::release);
        }
    }

    private static byte[] read(FileChannel channel, int size) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(size);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes) < 0) {
                throw new EOFException("file became shorter while it was read");
            }
        }
        return bytes.array();
    }

    private static ByteSource map(FileChannel channel, long size) throws IOException {
        List<ByteBuf> segments = new ArrayList<>();
        for (long at = 0; at < size; at += SEGMENT) {
            segments.add(Unpooled.wrappedBuffer(
                    channel.map(FileChannel.MapMode.READ_ONLY, at, Math.min(SEGMENT, size - at))));
        }
        return new ByteSource(List.copyOf(segments), SEGMENT, 0, size, true);
    }
}
