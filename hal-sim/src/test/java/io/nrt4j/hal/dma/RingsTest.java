package io.nrt4j.hal.dma;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Ring lengths (dma.md §4), doorbell words (§1, §6), descriptors (§5.3), template pointers (§4), order and completion of
 * blocks (exec-corpus.md §3).
 */
class RingsTest {
    @Test
    void shortRingsAreAllOfOneLength() {
        assertThat(RingLength.linear(0)).isEqualTo(64);
        assertThat(RingLength.linear(31)).isEqualTo(64);
    }

    @Test
    void longModelRingsHaveAGuardAndAMultipleOf16() {
        assertThat(RingLength.linear(32)).isEqualTo(48);
        assertThat(RingLength.linear(576)).isEqualTo(592);
        assertThat(RingLength.linear(577)).isEqualTo(608);
    }

    @Test
    void hostRingsArePowersOfTwo() {
        assertThat(RingLength.wrapping(32)).isEqualTo(64);
        assertThat(RingLength.wrapping(49)).isEqualTo(64);
        assertThat(RingLength.wrapping(50)).isEqualTo(128);
    }

    @Test
    void theProfiledRingsOfTranspose1024() {
        assertThat(16 * 2 * RingLength.bytes(RingLength.linear(17))).isEqualTo(32768);
        assertThat(2 * 16 * 2 * RingLength.bytes(RingLength.linear(576))).isEqualTo(606208);
    }

    @Test
    void broadcastWordsNameTheExcludedEngines() {
        assertThat(BroadcastValue.only(1 << 9, 0x100).encode()).isEqualTo(0xFDFF0100L);
        assertThat(BroadcastValue.only(1 << 11, 0x100).encode()).isEqualTo(0xF7FF0100L);
        assertThat(BroadcastValue.only(1, 1).encode()).isEqualTo(0xFFFE0001L);
        assertThat(BroadcastValue.all(0x100).encode()).isEqualTo(0x100);
        assertThat(BroadcastValue.decode(0xFDFF0100L)).isEqualTo(BroadcastValue.only(1 << 9, 0x100));
        assertThat(BroadcastValue.decode(0xFFFE0001L).reaches(0)).isTrue();
        assertThat(BroadcastValue.decode(0xFFFE0001L).reaches(1)).isFalse();
    }

    @Test
    void equalCountsNeedOneDoorbell() {
        List<Doorbells.Ring> rings = Doorbells.of(Collections.nCopies(16, new DescriptorCount(9, 3)));
        assertThat(rings).containsExactly(new Doorbells.Ring(BroadcastValue.all(9), BroadcastValue.all(3)));
    }

    @Test
    void aSurplusOnEngineZeroNeedsASecondDoorbell() {
        List<DescriptorCount> counts = new ArrayList<>(Collections.nCopies(16, new DescriptorCount(1, 1)));
        counts.set(0, new DescriptorCount(2, 2));
        assertThat(Doorbells.of(counts))
                .containsExactly(
                        new Doorbells.Ring(BroadcastValue.all(1), BroadcastValue.all(1)),
                        new Doorbells.Ring(BroadcastValue.only(1, 1), BroadcastValue.only(1, 1)));
    }

    @Test
    void setsOfFewerQueuesExcludeTheOtherEngines() {
        assertThat(Doorbells.of(Collections.nCopies(4, new DescriptorCount(5, 5))))
                .containsExactly(new Doorbells.Ring(BroadcastValue.only(0xF, 5), BroadcastValue.only(0xF, 5)));
    }

    @Test
    void countsBeyondTheMaskTakeSeveralDoorbells() {
        List<Doorbells.Ring> rings = Doorbells.of(Collections.nCopies(16, new DescriptorCount(0, 70000)));
        assertThat(rings.stream().mapToInt(r -> r.s2m().value()).sum()).isEqualTo(70000);
        assertThat(rings).hasSize(2);
    }

    @Test
    void descriptorsSurviveTheirBytes() {
        for (UdmaDescriptor descriptor : List.of(
                UdmaDescriptor.source(0x8005C03B0000L, 65536),
                UdmaDescriptor.source(0x1000, 1, false, true),
                UdmaDescriptor.destination(0x802000036500L, 512))) {
            ByteBuf bytes = Unpooled.buffer();
            descriptor.encode(bytes);
            assertThat(bytes.readableBytes()).isEqualTo(UdmaDescriptor.SIZE);
            assertThat(UdmaDescriptor.decode(bytes)).isEqualTo(descriptor);
        }
    }

    @Test
    void sixtyFourKibAreWrittenAsLengthZero() {
        UdmaDescriptor whole = UdmaDescriptor.source(0, 65536);
        assertThat(whole.lengthControl() & 0xFFFF).isZero();
        assertThat(whole.length()).isEqualTo(65536);
        assertThat(whole.metaControl()).isEqualTo(0x01080003);
        assertThat(whole.first() && whole.last()).isTrue();
        assertThat(whole.ringId()).isEqualTo(1);
        assertThatThrownBy(() -> UdmaDescriptor.destination(0, 65537)).isInstanceOf(IllegalArgumentException.class);
    }

    /** The last dimension is the outermost loop, on each side by itself. Source: exec-corpus.md §3 item 2. */
    @Test
    void aCopyOfThreeDimensionsNestsItsSourceFromTheLast() {
        StridedPattern source = new StridedPattern(0x1000, 4, List.of(2L, 3L), List.of(0x100L, 0x10L));
        StridedPattern destination = new StridedPattern(0x2000, 4, List.of(6L), List.of(8L));
        TransferBlock block = new TransferBlock(0, "", List.of(new Transfer.Copy(source, destination)), List.of());
        Rings rings = Rings.of(new QueueSet("q", 0, 1, List.of(block)), 0);
        assertThat(rings.sources).containsExactly(0x1000L, 0x1100L, 0x1010L, 0x1110L, 0x1020L, 0x1120L);
        assertThat(rings.destinations).containsExactly(0x2000L, 0x2008L, 0x2010L, 0x2018L, 0x2020L, 0x2028L);
    }

    /** Each queue adds one, behind the last of a block's descriptors. Source: exec-corpus.md §3 items 5 and 7. */
    @Test
    void aBlockOfSeveralDescriptorsCompletesOnce() {
        long semaphore = 0x9000;
        StridedPattern runs = new StridedPattern(0x1000, 4, List.of(16L), List.of(64L));
        List<Transfer> transfers = Collections.nCopies(3, new Transfer.Copy(runs, runs.at(0x2000)));
        Completion completion = new Completion(Completion.Kind.SEMAPHORE, 8, semaphore);
        QueueSet set = new QueueSet("q", 0, 16, List.of(new TransferBlock(0, "", transfers, List.of(completion))));
        for (int engine = 0; engine < 16; engine++) {
            long run = 0x2000 + 64L * engine;
            assertThat(Rings.of(set, engine).destinations).containsExactly(run, run, run, semaphore);
        }
    }

    /** The addresses in the two rings of an engine, in order. */
    private record Rings(List<Long> sources, List<Long> destinations) {
        static Rings of(QueueSet set, int engine) {
            ByteBuf m2s = Unpooled.buffer();
            ByteBuf s2m = Unpooled.buffer();
            set.writeRings(engine, 0x8000, m2s, s2m);
            return new Rings(addresses(m2s), addresses(s2m));
        }

        private static List<Long> addresses(ByteBuf ring) {
            List<Long> addresses = new ArrayList<>();
            while (ring.isReadable()) {
                addresses.add(UdmaDescriptor.decode(ring).address());
            }
            return addresses;
        }
    }

    @Test
    void templatePointersCarryVariableAndOffset() {
        long pointer = TensorPointer.of(3, 0x1234);
        assertThat(pointer).isEqualTo(1L << 61 | 3L << 36 | 0x1234);
        assertThat(TensorPointer.isTensor(pointer)).isTrue();
        assertThat(TensorPointer.varId(pointer + 0x100)).isEqualTo(3);
        assertThat(TensorPointer.offset(pointer + 0x100)).isEqualTo(0x1334);
        assertThat(TensorPointer.isTensor(0x802000017300L)).isFalse();
    }

    @Test
    void hostileExtentsStopAtTheLimit() {
        StridedPattern huge = new StridedPattern(0, 1, List.of(Long.MAX_VALUE, Long.MAX_VALUE), List.of(0L, 0L));
        assertThat(huge.runs()).isEqualTo(Long.MAX_VALUE);
        TransferBlock block = new TransferBlock(0, "", List.of(new Transfer.Copy(huge, huge)), List.of());
        QueueSet set = new QueueSet("q", 0, 16, List.of(block, block));
        assertThat(set.descriptors(0).m2s()).isGreaterThan(RingLength.MAXIMUM);
    }
}
