package io.nrt4j.hal.memory;

import io.netty.buffer.ByteBuf;
import io.nrt4j.hal.memory.PageSlot.Alias;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One HBM: 64-bit addressed, sparse, little-endian memory that reads as zero where nothing was written.
 *
 * <p>Pages come into being on their first write. A page may instead refer to a read-only buffer ({@link #alias}), so
 * that weights staged from a NEFF are not copied; its first write, or its first use through {@link #readable}, copies
 * it. Words and ranges are read where they are.
 *
 * <p>Threads may read and write concurrently; as on the device, nothing but their own synchronisation orders their
 * accesses. Only {@link #discard} and {@link #close} ask that nobody uses the range meanwhile.
 */
public final class DeviceMemory implements AutoCloseable {
    /** Bytes of a page. */
    public static final int PAGE_BYTES = 1 << 16;

    private static final int PAGE_SHIFT = 16;
    private static final int PAGE_MASK = PAGE_BYTES - 1;
    private static final int DIRECTORY_SHIFT = 10;
    private static final int DIRECTORY_MASK = (1 << DIRECTORY_SHIFT) - 1;

    private static final VarHandle DIRECTORY = MethodHandles.arrayElementVarHandle(PageSlot[][].class);
    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(PageSlot[].class);
    private static final Page ZERO = new Page(new byte[PAGE_BYTES], 0, false);

    private final long base;
    private final long size;
    private final @Nullable PageSlot[] @Nullable [] directory;
    private final AtomicLong ownedPages = new AtomicLong();

    /**
     * @param base first device address, a multiple of the page size
     * @param size bytes
     */
    public DeviceMemory(long base, long size) {
        if ((base & PAGE_MASK) != 0 || size <= 0) {
            throw new IllegalArgumentException("base 0x" + Long.toHexString(base) + ", size " + size);
        }
        this.base = base;
        this.size = size;
        long pages = (size + PAGE_MASK) >>> PAGE_SHIFT;
        this.directory = new PageSlot[Math.toIntExact((pages + DIRECTORY_MASK) >>> DIRECTORY_SHIFT)][];
    }

    public long base() {
        return base;
    }

    public long size() {
        return size;
    }

    /** Position of an address inside its page. */
    public static int inPage(long address) {
        return (int) address & PAGE_MASK;
    }

    /** Bytes held in pages of its own; pages that refer to buffers do not count. */
    public long residentBytes() {
        return ownedPages.get() << PAGE_SHIFT;
    }

    /**
     * The page of an address, for reading. Copies a page that lies in a buffer outside of the heap; reading words or
     * ranges does not.
     *
     * @throws MemoryFaultException outside of this memory
     */
    public Page readable(long address) {
        PageSlot slot = slot(offset(address, 1));
        if (slot == null) {
            return ZERO;
        }
        return slot.page != null ? slot.page : own(offset(address, 1));
    }

    /**
     * The page of an address, for reading and writing.
     *
     * @throws MemoryFaultException outside of this memory
     */
    public Page writable(long address) {
        long offset = offset(address, 1);
        PageSlot slot = slot(offset);
        return slot != null && slot.page != null && slot.page.writable() ? slot.page : own(offset);
    }

    public byte readByte(long address) {
        PageSlot slot = slot(offset(address, Byte.BYTES));
        return slot == null ? 0 : slot.readByte(inPage(address));
    }

    public short readShort(long address) {
        long offset = offset(address, Short.BYTES);
        if (inPage(address) > PAGE_BYTES - Short.BYTES) {
            return (short) readAcross(address, Short.BYTES);
        }
        PageSlot slot = slot(offset);
        return slot == null ? 0 : slot.readShort(inPage(address));
    }

    public int readInt(long address) {
        long offset = offset(address, Integer.BYTES);
        if (inPage(address) > PAGE_BYTES - Integer.BYTES) {
            return (int) readAcross(address, Integer.BYTES);
        }
        PageSlot slot = slot(offset);
        return slot == null ? 0 : slot.readInt(inPage(address));
    }

    public long readLong(long address) {
        long offset = offset(address, Long.BYTES);
        if (inPage(address) > PAGE_BYTES - Long.BYTES) {
            return readAcross(address, Long.BYTES);
        }
        PageSlot slot = slot(offset);
        return slot == null ? 0 : slot.readLong(inPage(address));
    }

    public void writeByte(long address, byte value) {
        Page page = writable(address);
        page.array()[page.start() + inPage(address)] = value;
    }

    public void writeShort(long address, short value) {
        offset(address, Short.BYTES);
        if (inPage(address) > PAGE_BYTES - Short.BYTES) {
            writeAcross(address, value, Short.BYTES);
            return;
        }
        Page page = writable(address);
        LittleEndian.setShort(page.array(), page.start() + inPage(address), value);
    }

    public void writeInt(long address, int value) {
        offset(address, Integer.BYTES);
        if (inPage(address) > PAGE_BYTES - Integer.BYTES) {
            writeAcross(address, value, Integer.BYTES);
            return;
        }
        Page page = writable(address);
        LittleEndian.setInt(page.array(), page.start() + inPage(address), value);
    }

    public void writeLong(long address, long value) {
        offset(address, Long.BYTES);
        if (inPage(address) > PAGE_BYTES - Long.BYTES) {
            writeAcross(address, value, Long.BYTES);
            return;
        }
        Page page = writable(address);
        LittleEndian.setLong(page.array(), page.start() + inPage(address), value);
    }

    /**
     * Copies {@code length} bytes from {@code address} to {@code target}.
     *
     * @throws MemoryFaultException if the range leaves this memory; nothing is copied then
     */
    public void read(long address, byte[] target, int index, int length) {
        long offset = offset(address, length);
        for (int done = 0; done < length; ) {
            int in = (int) (offset + done) & PAGE_MASK;
            int step = Math.min(length - done, PAGE_BYTES - in);
            PageSlot slot = slot(offset + done);
            if (slot == null) {
                Arrays.fill(target, index + done, index + done + step, (byte) 0);
            } else {
                slot.read(in, target, index + done, step);
            }
            done += step;
        }
    }

    /** Copies {@code length} bytes from {@code source} to {@code address}; faults as {@link #read}. */
    public void write(long address, byte[] source, int index, int length) {
        long offset = offset(address, length);
        for (int done = 0; done < length; ) {
            int in = (int) (offset + done) & PAGE_MASK;
            int step = Math.min(length - done, PAGE_BYTES - in);
            Page page = own(offset + done);
            System.arraycopy(source, index + done, page.array(), page.start() + in, step);
            done += step;
        }
    }

    /** Copies the readable bytes of {@code source} to {@code address}; the buffer's indices do not move. */
    public void write(long address, ByteBuf source) {
        long offset = offset(address, source.readableBytes());
        copyIn(offset, source, source.readerIndex(), source.readableBytes());
    }

    /**
     * Makes the readable bytes of {@code source} appear at {@code address}, without copying where whole pages are
     * covered.
     *
     * <p>The content of the buffer must not change any more. This memory takes a reference of its own and gives it back
     * when the last page that refers to it is discarded; the caller keeps its reference.
     */
    public void alias(long address, ByteBuf source) {
        int length = source.readableBytes();
        long offset = offset(address, length);
        int head = (int) Math.min(length, -offset & PAGE_MASK);
        int pages = (length - head) >>> PAGE_SHIFT;
        if (pages == 0) {
            copyIn(offset, source, source.readerIndex(), length);
            return;
        }
        Alias alias = new Alias(source.retainedSlice(source.readerIndex() + head, pages << PAGE_SHIFT), pages);
        copyIn(offset, source, source.readerIndex(), head);
        for (int i = 0; i < pages; i++) {
            replace(offset + head + ((long) i << PAGE_SHIFT), PageSlot.aliased(alias, i << PAGE_SHIFT));
        }
        int covered = head + (pages << PAGE_SHIFT);
        copyIn(offset + covered, source, source.readerIndex() + covered, length - covered);
    }

    /** Sets {@code length} bytes to {@code value}; zeroing gives whole pages back. */
    public void fill(long address, long length, byte value) {
        if (value == 0) {
            discard(address, length);
            return;
        }
        long offset = offset(address, length);
        for (long done = 0; done < length; ) {
            int in = (int) (offset + done) & PAGE_MASK;
            int step = (int) Math.min(length - done, PAGE_BYTES - in);
            Page page = own(offset + done);
            Arrays.fill(page.array(), page.start() + in, page.start() + in + step, value);
            done += step;
        }
    }

    /** Forgets the content of a range: it reads as zero again, and its whole pages cost nothing. */
    public void discard(long address, long length) {
        long offset = offset(address, length);
        for (long done = 0; done < length; ) {
            int in = (int) (offset + done) & PAGE_MASK;
            int step = (int) Math.min(length - done, PAGE_BYTES - in);
            if (step == PAGE_BYTES) {
                replace(offset + done, null);
            } else if (slot(offset + done) != null) {
                Page page = own(offset + done);
                Arrays.fill(page.array(), page.start() + in, page.start() + in + step, (byte) 0);
            }
            done += step;
        }
    }

    /** Forgets everything and gives all buffers back. The memory can be used again. */
    @Override
    public void close() {
        for (int d = 0; d < directory.length; d++) {
            PageSlot[] slots = (PageSlot[]) DIRECTORY.getAndSet(directory, d, (PageSlot[]) null);
            if (slots != null) {
                for (PageSlot slot : slots) {
                    countOut(slot);
                }
            }
        }
    }

    private long offset(long address, long length) {
        long offset = address - base;
        if (offset < 0 || length < 0 || offset > size - length) {
            throw new MemoryFaultException(
                    address, "access of " + length + " bytes outside of the memory of " + size + " bytes");
        }
        return offset;
    }

    private @Nullable PageSlot slot(long offset) {
        long page = offset >>> PAGE_SHIFT;
        PageSlot[] slots = directory[(int) (page >>> DIRECTORY_SHIFT)];
        return slots == null ? null : slots[(int) page & DIRECTORY_MASK];
    }

    /** The page at an offset with bytes of its own, copied or created now if need be. */
    private Page own(long offset) {
        long page = offset >>> PAGE_SHIFT;
        PageSlot[] slots = slots((int) (page >>> DIRECTORY_SHIFT));
        int index = (int) page & DIRECTORY_MASK;
        PageSlot seen = (PageSlot) SLOT.getAcquire(slots, index);
        while (true) {
            if (seen != null && seen.page != null && seen.page.writable()) {
                return seen.page;
            }
            byte[] bytes = new byte[PAGE_BYTES];
            if (seen != null) {
                seen.read(0, bytes, 0, PAGE_BYTES);
            }
            Page owned = new Page(bytes, 0, true);
            PageSlot mine = PageSlot.owned(owned, seen == null ? null : seen.alias);
            PageSlot witness = (PageSlot) SLOT.compareAndExchange(slots, index, seen, mine);
            if (witness == seen) {
                ownedPages.incrementAndGet();
                return owned;
            }
            seen = witness;
        }
    }

    private void replace(long offset, @Nullable PageSlot slot) {
        long page = offset >>> PAGE_SHIFT;
        if (slot == null && directory[(int) (page >>> DIRECTORY_SHIFT)] == null) {
            return;
        }
        PageSlot[] slots = slots((int) (page >>> DIRECTORY_SHIFT));
        countOut((PageSlot) SLOT.getAndSet(slots, (int) page & DIRECTORY_MASK, slot));
    }

    private void countOut(@Nullable PageSlot slot) {
        if (slot != null) {
            if (slot.writable()) {
                ownedPages.decrementAndGet();
            }
            slot.dropped();
        }
    }

    private PageSlot[] slots(int index) {
        PageSlot[] slots = (PageSlot[]) DIRECTORY.getAcquire(directory, index);
        if (slots != null) {
            return slots;
        }
        PageSlot[] fresh = new PageSlot[DIRECTORY_MASK + 1];
        PageSlot[] witness = (PageSlot[]) DIRECTORY.compareAndExchange(directory, index, (PageSlot[]) null, fresh);
        return witness == null ? fresh : witness;
    }

    private void copyIn(long offset, ByteBuf source, int index, int length) {
        for (int done = 0; done < length; ) {
            int in = (int) (offset + done) & PAGE_MASK;
            int step = Math.min(length - done, PAGE_BYTES - in);
            Page page = own(offset + done);
            source.getBytes(index + done, page.array(), page.start() + in, step);
            done += step;
        }
    }

    private long readAcross(long address, int bytes) {
        long value = 0;
        for (int i = bytes - 1; i >= 0; i--) {
            value = (value << 8) | (readByte(address + i) & 0xFF);
        }
        return value;
    }

    private void writeAcross(long address, long value, int bytes) {
        for (int i = 0; i < bytes; i++) {
            writeByte(address + i, (byte) (value >>> (8 * i)));
        }
    }
}
