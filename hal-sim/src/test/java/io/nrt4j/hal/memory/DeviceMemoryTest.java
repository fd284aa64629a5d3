package io.nrt4j.hal.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeviceMemoryTest {
    private static final long BASE = 0x800000000000L;
    private static final int PAGE = DeviceMemory.PAGE_BYTES;

    private final DeviceMemory memory = new DeviceMemory(BASE, 96L << 30);

    @AfterEach
    void close() {
        memory.close();
    }

    @Test
    void anUntouchedMemoryReadsAsZeroAndCostsNothing() {
        assertThat(memory.readLong(BASE + (90L << 30))).isZero();
        assertThat(memory.residentBytes()).isZero();
    }

    @Test
    void wordsAreLittleEndianAtAnyAlignmentAndAcrossPages() {
        memory.writeLong(BASE + PAGE - 3, 0x1122334455667788L);
        assertThat(memory.readByte(BASE + PAGE - 3)).isEqualTo((byte) 0x88);
        assertThat(memory.readInt(BASE + PAGE - 1)).isEqualTo(0x33445566);
        assertThat(memory.readShort(BASE + PAGE - 1)).isEqualTo((short) 0x5566);
        assertThat(memory.readLong(BASE + PAGE - 3)).isEqualTo(0x1122334455667788L);
        memory.writeShort(BASE + 2 * PAGE - 1, (short) 0xABCD);
        memory.writeInt(BASE + 3 * PAGE - 2, 0xCAFEBABE);
        assertThat(memory.readShort(BASE + 2 * PAGE - 1)).isEqualTo((short) 0xABCD);
        assertThat(memory.readInt(BASE + 3 * PAGE - 2)).isEqualTo(0xCAFEBABE);
    }

    @Test
    void accessesOutsideOfTheMemoryFault() {
        long end = BASE + (96L << 30);
        memory.writeByte(end - 1, (byte) 1);
        assertThatThrownBy(() -> memory.readByte(end)).isInstanceOf(MemoryFaultException.class);
        assertThatThrownBy(() -> memory.readLong(end - 4)).isInstanceOf(MemoryFaultException.class);
        assertThatThrownBy(() -> memory.writeInt(BASE - 1, 0)).isInstanceOf(MemoryFaultException.class);
        assertThatThrownBy(() -> memory.read(end - 2, new byte[4], 0, 4)).isInstanceOf(MemoryFaultException.class);
        assertThatThrownBy(() -> memory.discard(BASE, Long.MAX_VALUE)).isInstanceOf(MemoryFaultException.class);
        assertThatThrownBy(() -> memory.readable(-1)).isInstanceOf(MemoryFaultException.class);
    }

    /** A size that is no multiple of the page: the rest of the last page is outside. */
    @Test
    void theEndOfASmallMemory() {
        try (DeviceMemory small = new DeviceMemory(BASE, 10)) {
            small.writeShort(BASE + 8, (short) 1);
            assertThatThrownBy(() -> small.writeInt(BASE + 8, 1)).isInstanceOf(MemoryFaultException.class);
            assertThatThrownBy(() -> small.readLong(BASE + 4)).isInstanceOf(MemoryFaultException.class);
            assertThatThrownBy(() -> small.writeLong(BASE + 4, 0)).isInstanceOf(MemoryFaultException.class);
            assertThatThrownBy(() -> small.readShort(BASE + 9)).isInstanceOf(MemoryFaultException.class);
        }
    }

    @Test
    void anAliasedBufferIsReadInPlaceAndCopiedOnTheFirstWrite() {
        ByteBuf source = direct(4 * PAGE + 100);
        memory.alias(BASE + 50, source);
        assertThat(source.refCnt()).isEqualTo(2);
        assertThat(memory.residentBytes()).as("the two partly covered pages").isEqualTo(2L * PAGE);

        assertThat(memory.readInt(BASE + 50 + 2 * PAGE)).isEqualTo(source.getIntLE(2 * PAGE));
        assertThat(memory.readLong(BASE + 51 + 2 * PAGE)).isEqualTo(source.getLongLE(2 * PAGE + 1));
        assertThat(memory.readShort(BASE + 52 + 2 * PAGE)).isEqualTo(source.getShortLE(2 * PAGE + 2));
        assertThat(memory.readByte(BASE + 53 + 2 * PAGE)).isEqualTo(pattern(2 * PAGE + 3));
        assertThat(memory.residentBytes()).as("words are read in place").isEqualTo(2L * PAGE);
        assertThat(memory.readable(BASE + 2 * PAGE).writable())
                .as("a page is copied")
                .isTrue();
        assertThat(memory.residentBytes()).isEqualTo(3L * PAGE);
        memory.writeByte(BASE + 50 + 2 * PAGE, (byte) 0x77);
        assertThat(source.getByte(2 * PAGE)).isEqualTo(pattern(2 * PAGE));
        assertThat(memory.readByte(BASE + 50 + 2 * PAGE)).isEqualTo((byte) 0x77);
        assertThat(memory.readByte(BASE + 50 + 2 * PAGE + 1)).isEqualTo(pattern(2 * PAGE + 1));

        memory.discard(BASE, 5L * PAGE);
        assertThat(source.refCnt()).isEqualTo(1);
        assertThat(memory.residentBytes()).isZero();
        assertThat(memory.readByte(BASE + 60)).isZero();
        source.release();
    }

    @Test
    void aHeapBufferIsReadInPlaceThroughThePage() {
        ByteBuf source = Unpooled.wrappedBuffer(new byte[2 * PAGE]).setIntLE(PAGE + 8, 42);
        memory.alias(BASE, source);
        Page page = memory.readable(BASE + PAGE + 8);
        assertThat(page.writable()).isFalse();
        assertThat(LittleEndian.getInt(page.array(), page.start() + DeviceMemory.inPage(BASE + PAGE + 8)))
                .isEqualTo(42);
        assertThat(memory.residentBytes()).isZero();
        memory.close();
        source.release();
        assertThat(source.refCnt()).isZero();
    }

    @Test
    void closingGivesEveryBufferBackAndOverwritingAnAliasToo() {
        ByteBuf first = direct(3 * PAGE);
        ByteBuf second = direct(3 * PAGE);
        memory.alias(BASE, first);
        memory.alias(BASE, second);
        assertThat(first.refCnt()).isEqualTo(1);
        memory.close();
        assertThat(second.refCnt()).isEqualTo(1);
        first.release();
        second.release();
    }

    @Test
    void fillingAndZeroing() {
        memory.fill(BASE + 10, 2L * PAGE, (byte) 9);
        assertThat(memory.readByte(BASE + 9)).isZero();
        assertThat(memory.readByte(BASE + 10)).isEqualTo((byte) 9);
        assertThat(memory.readByte(BASE + 9 + 2 * PAGE)).isEqualTo((byte) 9);
        assertThat(memory.readByte(BASE + 10 + 2 * PAGE)).isZero();
        memory.fill(BASE + 11, 2L * PAGE, (byte) 0);
        assertThat(memory.readByte(BASE + 10)).isEqualTo((byte) 9);
        assertThat(memory.readByte(BASE + 11)).isZero();
        assertThat(memory.readByte(BASE + 9 + 2 * PAGE)).isZero();
    }

    /** Against a plain byte array: random writes, copies, aliases and discards over a few pages. */
    @Property(tries = 300)
    void behavesAsAByteArray(@ForAll long seed) {
        Random random = new Random(seed);
        int size = 5 * PAGE;
        byte[] model = new byte[size];
        try (DeviceMemory tested = new DeviceMemory(BASE, size)) {
            for (int step = 0; step < 40; step++) {
                int at = random.nextInt(size);
                int length = random.nextInt(Math.min(size - at, random.nextBoolean() ? 3 * PAGE : 200) + 1);
                byte[] bytes = new byte[length];
                random.nextBytes(bytes);
                switch (random.nextInt(5)) {
                    case 0 -> {
                        tested.write(BASE + at, bytes, 0, length);
                        System.arraycopy(bytes, 0, model, at, length);
                    }
                    case 1 -> {
                        ByteBuf source =
                                Unpooled.directBuffer(length + 1).writeZero(1).writeBytes(bytes);
                        tested.alias(BASE + at, source.skipBytes(1));
                        source.release();
                        System.arraycopy(bytes, 0, model, at, length);
                    }
                    case 2 -> {
                        tested.discard(BASE + at, length);
                        Arrays.fill(model, at, at + length, (byte) 0);
                    }
                    case 3 -> {
                        if (at <= size - 8) {
                            tested.writeLong(BASE + at, random.nextLong());
                            tested.read(BASE + at, model, at, 8);
                            assertThat(LittleEndian.getLong(model, at)).isEqualTo(tested.readLong(BASE + at));
                        }
                    }
                    default -> {
                        byte[] read = new byte[length];
                        tested.read(BASE + at, read, 0, length);
                        assertThat(read).isEqualTo(Arrays.copyOfRange(model, at, at + length));
                    }
                }
            }
            byte[] all = new byte[size];
            tested.read(BASE, all, 0, size);
            assertThat(all).isEqualTo(model);
        }
    }

    @Test
    void threadsThatWriteToOnePageDoNotLoseEachOthersBytes() throws InterruptedException {
        int threads = 4;
        ByteBuf source = direct(8 * PAGE);
        memory.alias(BASE, source);
        source.release();
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        for (int t = 0; t < threads; t++) {
            int thread = t;
            pool.execute(() -> {
                for (int i = thread; i < 8 * PAGE; i += threads * 64) {
                    memory.writeByte(BASE + i, (byte) (thread + 1));
                }
            });
        }
        pool.shutdown();
        assertThat(pool.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        for (int t = 0; t < threads; t++) {
            for (int i = t; i < 8 * PAGE; i += threads * 64) {
                assertThat(memory.readByte(BASE + i)).isEqualTo((byte) (t + 1));
            }
        }
        assertThat(memory.readByte(BASE + 63)).isEqualTo(pattern(63));
    }

    private static ByteBuf direct(int size) {
        ByteBuf buffer = Unpooled.directBuffer(size);
        for (int i = 0; i < size; i++) {
            buffer.writeByte(pattern(i));
        }
        return buffer;
    }

    private static byte pattern(int index) {
        return (byte) (index * 31 + (index >> 16));
    }
}
