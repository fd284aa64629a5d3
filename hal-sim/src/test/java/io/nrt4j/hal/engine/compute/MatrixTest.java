package io.nrt4j.hal.engine.compute;

import static io.nrt4j.hal.engine.compute.ComputeCore.psum;
import static io.nrt4j.hal.engine.compute.ComputeCore.row;
import static io.nrt4j.hal.engine.compute.ComputeCore.sbuf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nrt4j.hal.isa.AccessPattern;
import io.nrt4j.hal.isa.Dtype;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.PeOperands.LoadWeights;
import io.nrt4j.hal.isa.PeOperands.MatMul;
import io.nrt4j.hal.isa.VectorOperands.Memset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Weights and products; sources: isa.md §5.1, §5.2, exec-sunda.md §4. */
class MatrixTest {
    private static final int LOW = 1;
    private static final int HIGH = 2;
    private static final int BOTH = 3;
    private static final int MIDDLE = 0;
    private static final int BEGIN = 1;
    private static final int SINGLE = 3;
    private static final int MOVING = sbuf(0, 4096);

    private final ComputeCore core = ComputeCore.sunda();

    @AfterEach
    void close() {
        core.close();
    }

    /** Loads two rows of two weights in the order of memory: the pattern walks down, so that column 0 is read last. */
    private void load(Dtype type, int mode, int transpose, int perf) {
        AccessPattern down = AccessPattern.of(sbuf(0, type.bytes()), new int[] {-1, 0, 0}, new int[] {2, 1, 1});
        core.run(Opcode.LDWEIGHTS, new LoadWeights(0, down, type.code(), mode, transpose, perf, 0, 2, 2, 1, 1, 0, 0));
    }

    private void multiply(Dtype type, int mode, int transpose, int perf, int flags, int dst, int count) {
        core.run(
                Opcode.MATMUL,
                new MatMul(
                        row3(MOVING, count),
                        type.code(),
                        mode,
                        transpose,
                        perf,
                        0,
                        2,
                        2,
                        0,
                        0,
                        flags,
                        1,
                        1,
                        0,
                        0,
                        row3(dst, count)));
    }

    private static AccessPattern row3(int address, int count) {
        return AccessPattern.of(address, new int[] {1, 1, 1}, new int[] {count, 1, 1});
    }

    private void put(Dtype type) {
        core.put(sbuf(0, 0), type, 1, 2);
        core.put(sbuf(1, 0), type, 3, 4);
        core.put(MOVING, type, 1, 0, 2);
        core.put(sbuf(1, 4096), type, 0, 1, -1);
    }

    /** Result row m, element n: sum over k of W[k][m] * X[k][n]. */
    @ParameterizedTest
    @EnumSource(
            value = Dtype.class,
            names = {"FP16", "BFLOAT16", "FP8_E3", "FP8_E4", "FP8_E5"})
    void multipliesNarrowFloats(Dtype type) {
        put(type);
        load(type, 0, 0, 0);
        multiply(type, 0, 0, 0, SINGLE, psum(0, 0), 3);
        assertThat(core.get(psum(0, 0), Dtype.FP32, 3)).containsExactly(1, 3, -1);
        assertThat(core.get(psum(1, 0), Dtype.FP32, 3)).containsExactly(2, 4, 0);
        assertThat(core.getBits(psum(2, 0), 4)).as("two columns only").isEqualTo(0xFFFF_FFFFL);
    }

    /** isa.md §5.1: the first element read goes to the last column. */
    @Test
    void reversesTheColumns() {
        put(Dtype.FP16);
        core.run(
                Opcode.LDWEIGHTS,
                new LoadWeights(0, row3(sbuf(0, 0), 2), Dtype.FP16.code(), 0, 0, 0, 0, 2, 2, 1, 1, 0, 0));
        multiply(Dtype.FP16, 0, 0, 0, SINGLE, psum(0, 0), 3);
        assertThat(core.get(psum(0, 0), Dtype.FP32, 3)).containsExactly(2, 4, 0);
        assertThat(core.get(psum(1, 0), Dtype.FP32, 3)).containsExactly(1, 3, -1);
    }

    /** isa.md §5.2: the low and the high part of W in two passes make the whole product. */
    @Test
    void multipliesFp32InTwoPasses() {
        put(Dtype.FP32);
        core.put(sbuf(0, 0), Dtype.FP32, 1 + 0x1p-20, 0x1p100);
        load(Dtype.FP32, LOW, 0, 0);
        multiply(Dtype.FP32, BOTH, 0, 0, BEGIN, psum(0, 0), 3);
        assertThat(core.get(psum(0, 0), Dtype.FP32, 1)).containsExactly(0x1p-20);
        load(Dtype.FP32, HIGH, 0, 0);
        multiply(Dtype.FP32, BOTH, 0, 0, 2, psum(0, 0), 3);
        assertThat(core.get(psum(0, 0), Dtype.FP32, 3)).containsExactly(1 + 0x1p-20, 3, -1 + 0x1p-19);
        assertThat(core.get(psum(1, 0), Dtype.FP32, 2)).containsExactly(0x1p100, 4);
    }

    /** exec-sunda.md §4: HIGH keeps 1.0 exactly and -FLT_MAX finite. */
    @Test
    void keepsExtremesInTheHighPart() {
        put(Dtype.FP32);
        core.put(sbuf(0, 0), Dtype.FP32, 1, -Float.MAX_VALUE);
        load(Dtype.FP32, HIGH, 0, 0);
        multiply(Dtype.FP32, HIGH, 0, 0, SINGLE, psum(0, 0), 1);
        assertThat(core.get(psum(0, 0), Dtype.FP32, 1)).containsExactly(1);
        assertThat(core.get(psum(1, 0), Dtype.FP32, 1)[0]).isFinite().isLessThan(-3.4e38);
    }

    /** exec-sunda.md §4: BEGIN marks the whole bank; the first write overwrites, later ones accumulate. */
    @Test
    void overwritesAtTheFirstTouchOfARegion() {
        put(Dtype.FP16);
        load(Dtype.FP16, 0, 0, 0);
        multiply(Dtype.FP16, 0, 0, 0, BEGIN, psum(0, 0), 3);
        multiply(Dtype.FP16, 0, 0, 0, MIDDLE, psum(0, 0), 3);
        assertThat(core.get(psum(0, 0), Dtype.FP32, 3)).containsExactly(2, 6, -2);
        multiply(Dtype.FP16, 0, 0, 0, MIDDLE, psum(0, 1024), 3);
        assertThat(core.get(psum(0, 1024), Dtype.FP32, 3)).as("same bank").containsExactly(1, 3, -1);
        multiply(Dtype.FP16, 0, 0, 0, MIDDLE, psum(0, 2048), 3);
        assertThat(core.get(psum(0, 2048), Dtype.FP32, 1)[0]).as("next bank").isNaN();
    }

    @Test
    void endsTheMarkWhereAnotherEngineWrites() {
        put(Dtype.FP16);
        load(Dtype.FP16, 0, 0, 0);
        multiply(Dtype.FP16, 0, 0, 0, BEGIN, psum(0, 0), 3);
        core.run(
                Opcode.MEMSET,
                new Memset(3, Dtype.FP32.code(), 2, 0, Float.floatToRawIntBits(100), row(psum(0, 64), 3)));
        multiply(Dtype.FP16, 0, 0, 0, MIDDLE, psum(0, 64), 3);
        assertThat(core.get(psum(0, 64), Dtype.FP32, 3)).containsExactly(101, 103, 99);
    }

    /** isa.md §5.2: a transpose moves bits, elements keep their size. */
    @Test
    void passesBitsThrough() {
        core.putBits(sbuf(0, 0), 4, 0x0001_7C01L);
        core.putBits(sbuf(1, 0), 4, 0x8000_FBFFL);
        core.put(MOVING, Dtype.FP16, 1, 0);
        core.put(sbuf(1, 4096), Dtype.FP16, 0, 1);
        load(Dtype.FP16, 0, 1, 0);
        multiply(Dtype.FP16, 0, 1, 0, SINGLE, psum(0, 0), 2);
        assertThat(core.getBits(psum(0, 0), 4)).isEqualTo(0xFBFF_7C01L);
        assertThat(core.getBits(psum(1, 0), 4)).isEqualTo(0x8000_0001L);
    }

    @Test
    void multipliesWhereTheMovingTileIsNoPermutation() {
        put(Dtype.FP16);
        load(Dtype.FP16, 0, 1, 0);
        multiply(Dtype.FP16, 0, 1, 0, SINGLE, psum(0, 0), 3);
        assertThat(core.get(psum(0, 0), Dtype.FP16, 3)).containsExactly(1, 3, -1);
    }

    /** exec-sunda.md §4: in double-pixel mode an element of a pattern stands for two; bytes accumulate in int32. */
    @Test
    void multipliesBytesByPairs() {
        put(Dtype.UINT8);
        core.put(MOVING, Dtype.UINT8, 1, 2, 3, 4);
        core.put(sbuf(1, 4096), Dtype.UINT8, 5, 6, 7, 200);
        load(Dtype.UINT8, 0, 0, 3);
        AccessPattern pairs = AccessPattern.of(MOVING, new int[] {2, 0, 1}, new int[] {2, 1, 1});
        AccessPattern sums = AccessPattern.of(psum(0, 0), new int[] {2, 0, 1}, new int[] {2, 1, 1});
        core.run(
                Opcode.MATMUL, new MatMul(pairs, Dtype.UINT8.code(), 0, 0, 3, 0, 2, 2, 0, 0, SINGLE, 1, 1, 0, 0, sums));
        assertThat(core.get(psum(0, 0), Dtype.INT32, 4)).containsExactly(16, 20, 24, 604);
        assertThat(core.get(psum(1, 0), Dtype.INT32, 4)).containsExactly(22, 28, 34, 808);
    }

    private void loadInto(int rowGroups, int columnGroups, double... weights) {
        core.put(sbuf(0, 0), Dtype.FP16, weights);
        core.run(
                Opcode.LDWEIGHTS,
                new LoadWeights(
                        0, row3(sbuf(0, 0), 2), Dtype.FP16.code(), 0, 0, 0, 0, 1, 2, rowGroups, columnGroups, 0, 0));
    }

    private double firstProduct(int rowGroups, int columnGroups) {
        core.put(MOVING, Dtype.FP16, 1);
        core.run(
                Opcode.MATMUL,
                new MatMul(
                        row3(MOVING, 1),
                        Dtype.FP16.code(),
                        0,
                        0,
                        0,
                        0,
                        1,
                        2,
                        0,
                        0,
                        SINGLE,
                        rowGroups,
                        columnGroups,
                        0,
                        0,
                        row3(psum(0, 0), 1)));
        return core.get(psum(0, 0), Dtype.FP32, 1)[0];
    }

    /** isa.md §4.5: groups are masks of the four 32-wide parts of the array. */
    @Test
    void keepsTilesOfTheArraySideBySide() {
        loadInto(1, 1, 10, 11);
        loadInto(2, 0xF, 20, 21);
        loadInto(1, 2, 30, 31);
        assertThat(firstProduct(1, 1)).isEqualTo(11);
        assertThat(firstProduct(2, 0xF)).isEqualTo(21);
        assertThat(firstProduct(2, 1)).as("fewer columns than were loaded").isEqualTo(21);
        assertThat(firstProduct(1, 2)).isEqualTo(31);
        loadInto(0xF, 1, 40, 41);
        assertThat(firstProduct(1, 2)).as("not overwritten").isEqualTo(31);
        assertThat(firstProduct(0xF, 1)).isEqualTo(41);
        assertThatThrownBy(() -> firstProduct(1, 1))
                .hasMessage("no weights are loaded in row groups 0x1 and column groups 0x1");
    }

    @Test
    void refusesWhatIsNotKnown() {
        put(Dtype.FP16);
        load(Dtype.FP16, 0, 0, 0);
        assertThatThrownBy(() -> multiply(Dtype.FP16, 0, 0, 2, SINGLE, psum(0, 0), 3))
                .hasMessage("performance mode is 0x02, only 0x00 is known");
        assertThatThrownBy(() -> multiply(Dtype.FP16, 0, 0, 0, SINGLE, sbuf(0, 0), 3))
                .hasMessageContaining("from the state buffer to PSUM only");
        assertThatThrownBy(() -> multiply(Dtype.FP32, BOTH, 0, 0, SINGLE, psum(0, 0), 3))
                .hasMessage("a product of fp32 with weights of fp16");
        assertThatThrownBy(() -> load(Dtype.FP16, 0, 0, 1)).hasMessage("performance mode is 0x01, only 0x00 is known");
    }
}
