package io.nrt4j.hal.memory;

import io.netty.buffer.ByteBuf;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What stands behind one page: bytes of its own, or a stretch of a read-only buffer until the first write.
 *
 * <p>Immutable, so that threads may read a slot without a lock. A slot that was copied out of a buffer still counts as
 * a user of it: the buffer must outlive every thread that saw the slot before the copy.
 */
final class PageSlot {
    /** The bytes in a Java array; null while they are in a buffer outside the heap. */
    final @Nullable Page page;

    /** The buffer that the page refers to or was copied from; null for a page that never did. */
    final @Nullable Alias alias;

    private final int aliasIndex;

    private PageSlot(@Nullable Page page, @Nullable Alias alias, int aliasIndex) {
        this.page = page;
        this.alias = alias;
        this.aliasIndex = aliasIndex;
    }

    static PageSlot owned(Page page, @Nullable Alias formerly) {
        return new PageSlot(page, formerly, 0);
    }

    static PageSlot aliased(Alias alias, int index) {
        ByteBuf buffer = alias.buffer;
        Page page = buffer.hasArray() ? new Page(buffer.array(), buffer.arrayOffset() + index, false) : null;
        return new PageSlot(page, alias, index);
    }

    boolean writable() {
        return page != null && page.writable();
    }

    byte readByte(int offset) {
        return page != null ? page.array()[page.start() + offset] : buffer().getByte(aliasIndex + offset);
    }

    short readShort(int offset) {
        return page != null
                ? LittleEndian.getShort(page.array(), page.start() + offset)
                : buffer().getShortLE(aliasIndex + offset);
    }

    int readInt(int offset) {
        return page != null
                ? LittleEndian.getInt(page.array(), page.start() + offset)
                : buffer().getIntLE(aliasIndex + offset);
    }

    long readLong(int offset) {
        return page != null
                ? LittleEndian.getLong(page.array(), page.start() + offset)
                : buffer().getLongLE(aliasIndex + offset);
    }

    /** Copies bytes of the page, wherever they are. */
    void read(int offset, byte[] target, int index, int length) {
        if (page != null) {
            System.arraycopy(page.array(), page.start() + offset, target, index, length);
        } else {
            buffer().getBytes(aliasIndex + offset, target, index, length);
        }
    }

    /** There is a page or a buffer. */
    private ByteBuf buffer() {
        if (alias == null) {
            throw new IllegalStateException("neither page nor buffer");
        }
        return alias.buffer;
    }

    void dropped() {
        if (alias != null) {
            alias.dropped();
        }
    }

    /** A buffer that pages refer to; released when the last of them is gone. */
    static final class Alias {
        final ByteBuf buffer;
        private final AtomicInteger pages;

        /** Takes over one reference to {@code buffer}. */
        Alias(ByteBuf buffer, int pages) {
            this.buffer = buffer;
            this.pages = new AtomicInteger(pages);
        }

        private void dropped() {
            if (pages.decrementAndGet() == 0) {
                buffer.release();
            }
        }
    }
}
