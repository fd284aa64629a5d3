package io.nrt4j.hal.dma;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.dma.Transfer.Cast;
import io.nrt4j.hal.dma.Transfer.Copy;
import io.nrt4j.hal.dma.Transfer.Transpose;
import io.nrt4j.hal.isa.Dtype;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** The examples of dma.md §5.1, all of 128 rows unless they say otherwise. */
class DescriptorCountTest {
    private static final long SB = 0x2000000000L;
    private static final long HBM = 0x5C0000000L;
    private static final long PARTITION = 0x40000;
    private static final int ENGINES = 16;

    private static StridedPattern rows(long base, long run, long step) {
        return new StridedPattern(base, run, List.of(128L), List.of(step));
    }

    private static DescriptorCount withSemaphore(Transfer... transfers) {
        Completion done = new Completion(Completion.Kind.SEMAPHORE, 8, 0);
        List<DescriptorCount> counts = new TransferBlock(0, "", List.of(transfers), List.of(done)).counts(ENGINES);
        assertThat(counts).hasSize(ENGINES).containsOnly(counts.get(0));
        return counts.get(0);
    }

    @Test
    void aLoadFromContiguousMemoryMergesItsSource() {
        Copy load = new Copy(rows(HBM, 4000, 4000), rows(SB, 4000, PARTITION));
        assertThat(withSemaphore(load)).isEqualTo(new DescriptorCount(3, 9));
    }

    @Test
    void aStoreToContiguousMemoryMergesItsDestination() {
        Copy store = new Copy(rows(SB, 4000, PARTITION), rows(HBM, 4000, 4000));
        assertThat(withSemaphore(store)).isEqualTo(new DescriptorCount(9, 3));
    }

    @Test
    void stridedSidesAreNotMerged() {
        Copy strided = new Copy(rows(HBM, 4000, 8000), rows(SB, 4000, PARTITION));
        assertThat(withSemaphore(strided)).isEqualTo(new DescriptorCount(9, 9));
    }

    @Test
    void threeDimensionsAreNotMergedEvenWhenContiguous() {
        StridedPattern from = new StridedPattern(HBM, 448, List.of(3L, 128L), List.of(448L, 1344L));
        StridedPattern to = new StridedPattern(SB, 448, List.of(3L, 128L), List.of(448L, PARTITION));
        assertThat(withSemaphore(new Copy(from, to))).isEqualTo(new DescriptorCount(25, 25));
    }

    @Test
    void manySmallRunsAreDescriptorsOfTheirOwn() {
        StridedPattern from = new StridedPattern(HBM, 2, List.of(128L, 128L), List.of(256L, 2L));
        StridedPattern to = new StridedPattern(HBM, 2, List.of(128L, 128L), List.of(2L, 256L));
        assertThat(withSemaphore(new Copy(from, to))).isEqualTo(new DescriptorCount(1025, 1025));
    }

    @Test
    void aCastTakesTwoSourceDescriptorsPerRunAndIsNeverMerged() {
        Cast widen = new Cast(rows(HBM, 128, 128), Dtype.INT8, rows(SB, 512, PARTITION), Dtype.FP32);
        assertThat(withSemaphore(widen)).isEqualTo(new DescriptorCount(17, 9));
        Cast narrow = new Cast(rows(SB, 512, PARTITION), Dtype.FP32, rows(HBM, 256, 256), Dtype.FP16);
        assertThat(withSemaphore(narrow)).isEqualTo(new DescriptorCount(17, 9));
    }

    @Test
    void theSemaphoreIsWrittenOncePerBlock() {
        Copy strided = new Copy(rows(HBM, 512, 1024), rows(SB, 512, PARTITION));
        assertThat(withSemaphore(strided, strided)).isEqualTo(new DescriptorCount(17, 17));
    }

    @Test
    void transposesTakeTwoBytesOfAnElementAtATime() {
        Transpose halves = new Transpose(
                new StridedPattern(HBM, 256, List.of(128L, 1L, 1L), List.of(256L, 256L, 32768L)),
                new StridedPattern(SB, 256, List.of(128L, 1L, 1L), List.of(PARTITION, 33554432L, 256L)),
                2);
        assertThat(withSemaphore(halves)).isEqualTo(new DescriptorCount(10, 10));
        Transpose words = new Transpose(
                new StridedPattern(HBM, 256, List.of(128L, 2L, 1L), List.of(512L, 256L, 65536L)),
                new StridedPattern(SB, 512, List.of(64L, 2L, 1L), List.of(PARTITION, 16777216L, 512L)),
                4);
        assertThat(withSemaphore(words)).isEqualTo(new DescriptorCount(34, 34));
    }

    @Test
    void aSingleRunGoesToTheFirstEngine() {
        StridedPattern one = new StridedPattern(HBM, 4096, List.of(1L), List.of(4096L));
        Completion done = new Completion(Completion.Kind.SEMAPHORE, 8, 0);
        List<DescriptorCount> counts =
                new TransferBlock(0, "", List.of(new Copy(one, one)), List.of(done)).counts(ENGINES);
        assertThat(counts.get(0)).isEqualTo(new DescriptorCount(2, 2));
        assertThat(counts.subList(1, ENGINES)).containsOnly(new DescriptorCount(1, 1));
    }

    /** The rings must hold what the doorbells promise, whatever the shape. */
    @Property(tries = 500)
    void theWriterWritesAsManyAsAreCounted(
            @ForAll @IntRange(min = 1, max = 70) int rows,
            @ForAll @IntRange(min = 1, max = 70) int split,
            @ForAll @IntRange(min = 1, max = 16) int engines,
            @ForAll boolean contiguousSource,
            @ForAll boolean contiguousTarget) {
        long run = 40L * split;
        StridedPattern from =
                new StridedPattern(HBM, run, List.of((long) rows), List.of(contiguousSource ? run : 2 * run));
        StridedPattern to =
                new StridedPattern(SB, 40, List.of((long) rows * split), List.of(contiguousTarget ? 40 : PARTITION));
        TransferBlock block = new TransferBlock(0, "", List.of(new Copy(from, to)), List.of());
        QueueSet set = new QueueSet("q", 0, engines, List.of(block));
        for (int engine = 0; engine < engines; engine++) {
            ByteBuf m2s = Unpooled.buffer();
            ByteBuf s2m = Unpooled.buffer();
            set.writeRings(engine, 0, m2s, s2m);
            assertThat(m2s.readableBytes())
                    .isEqualTo(
                            UdmaDescriptor.SIZE * (int) set.descriptors(engine).m2s());
            assertThat(s2m.readableBytes())
                    .isEqualTo(
                            UdmaDescriptor.SIZE * (int) set.descriptors(engine).s2m());
        }
    }

    /** Packets must not leave a destination descriptor half filled. */
    @Property(tries = 300)
    void packetsEndOnDestinationBoundaries(
            @ForAll @IntRange(min = 1, max = 40) int rows,
            @ForAll boolean contiguousSource,
            @ForAll boolean contiguousTarget) {
        StridedPattern from = new StridedPattern(HBM, 96, List.of((long) rows), List.of(contiguousSource ? 96L : 128L));
        StridedPattern to =
                new StridedPattern(SB, 96, List.of((long) rows), List.of(contiguousTarget ? 96L : PARTITION));
        QueueSet set =
                new QueueSet("q", 0, 1, List.of(new TransferBlock(0, "", List.of(new Copy(from, to)), List.of())));
        ByteBuf m2s = Unpooled.buffer();
        ByteBuf s2m = Unpooled.buffer();
        set.writeRings(0, 0, m2s, s2m);
        boolean open = false;
        while (m2s.isReadable()) {
            int packet = 0;
            UdmaDescriptor source;
            do {
                source = UdmaDescriptor.decode(m2s);
                assertThat(source.first()).isEqualTo(!open);
                open = !source.last();
                packet += source.length();
            } while (open);
            while (packet > 0) {
                packet -= UdmaDescriptor.decode(s2m).length();
            }
            assertThat(packet).isZero();
        }
        assertThat(s2m.isReadable()).isFalse();
    }
}
