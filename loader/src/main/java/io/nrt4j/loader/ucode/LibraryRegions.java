package io.nrt4j.loader.ucode;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.q7.MemoryBounds;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import java.util.Arrays;
import java.util.Optional;

/**
 * The two buffers that become a library's code and data, addressed as the core will see them. Source: q7.md §3.1,
 * §3.6.
 */
final class LibraryRegions {
    private static final LogMessage INVALID_LOAD =
            LogMessage.error("TDRV", "prelink_relocate_lib", "Invalid load @ 0x%x");
    private static final LogMessage INVALID_STORE =
            LogMessage.error("TDRV", "prelink_relocate_lib", "Invalid store (0x%x) @ 0x%x");
    private static final LogMessage SUPPRESSED =
            LogMessage.error("TDRV", "prelink_relocate_lib", "q7: further invalid accesses are not logged");

    /** What memory holds where the library puts nothing. */
    private static final byte POISON = (byte) 0xA5;

    /** The value of a load that hits neither region. */
    private static final int ALL_ONES = 0xFFFF_FFFF;

    /** A hostile file can ask for millions of lines. */
    private static final int LOG_LIMIT = 1000;

    private final Region code;
    private final Region data;
    private final Nlog nlog;
    private int invalidAccesses;

    LibraryRegions(MemoryBounds bounds, Nlog nlog) {
        this.code = new Region(bounds.codeStart(), bounds.codeSize());
        this.data = new Region(bounds.dataStart(), bounds.dataSize());
        this.nlog = nlog;
    }

    Region code() {
        return code;
    }

    Region data() {
        return data;
    }

    /** The region that holds {@code length} bytes from {@code address} on; data is asked first. */
    Optional<Region> holding(long address, int length) {
        if (data.holds(address, length)) {
            return Optional.of(data);
        }
        return code.holds(address, length) ? Optional.of(code) : Optional.empty();
    }

    /** The word at an address; an address outside both regions is logged and reads as all ones. */
    int loadWord(long address) {
        Optional<Region> region = holding(address, Integer.BYTES);
        if (region.isEmpty()) {
            logInvalid(INVALID_LOAD, address);
            return ALL_ONES;
        }
        return region.get().bytes().getIntLE(region.get().offsetOf(address));
    }

    /** Writes a word; an address outside both regions is logged and nothing written. */
    void storeWord(long address, int value) {
        Optional<Region> region = holding(address, Integer.BYTES);
        if (region.isEmpty()) {
            logInvalid(INVALID_STORE, value, address);
            return;
        }
        region.get().bytes().setIntLE(region.get().offsetOf(address), value);
    }

    private void logInvalid(LogMessage message, Object... args) {
        if (invalidAccesses < LOG_LIMIT) {
            nlog.log(message, args);
        } else if (invalidAccesses == LOG_LIMIT) {
            nlog.log(SUPPRESSED);
        }
        invalidAccesses++;
    }

    /** One of the two buffers. */
    static final class Region {
        private final long start;
        private final ByteBuf bytes;

        Region(long start, int size) {
            this.start = start;
            byte[] poisoned = new byte[size];
            Arrays.fill(poisoned, POISON);
            this.bytes = Unpooled.wrappedBuffer(poisoned);
        }

        /** Core-local address of the first byte. */
        long start() {
            return start;
        }

        int size() {
            return bytes.capacity();
        }

        /** The whole region; indices are offsets from its start. */
        ByteBuf bytes() {
            return bytes;
        }

        boolean holds(long address, int length) {
            return address >= start && address - start <= size() - (long) length;
        }

        int offsetOf(long address) {
            return (int) (address - start);
        }
    }
}
