package io.nrt4j.loader.archive;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * libarchive's gzip filter: one or more gzip members, inflated into a window of 64 KiB.
 *
 * <p>Own code around {@link Inflater} because the gzip streams of the JDK and of commons-compress decide differently:
 * they check the trailer, refuse or misread what follows it, and deliver data up to the broken byte. Source:
 * container.md §9.2.
 */
final class GzipFilter implements BlockSource {
    static final int WINDOW = 64 << 10;

    private final ReadAhead upstream;
    private final LastError error;
    private final ArchiveGuard guard;
    private final GzipObserver observer;
    private final Inflater inflater = new Inflater(true);
    private final ByteBuf window = SlabPool.shared().take(WINDOW);
    private boolean inMember;
    private boolean ended;
    private long delivered;

    GzipFilter(ReadAhead upstream, LastError error, ArchiveGuard guard, GzipObserver observer) {
        this.upstream = upstream;
        this.error = error;
        this.guard = guard;
        this.observer = observer;
    }

    @Override
    public int next() {
        window.clear();
        while (window.isWritable() && !ended) {
            if (!inMember && !startMember()) {
                ended = true;
                break;
            }
            if (!inflate()) {
                return ArchiveStatus.FATAL.code();
            }
        }
        delivered += window.readableBytes();
        return guard.admitsInflated(delivered) ? window.readableBytes() : ArchiveStatus.FATAL.code();
    }

    @Override
    public ByteBuf block() {
        return window;
    }

    @Override
    public boolean blocksStay() {
        return false;
    }

    @Override
    public void close() {
        inflater.end();
        SlabPool.shared().giveBack(window);
        upstream.close();
    }

    /**
     * Anything but a gzip header ends the data silently, be it padding or garbage. An extra field that reaches beyond
     * the data is noticed only when the deflate stream behind it is wanted.
     */
    private boolean startMember() {
        long at = upstream.position();
        int length = GzipHeader.lengthAt(upstream);
        if (length == 0) {
            return false;
        }
        observer.memberStarts(at, upstream, length);
        upstream.consume(length);
        inflater.reset();
        inMember = true;
        return true;
    }

    private boolean inflate() {
        int available = upstream.ahead(1);
        if (available <= 0) {
            error.set("truncated gzip input");
            return false;
        }
        ByteBuffer input = upstream.buffer().nioBuffer(upstream.index(), available);
        ByteBuffer output = window.internalNioBuffer(window.writerIndex(), window.writableBytes());
        inflater.setInput(input);
        int inflated;
        try {
            inflated = inflater.inflate(output);
        } catch (DataFormatException e) {
            error.set("gzip decompression failed");
            return false;
        }
        int consumed = available - input.remaining();
        if (inflated == 0 && consumed == 0 && !inflater.finished()) {
            error.set("gzip decompression failed");
            return false;
        }
        observer.inflated(window, window.writerIndex(), inflated);
        window.writerIndex(window.writerIndex() + inflated);
        upstream.pass(consumed);
        return !inflater.finished() || endMember();
    }

    /** The trailer must be there, but neither the CRC nor the length in it is compared. */
    private boolean endMember() {
        inMember = false;
        if (upstream.ahead(GzipHeader.TRAILER_LENGTH) < GzipHeader.TRAILER_LENGTH) {
            return false;
        }
        observer.memberEnds(upstream);
        upstream.pass(GzipHeader.TRAILER_LENGTH);
        return true;
    }
}
