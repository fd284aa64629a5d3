package io.nrt4j.hal.engine.operand;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.Geometry;
import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.numeric.ElementCodecs;
import io.nrt4j.hal.engine.numeric.Fp8Config;
import io.nrt4j.hal.isa.AccessPattern;
import io.nrt4j.hal.isa.Dtype;
import io.nrt4j.hal.isa.Generation;
import io.nrt4j.hal.memory.PartitionedMemory;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Patterns bound to memory; source: isa.md §4.1, §4.2, §7 rule 4. */
class OnChipOperandTest {
    private static final int STRIDE = 0x40000;
    private static final int PSUM = 0x2000000;
    private static final int PSUM_STRIDE = 0x8000;

    private final ElementCodecs codecs = new ElementCodecs(Fp8Config.DEFAULT);
    private final OnChipMemories memories = new OnChipMemories(
            Generation.V3,
            PartitionedMemory.stateBuffer(Geometry.of(Arch.CAYMAN)),
            PartitionedMemory.psum(Geometry.of(Arch.CAYMAN)));

    private OnChipOperand bind(AccessPattern pattern, Dtype type, int channels) {
        return OnChipOperand.bind(memories, pattern, codecs.find(type).orElseThrow(), channels);
    }

    /** Element k lies at start + size * sum(idx[d] * step[d]), dimension 0 innermost. */
    @Property(tries = 300)
    void readsInTheOrderOfThePattern(
            @ForAll @IntRange(min = -3, max = 3) int s0,
            @ForAll @IntRange(min = -9, max = 9) int s1,
            @ForAll @IntRange(min = -20, max = 20) int s2,
            @ForAll @IntRange(min = -60, max = 60) int s3,
            @ForAll @IntRange(min = 1, max = 4) int n0,
            @ForAll @IntRange(min = 1, max = 3) int n1,
            @ForAll @IntRange(min = 1, max = 3) int n2,
            @ForAll @IntRange(min = 1, max = 2) int n3) {
        int start = 1024;
        int partition = 33;
        for (int i = 0; i < 1024; i++) {
            memories.stateBuffer().writeShort(partition, 2 * i, (short) i);
        }
        AccessPattern pattern =
                AccessPattern.of(partition * STRIDE + start, new int[] {s0, s1, s2, s3}, new int[] {n0, n1, n2, n3});
        OnChipOperand operand = bind(pattern, Dtype.INT16, 1);
        List<Float> expected = new ArrayList<>();
        for (int d = 0; d < n3; d++) {
            for (int c = 0; c < n2; c++) {
                for (int b = 0; b < n1; b++) {
                    for (int a = 0; a < n0; a++) {
                        expected.add((float) (start / 2 + a * s0 + b * s1 + c * s2 + d * s3));
                    }
                }
            }
        }
        float[] values = new float[operand.elements()];
        operand.read(0, values);
        assertThat(values).containsExactly(expected.toArray(Float[]::new));
        long[] bits = new long[operand.elements()];
        operand.readIntegers(0, bits);
        List<Integer> visited = new ArrayList<>();
        operand.forEachElement(visited::add);
        for (int i = 0; i < bits.length; i++) {
            assertThat((float) bits[i]).isEqualTo(values[i]);
            assertThat(visited.get(i)).isEqualTo(2 * (int) values[i]);
        }
    }

    @Example
    void writesWhatItReads() {
        AccessPattern pattern = AccessPattern.of(PSUM + 5 * PSUM_STRIDE + 8, new int[] {2, -1}, new int[] {3, 2});
        OnChipOperand operand = bind(pattern, Dtype.FP32, 2);
        operand.write(1, new float[] {1, 2, 3, 4, 5, 6});
        float[] back = new float[6];
        operand.read(1, back);
        assertThat(back).containsExactly(1, 2, 3, 4, 5, 6);
        assertThat(memories.psum().readInt(6, 4)).isEqualTo(Float.floatToRawIntBits(4));
        assertThat(operand.inPsum()).isTrue();
        assertThat(operand.lowestByte()).isEqualTo(4);
        assertThat(operand.highestByte()).isEqualTo(8 + 16 + 3);
        operand.writeIntegers(0, new long[] {7, -8, 9, 10, 11, 12});
        operand.read(0, back);
        assertThat(back).containsExactly(7, -8, 9, 10, 11, 12);
    }

    @Example
    void refusesWhatLeavesTheMemory() {
        assertFault(FaultKind.OUT_OF_BOUNDS, () -> bind(row(120 * STRIDE, 1), Dtype.FP32, 9));
        assertFault(FaultKind.OUT_OF_BOUNDS, () -> bind(row(0x38000 - 4, 2), Dtype.FP32, 1));
        assertFault(FaultKind.OUT_OF_BOUNDS, () -> bind(row(PSUM + 0x4000 - 4, 2), Dtype.FP32, 1));
        assertFault(
                FaultKind.OUT_OF_BOUNDS, () -> bind(AccessPattern.of(4, new int[] {-1}, new int[] {3}), Dtype.FP32, 1));
        assertFault(FaultKind.OUT_OF_BOUNDS, () -> bind(row(0, 1), Dtype.FP32, 0));
        assertThat(bind(row(120 * STRIDE + 0x38000 - 8, 2), Dtype.FP32, 8).elements())
                .isEqualTo(2);
    }

    @Example
    void refusesWhatIsNoOperand() {
        assertFault(FaultKind.MISALIGNED, () -> bind(row(2, 1), Dtype.FP32, 1));
        assertFault(FaultKind.BAD_OPERAND, () -> bind(row(0, 0), Dtype.FP32, 1));
        assertFault(FaultKind.BAD_OPERAND, () -> bind(row(0x80000005, 1), Dtype.FP32, 1));
        assertFault(
                FaultKind.BAD_OPERAND,
                () -> bind(AccessPattern.of(0, new int[] {0, 0}, new int[] {65535, 65535}), Dtype.FP32, 1));
    }

    private static AccessPattern row(int address, int count) {
        return AccessPattern.of(address, new int[] {1}, new int[] {count});
    }

    private static void assertFault(FaultKind kind, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        InstructionFaultException.class,
                        e -> assertThat(e.kind()).isEqualTo(kind));
    }
}
