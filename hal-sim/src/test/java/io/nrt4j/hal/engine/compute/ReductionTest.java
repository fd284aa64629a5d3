package io.nrt4j.hal.engine.compute;

import static io.nrt4j.hal.engine.compute.ComputeCore.row;
import static io.nrt4j.hal.engine.compute.ComputeCore.sbuf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nrt4j.hal.isa.AccessPattern;
import io.nrt4j.hal.isa.AluOp;
import io.nrt4j.hal.isa.Dtype;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.VectorOperands.BatchNorm;
import io.nrt4j.hal.isa.VectorOperands.TensorReduce;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reductions, running values and statistics; sources: isa.md §4.5, §5.5, isa-encodings.md §3, exec-sunda.md §5. */
class ReductionTest {
    private static final int X = 2;
    private static final int XY = 3;
    private static final int XYZ = 4;
    private static final int XYZW = 5;

    private final ComputeCore core = ComputeCore.sunda();

    @AfterEach
    void close() {
        core.close();
    }

    private static TensorReduce reduce(
            AccessPattern src, Dtype in, Dtype out, AluOp op, int dimension, int negated, int results) {
        return new TensorReduce(
                src, in.code(), out.code(), 1, negated, op.code(), dimension, 0, row(sbuf(0, 256), results));
    }

    /** Sixteen values 1 to 16 as a tensor of 2 x 2 x 2 x 2. */
    private AccessPattern sixteen(Dtype type) {
        for (int i = 0; i < 16; i++) {
            core.put(sbuf(0, i * type.bytes()), type, i + 1);
        }
        return AccessPattern.of(sbuf(0, 0), new int[] {1, 2, 4, 8}, new int[] {2, 2, 2, 2});
    }

    @Test
    void foldsAsManyInnerDimensionsAsAsked() {
        AccessPattern all = sixteen(Dtype.FP32);
        core.run(Opcode.TENSOR_REDUCE_ARITH_OP, reduce(all, Dtype.FP32, Dtype.FP32, AluOp.ADD, X, 0, 8));
        assertThat(core.get(sbuf(0, 256), Dtype.FP32, 8)).containsExactly(3, 7, 11, 15, 19, 23, 27, 31);
        core.run(Opcode.TENSOR_REDUCE_ARITH_OP, reduce(all, Dtype.FP32, Dtype.FP32, AluOp.MAX, XY, 0, 4));
        assertThat(core.get(sbuf(0, 256), Dtype.FP32, 4)).containsExactly(4, 8, 12, 16);
        core.run(Opcode.TENSOR_REDUCE_ARITH_OP, reduce(all, Dtype.FP32, Dtype.FP32, AluOp.MIN, XYZ, 0, 2));
        assertThat(core.get(sbuf(0, 256), Dtype.FP32, 2)).containsExactly(1, 9);
        core.run(Opcode.TENSOR_REDUCE_ARITH_OP, reduce(all, Dtype.FP32, Dtype.FP32, AluOp.ADD, XYZW, 1, 1));
        assertThat(core.get(sbuf(0, 256), Dtype.FP32, 1)).containsExactly(-136);
    }

    /** The 2 x 2 pooling of exec-sunda.md §5: nums [2,2,..], steps [1,row,2,..]. */
    @Test
    void poolsSquares() {
        sixteen(Dtype.FP16);
        AccessPattern squares = AccessPattern.of(sbuf(0, 0), new int[] {1, 4, 2, 8}, new int[] {2, 2, 2, 2});
        core.run(Opcode.TENSOR_REDUCE_ARITH_OP, reduce(squares, Dtype.FP16, Dtype.FP32, AluOp.MAX, XY, 0, 4));
        assertThat(core.get(sbuf(0, 256), Dtype.FP32, 4)).containsExactly(6, 8, 14, 16);
    }

    @Test
    void foldsIntegersExactly() {
        core.put(sbuf(0, 0), Dtype.INT32, 16777217, 16777217, 1);
        core.run(
                Opcode.TENSOR_REDUCE_ARITH_OP,
                reduce(row(sbuf(0, 0), 3), Dtype.INT32, Dtype.INT32, AluOp.ADD, X, 0, 1));
        assertThat(core.get(sbuf(0, 256), Dtype.INT32, 1)).containsExactly(33554435);
        core.put(sbuf(0, 0), Dtype.UINT8, 200, 100, 50);
        core.run(
                Opcode.TENSOR_REDUCE_ARITH_OP,
                reduce(row(sbuf(0, 0), 3), Dtype.UINT8, Dtype.INT32, AluOp.ADD, X, 0, 1));
        assertThat(core.get(sbuf(0, 256), Dtype.INT32, 1)).containsExactly(350);
        core.run(
                Opcode.TENSOR_REDUCE_ARITH_OP,
                reduce(row(sbuf(0, 0), 3), Dtype.UINT8, Dtype.FP32, AluOp.INT_MAX, X, 1, 1));
        assertThat(core.get(sbuf(0, 256), Dtype.FP32, 1)).containsExactly(-200);
    }

    @ParameterizedTest
    @CsvSource({"LOGICAL_AND, 0", "LOGICAL_OR, 1", "MULTIPLY, 0", "MIN, 0"})
    void foldsWithOtherOperations(AluOp op, double expected) {
        core.put(sbuf(0, 0), Dtype.UINT8, 1, 0, 1);
        core.run(Opcode.TENSOR_REDUCE_ARITH_OP, reduce(row(sbuf(0, 0), 3), Dtype.UINT8, Dtype.UINT8, op, X, 0, 1));
        assertThat(core.get(sbuf(0, 256), Dtype.UINT8, 1)).containsExactly(expected);
    }

    @Test
    void foldsBits() {
        core.put(sbuf(0, 0), Dtype.UINT16, 1, 2, 12);
        core.run(
                Opcode.TENSOR_REDUCE_BITVEC_OP,
                reduce(row(sbuf(0, 0), 3), Dtype.UINT16, Dtype.UINT16, AluOp.BITWISE_OR, X, 0, 1));
        assertThat(core.get(sbuf(0, 256), Dtype.UINT16, 1)).containsExactly(15);
    }

    /** isa.md §3: v2's 0x8C and 0x8D name their operation. */
    @Test
    void takesTheOperationFromTheOpcode() {
        core.put(sbuf(0, 0), Dtype.BFLOAT16, 1, 2, 4);
        core.run(
                Opcode.TENSOR_REDUCE_ADD_BF16,
                reduce(row(sbuf(0, 0), 3), Dtype.BFLOAT16, Dtype.BFLOAT16, AluOp.BYPASS, X, 0, 1));
        assertThat(core.get(sbuf(0, 256), Dtype.BFLOAT16, 1)).containsExactly(7);
        core.run(
                Opcode.TENSOR_REDUCE_MAX_BF16,
                reduce(row(sbuf(0, 0), 3), Dtype.BFLOAT16, Dtype.BFLOAT16, AluOp.BYPASS, X, 1, 1));
        assertThat(core.get(sbuf(0, 256), Dtype.BFLOAT16, 1)).containsExactly(-4);
    }

    /** A sum is rounded once, at the end. */
    @Test
    void sumsWithoutRoundingBetween() {
        core.put(sbuf(0, 0), Dtype.FP32, 1, 0x1p-24, 0x1p-24, 0x1p-24, 0x1p-24);
        core.run(Opcode.TENSOR_REDUCE_ARITH_OP, reduce(row(sbuf(0, 0), 5), Dtype.FP32, Dtype.FP32, AluOp.ADD, X, 0, 1));
        assertThat(core.get(sbuf(0, 256), Dtype.FP32, 1)).containsExactly(1 + 0x1p-22);
    }

    /** isa-encodings.md §3: the running value at every index of the folded dimensions. */
    @Test
    void writesEveryRunningValue() {
        core.put(sbuf(0, 0), Dtype.FP32, 3, 1, 4, 1, 5, 9);
        AccessPattern two = AccessPattern.of(sbuf(0, 0), new int[] {1, 3, 1, 1}, new int[] {3, 2, 1, 1});
        core.run(Opcode.TENSOR_CUMULATIVE_ARITH_OP, reduce(two, Dtype.FP32, Dtype.FP32, AluOp.ADD, X, 0, 6));
        assertThat(core.get(sbuf(0, 256), Dtype.FP32, 6)).containsExactly(3, 4, 8, 1, 6, 15);
        core.run(Opcode.TENSOR_CUMULATIVE_ARITH_OP, reduce(two, Dtype.FP32, Dtype.FP32, AluOp.MAX, XY, 1, 6));
        assertThat(core.get(sbuf(0, 256), Dtype.FP32, 6)).containsExactly(-3, -3, -4, -4, -5, -9);
        core.put(sbuf(0, 0), Dtype.UINT8, 1, 2, 4);
        core.run(
                Opcode.TENSOR_CUMULATIVE_BITVEC_OP,
                reduce(row(sbuf(0, 0), 3), Dtype.UINT8, Dtype.UINT8, AluOp.BITWISE_OR, X, 0, 3));
        assertThat(core.get(sbuf(0, 256), Dtype.UINT8, 3)).containsExactly(1, 3, 7);
        assertThatThrownBy(() -> core.run(
                        Opcode.TENSOR_CUMULATIVE_BITVEC_OP,
                        reduce(row(sbuf(0, 0), 3), Dtype.UINT8, Dtype.UINT8, AluOp.BITWISE_OR, X, 1, 3)))
                .hasMessage("negation is 0x01, only 0x00 is known");
    }

    @Test
    void refusesWhatDoesNotFit() {
        assertThatThrownBy(() -> core.run(
                        Opcode.TENSOR_REDUCE_ARITH_OP,
                        reduce(row(sbuf(0, 0), 4), Dtype.FP32, Dtype.FP32, AluOp.ADD, X, 0, 2)))
                .hasMessage("4 elements folded by 4 for 2 destination elements");
        assertThatThrownBy(() -> core.run(
                        Opcode.TENSOR_REDUCE_ARITH_OP,
                        reduce(row(sbuf(0, 0), 4), Dtype.FP32, Dtype.FP32, AluOp.ADD, 0, 0, 1)))
                .hasMessage("reduction dimension 0x00 is not known");
        assertThatThrownBy(() -> core.run(
                        Opcode.TENSOR_REDUCE_ARITH_OP,
                        reduce(row(sbuf(0, 0), 4), Dtype.FP32, Dtype.FP32, AluOp.CRC32, X, 0, 1)))
                .hasMessage("a reduction by CRC32");
    }

    private static BatchNorm statistics(int elements, int results, double even, double odd) {
        return new BatchNorm(
                row(sbuf(0, 0), elements),
                Dtype.FP32.code(),
                Dtype.FP32.code(),
                1,
                Float.floatToRawIntBits((float) even),
                Float.floatToRawIntBits((float) odd),
                row(sbuf(0, 256), results));
    }

    /** exec-sunda.md §5 (0x61, 0x62): count, mean, count times variance of even and odd elements, then both joined. */
    @Test
    void gathersStatistics() {
        core.put(sbuf(0, 0), Dtype.FP32, 1, 10, 3, 30, 5, 20);
        core.run(Opcode.BATCH_NORM_STATS2, statistics(6, 6, 3, 3));
        assertThat(core.get(sbuf(0, 256), Dtype.FP32, 6)).containsExactly(3, 3, 8, 3, 20, 200);

        core.put(sbuf(0, 0), Dtype.FP32, 3, 3, 8, 3, 20, 200);
        core.run(Opcode.BATCH_NORM_AGGREGATE, statistics(6, 2, 0, 0));
        double mean = 69.0 / 6;
        double variance = (1 + 100 + 9 + 900 + 25 + 400) / 6.0 - mean * mean;
        assertThat(core.get(sbuf(0, 256), Dtype.FP32, 2)).containsExactly(mean, (float) variance);
        assertThatThrownBy(() -> core.run(Opcode.BATCH_NORM_STATS2, statistics(6, 6, 2, 4)))
                .hasMessage("counts 2.0 and 4.0 for 6 elements");
    }
}
