package io.nrt4j.loader.archive;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * Looks ahead in a {@link BlockSource} and moves on in it, with libarchive's rules of what is still delivered before
 * an end or a failure.
 *
 * <p>A peek is answered from the current block where that is possible; only a peek across a border of blocks copies.
 * Commons-compress and {@code java.util.zip} streams have no such layer: there a broken block is delivered up to the
 * broken byte, here it is lost as a whole, which decides which member a failure is reported for. Source: container.md
 * §9.2.
 */
final class ReadAhead implements AutoCloseable {
    private final BlockSource source;
    private final LastError error;

    /** Bytes taken out of earlier blocks because a peek reached across a border. */
    private ByteBuf carry = Unpooled.EMPTY_BUFFER;

    private ByteBuf block = Unpooled.EMPTY_BUFFER;
    private int blockIndex;
    private int blockEnd;
    private boolean failed;
    private boolean ended;
    private long position;

    ReadAhead(BlockSource source, LastError error) {
        this.source = source;
        this.error = error;
    }

    /**
     * Makes {@code min} bytes available without moving on.
     *
     * @return how many bytes {@link #buffer()} holds at {@link #index()}, at least {@code min}; fewer when the end
     *     comes before (0 when that was already known); negative after a failure
     */
    int ahead(int min) {
        if (failed) {
            return ArchiveStatus.FATAL.code();
        }
        while (true) {
            int carried = carry.readableBytes();
            if (carried > 0 && carried >= min) {
                return carried;
            }
            int left = blockEnd - blockIndex;
            if (carried == 0 && left > 0 && left >= min) {
                return left;
            }
            if (left > 0) {
                carry(Math.min(min - carried, left), min);
            } else if (ended) {
                return 0;
            } else if (!fetch()) {
                return failed ? ArchiveStatus.FATAL.code() : carry.readableBytes();
            }
        }
    }

    /** The buffer that the last successful {@link #ahead} speaks of. */
    ByteBuf buffer() {
        return carry.isReadable() ? carry : block;
    }

    /** Where in {@link #buffer()} the peeked bytes start. */
    int index() {
        return carry.isReadable() ? carry.readerIndex() : blockIndex;
    }

    /** Whether slices of {@link #buffer()} keep their content when this object moves on. */
    boolean bufferStays() {
        return !carry.isReadable() && source.blocksStay();
    }

    /** The number of bytes moved over so far. */
    long position() {
        return position;
    }

    /** Moves on by {@code count} bytes that {@link #ahead} has made available. */
    void pass(int count) {
        if (carry.isReadable()) {
            carry.skipBytes(count);
        } else {
            blockIndex += count;
        }
        position += count;
    }

    /** Moves on by {@code count} bytes; where the data ends before, sets the error text and returns {@code false}. */
    boolean consume(long count) {
        if (count == 0) {
            return true;
        }
        long skipped = count < 0 ? 0 : advance(count);
        if (skipped == count) {
            return true;
        }
        if (count > 0) {
            error.set("Truncated input file (needed " + count + " bytes, only " + Math.max(0, skipped) + " available)");
        }
        return false;
    }

    @Override
    public void close() {
        carry.release();
        carry = Unpooled.EMPTY_BUFFER;
        source.close();
    }

    private long advance(long count) {
        if (failed) {
            return -1;
        }
        int fromCarry = (int) Math.min(count, carry.readableBytes());
        carry.skipBytes(fromCarry);
        long skipped = fromCarry;
        while (true) {
            int fromBlock = (int) Math.min(count - skipped, blockEnd - blockIndex);
            blockIndex += fromBlock;
            skipped += fromBlock;
            if (skipped == count || !fetch()) {
                position += skipped;
                return failed ? -1 : skipped;
            }
        }
    }

    private boolean fetch() {
        int length = source.next();
        if (length > 0) {
            block = source.block();
            blockIndex = block.readerIndex();
        } else {
            failed = length < 0;
            ended = length == 0;
        }
        blockEnd = blockIndex + Math.max(0, length);
        return length > 0;
    }

    private void carry(int count, int capacity) {
        if (!carry.isReadable()) {
            carry.release();
            carry = Unpooled.directBuffer(capacity);
        }
        carry.writeBytes(block, blockIndex, count);
        blockIndex += count;
    }
}
