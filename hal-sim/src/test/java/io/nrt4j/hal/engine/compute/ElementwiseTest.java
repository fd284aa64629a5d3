package io.nrt4j.hal.engine.compute;

import static io.nrt4j.hal.engine.compute.ComputeCore.psum;
import static io.nrt4j.hal.engine.compute.ComputeCore.row;
import static io.nrt4j.hal.engine.compute.ComputeCore.sbuf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.isa.ActOperands;
import io.nrt4j.hal.isa.AluOp;
import io.nrt4j.hal.isa.Dtype;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.VectorOperands.ScalarTensorTensor;
import io.nrt4j.hal.isa.VectorOperands.TensorScalar;
import io.nrt4j.hal.isa.VectorOperands.TensorTensor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Arithmetic element by element; sources: isa.md §5.6, §5.7, isa-encodings.md §2, §3, exec-sunda.md §5. */
class ElementwiseTest {
    private static final int NO = 0;
    private static final int POINTER = 1;

    private final ComputeCore core = ComputeCore.sunda();

    @AfterEach
    void close() {
        core.close();
    }

    private static int pair(Dtype low, Dtype high) {
        return low.code() | high.code() << 4;
    }

    private static TensorTensor tensors(
            AluOp op, Dtype in0, int src0, Dtype in1, int src1, Dtype out, int dst, int count, int channels) {
        return new TensorTensor(
                pair(in0, in1), out.code(), op.code(), channels, row(src0, count), row(src1, count), row(dst, count));
    }

    private static TensorScalar scalar(
            AluOp op0, int source0, int imm0, AluOp op1, int source1, int imm1, int reverse) {
        return scalar(Dtype.FP32, op0, source0, imm0, op1, source1, imm1, reverse);
    }

    private static TensorScalar scalar(
            Dtype type, AluOp op0, int source0, int imm0, AluOp op1, int source1, int imm1, int reverse) {
        return new TensorScalar(
                0,
                row(sbuf(0, 0), 3),
                type.code(),
                type.code(),
                2,
                source0,
                op0.code(),
                op1.code(),
                reverse,
                source1,
                imm0,
                imm1,
                row(sbuf(0, 64), 3));
    }

    private static int bits(double value) {
        return Float.floatToRawIntBits((float) value);
    }

    /** Partitions 0 and 1 at byte 0: 1 2 3 and 10 20 30. */
    private void putRows(Dtype type) {
        core.put(sbuf(0, 0), type, 1, 2, 3);
        core.put(sbuf(1, 0), type, 10, 20, 30);
    }

    @Test
    void addsTensorsOfDifferentTypesAndPlaces() {
        core.put(psum(0, 0), Dtype.FP32, 1.5, -2);
        core.put(psum(1, 0), Dtype.FP32, 4, 0);
        core.put(sbuf(32, 8), Dtype.FP16, 1, 2);
        core.put(sbuf(33, 8), Dtype.FP16, 3, 4);
        core.run(
                Opcode.TENSOR_TENSOR_ARITH_OP,
                tensors(AluOp.ADD, Dtype.FP32, psum(0, 0), Dtype.FP16, sbuf(32, 8), Dtype.BFLOAT16, sbuf(64, 0), 2, 2));
        assertThat(core.get(sbuf(64, 0), Dtype.BFLOAT16, 2)).containsExactly(2.5, 0);
        assertThat(core.get(sbuf(65, 0), Dtype.BFLOAT16, 2)).containsExactly(7, 4);
        assertThat(core.getBits(sbuf(66, 0), 4)).as("the next partition").isEqualTo(0xFFFF_FFFFL);
    }

    @ParameterizedTest
    @CsvSource({"IS_GT, 0, 1", "IS_LE, 1, 0", "LOGICAL_AND, 1, 1", "SUBTRACT, -1, 1"})
    void givesTruthValuesAsNumbers(AluOp op, double first, double second) {
        core.put(sbuf(0, 0), Dtype.FP32, 1, 3);
        core.put(sbuf(0, 16), Dtype.FP32, 2, 2);
        core.run(
                Opcode.TENSOR_TENSOR_ARITH_OP,
                tensors(op, Dtype.FP32, sbuf(0, 0), Dtype.FP32, sbuf(0, 16), Dtype.INT8, sbuf(0, 64), 2, 1));
        assertThat(core.get(sbuf(0, 64), Dtype.INT8, 2)).containsExactly(first, second);
    }

    /** exec-sunda.md §5: 0xC4 and 0xC5 modulo 2^32, signs mixed. */
    @Test
    void countsModuloTheWordInTheIntegerEngine() {
        core.put(sbuf(0, 0), Dtype.UINT32, 0xFFFF_FFFFL, 0x8000_0001L);
        core.put(sbuf(0, 16), Dtype.INT32, 3, 2);
        core.run(
                Opcode.TENSOR_TENSOR_ARITH_OP,
                tensors(
                        AluOp.INT_MULTIPLY,
                        Dtype.UINT32,
                        sbuf(0, 0),
                        Dtype.INT32,
                        sbuf(0, 16),
                        Dtype.UINT32,
                        sbuf(0, 64),
                        2,
                        1));
        assertThat(core.get(sbuf(0, 64), Dtype.UINT32, 2)).containsExactly(0xFFFF_FFFDL, 2);
    }

    @Test
    void comparesUnsignedWordsAsUnsigned() {
        core.put(sbuf(0, 0), Dtype.INT32, -1, 1);
        core.put(sbuf(0, 16), Dtype.UINT32, 0xFFFF_FFFFL, 2);
        core.run(
                Opcode.TENSOR_TENSOR_ARITH_OP,
                tensors(
                        AluOp.UINT_IS_GE,
                        Dtype.INT32,
                        sbuf(0, 0),
                        Dtype.UINT32,
                        sbuf(0, 16),
                        Dtype.FP32,
                        sbuf(0, 64),
                        2,
                        1));
        assertThat(core.get(sbuf(0, 64), Dtype.FP32, 2)).containsExactly(1, 0);
    }

    @Test
    void combinesBits() {
        core.put(sbuf(0, 0), Dtype.UINT8, 0b1100, 0xFF);
        core.put(sbuf(0, 16), Dtype.UINT8, 0b1010, 0x0F);
        core.run(
                Opcode.TENSOR_TENSOR_BITVEC_OP,
                tensors(
                        AluOp.BITWISE_AND,
                        Dtype.UINT8,
                        sbuf(0, 0),
                        Dtype.UINT8,
                        sbuf(0, 16),
                        Dtype.UINT8,
                        sbuf(0, 64),
                        2,
                        1));
        assertThat(core.get(sbuf(0, 64), Dtype.UINT8, 2)).containsExactly(0b1000, 0x0F);
        assertThatThrownBy(() -> core.run(
                        Opcode.TENSOR_TENSOR_BITVEC_OP,
                        tensors(
                                AluOp.ADD,
                                Dtype.UINT8,
                                sbuf(0, 0),
                                Dtype.UINT8,
                                sbuf(0, 16),
                                Dtype.UINT8,
                                sbuf(0, 64),
                                2,
                                1)))
                .isInstanceOf(InstructionFaultException.class)
                .hasMessageContaining("ADD between two tensors");
    }

    /** isa.md §3: v2's opcodes that name their operation. */
    @ParameterizedTest
    @CsvSource({"TENSOR_TENSOR_ADD_BF16, 5, 1.5", "TENSOR_TENSOR_SUB_BF16, 1, -2.5", "TENSOR_TENSOR_MULT_BF16, 6, -1"})
    void takesTheOperationFromTheOpcode(Opcode opcode, double first, double second) {
        core.put(sbuf(0, 0), Dtype.BFLOAT16, 3, -0.5);
        core.put(sbuf(0, 16), Dtype.BFLOAT16, 2, 2);
        core.run(
                opcode,
                tensors(
                        AluOp.BYPASS,
                        Dtype.BFLOAT16,
                        sbuf(0, 0),
                        Dtype.BFLOAT16,
                        sbuf(0, 16),
                        Dtype.BFLOAT16,
                        sbuf(0, 64),
                        2,
                        1));
        assertThat(core.get(sbuf(0, 64), Dtype.BFLOAT16, 2)).containsExactly(first, second);
    }

    /** isa.md §4.5: bit 0 exchanges the operands of op0, bit 1 those of op1. */
    @ParameterizedTest
    @CsvSource({"0, -8, -7, -6", "1, 8, 7, 6", "2, 8, 7, 6", "3, -8, -7, -6"})
    void reversesOperands(int reverse, double a, double b, double c) {
        putRows(Dtype.FP32);
        core.run(
                Opcode.TENSOR_SCALAR_ARITH_OP,
                scalar(AluOp.SUBTRACT, NO, bits(9), AluOp.SUBTRACT, NO, bits(0), reverse));
        assertThat(core.get(sbuf(0, 64), Dtype.FP32, 3)).containsExactly(a, b, c);
    }

    /** isa.md §5.6, exec-sunda.md §5: sources of the two immediates at 35 and 39. */
    @Test
    void takesOneScalarPerPartition() {
        putRows(Dtype.FP32);
        core.put(sbuf(64, 4), Dtype.FP32, 2);
        core.put(sbuf(65, 4), Dtype.FP32, 0.5);
        core.put(sbuf(0, 128), Dtype.FP32, 100);
        core.put(sbuf(1, 128), Dtype.FP32, 200);
        core.run(
                Opcode.TENSOR_SCALAR_ARITH_OP,
                scalar(AluOp.MULTIPLY, POINTER, sbuf(64, 4), AluOp.ADD, POINTER, sbuf(0, 128), 0));
        assertThat(core.get(sbuf(0, 64), Dtype.FP32, 3)).containsExactly(102, 104, 106);
        assertThat(core.get(sbuf(1, 64), Dtype.FP32, 3)).containsExactly(205, 210, 215);
    }

    @Test
    void findsScalarsInMemoryByOpcode() {
        putRows(Dtype.FP32);
        core.put(sbuf(0, 128), Dtype.FP32, 3);
        core.put(sbuf(1, 128), Dtype.FP32, 4);
        core.run(Opcode.TENSOR_SCALAR_PTR_ARITH_OP, scalar(AluOp.ADD, NO, sbuf(0, 128), AluOp.BYPASS, NO, 0, 0));
        assertThat(core.get(sbuf(0, 64), Dtype.FP32, 3)).containsExactly(4, 5, 6);
        assertThat(core.get(sbuf(1, 64), Dtype.FP32, 3)).containsExactly(14, 24, 34);
    }

    @Test
    void refusesARegisterPointer() {
        assertThatThrownBy(
                        () -> core.run(Opcode.TENSOR_SCALAR_ARITH_OP, scalar(AluOp.ADD, 2, 5, AluOp.BYPASS, NO, 0, 0)))
                .hasMessageContaining("source 0x02 of an immediate");
    }

    /** exec-sunda.md §5 (0x53): random fp32 in [1,2) from raw bits. */
    @Test
    void masksBits() {
        core.putBits(sbuf(0, 0), 4, 0xFFFF_FFFFL);
        core.putBits(sbuf(0, 4), 4, 0x0040_0000L);
        core.run(
                Opcode.TENSOR_SCALAR_BITVEC_OP,
                scalar(Dtype.INT32, AluOp.BITWISE_AND, NO, 0x7F_FFFF, AluOp.BITWISE_OR, NO, 0x3F80_0000, 0));
        assertThat(core.get(sbuf(0, 64), Dtype.FP32, 2)).containsExactly(2 - 0x1p-23, 1.5);
    }

    @Test
    void shiftsByAScalarPerPartition() {
        core.put(sbuf(0, 0), Dtype.INT16, -8, 8, 1);
        core.put(sbuf(1, 0), Dtype.INT16, -8, 8, 1);
        core.put(sbuf(0, 128), Dtype.INT16, 1);
        core.put(sbuf(1, 128), Dtype.INT16, 2);
        core.run(
                Opcode.TENSOR_SCALAR_PTR_BITVEC_OP,
                scalar(Dtype.INT16, AluOp.ARITH_SHIFT_RIGHT, NO, sbuf(0, 128), AluOp.BYPASS, NO, 0, 0));
        assertThat(core.get(sbuf(0, 64), Dtype.INT16, 3)).containsExactly(-4, 4, 0);
        assertThat(core.get(sbuf(1, 64), Dtype.INT16, 3)).containsExactly(-2, 2, 0);
    }

    @Test
    void countsIntegersExactly() {
        core.put(sbuf(0, 0), Dtype.INT32, 16777217, -5, 7);
        core.run(
                Opcode.TENSOR_SCALAR_ARITH_OP,
                scalar(Dtype.INT32, AluOp.INT_MULTIPLY, NO, 3, AluOp.INT_ADD, NO, -1, 0));
        assertThat(core.get(sbuf(0, 64), Dtype.INT32, 3)).containsExactly(50331650, -16, 20);
    }

    /** Each operation takes element, intermediate and scalar by its own sign. Source: isa.md §4.4. */
    @Test
    void readsSignedAndUnsignedOperandsInOneInstruction() {
        core.put(sbuf(0, 0), Dtype.INT32, -3, 2, 7);
        core.run(Opcode.TENSOR_SCALAR_ARITH_OP, scalar(Dtype.INT32, AluOp.INT_MAX, NO, -1, AluOp.UINT_MAX, NO, 5, 0));
        assertThat(core.get(sbuf(0, 64), Dtype.INT32, 3)).containsExactly(-1, 5, 7);
        core.run(Opcode.TENSOR_SCALAR_ARITH_OP, scalar(Dtype.INT32, AluOp.UINT_MAX, NO, 6, AluOp.INT_MAX, NO, -1, 0));
        assertThat(core.get(sbuf(0, 64), Dtype.INT32, 3)).containsExactly(-1, 6, 7);
        core.put(sbuf(0, 0), Dtype.INT32, 0, 1, 2);
        core.run(
                Opcode.TENSOR_SCALAR_ARITH_OP,
                scalar(Dtype.INT32, AluOp.INT_ADD, NO, -1, AluOp.UINT_IS_GT, NO, 0xFFFF_FFFE, 0));
        assertThat(core.get(sbuf(0, 64), Dtype.INT32, 3)).containsExactly(1, 0, 0);
    }

    /** A scalar has the width of the operand, in the slot as in memory. Source: isa-encodings.md §3 (0x53). */
    @Test
    void takesScalarsAtTheWidthOfTheirType() {
        core.put(sbuf(0, 0), Dtype.UINT8, 200, 3);
        core.run(Opcode.TENSOR_SCALAR_ARITH_OP, scalar(Dtype.UINT8, AluOp.UINT_MAX, NO, 0x105, AluOp.BYPASS, NO, 0, 0));
        assertThat(core.get(sbuf(0, 64), Dtype.UINT8, 2)).containsExactly(200, 5);
    }

    /** isa-encodings.md §3: 0x9A sums its results, 0x9B reads the sum, 0xE6 writes every running value. */
    @Test
    void sumsResultsPerPartition() {
        putRows(Dtype.FP32);
        TensorScalar doubled = scalar(AluOp.MULTIPLY, NO, bits(2), AluOp.BYPASS, NO, 0, 0);
        core.run(Opcode.TENSOR_SCALAR_CACHE_REDUCE, withCommand(doubled, 3));
        assertThat(core.get(sbuf(1, 64), Dtype.FP32, 3)).containsExactly(20, 40, 60);
        core.run(Opcode.TENSOR_SCALAR_CACHE_REDUCE, withCommand(doubled, 2));
        core.run(Opcode.DVE_READ_ACCUMULATOR, readAccumulator(1));
        assertThat(core.get(sbuf(0, 256), Dtype.FP32, 1)).containsExactly(-24);
        assertThat(core.get(sbuf(1, 256), Dtype.FP32, 1)).containsExactly(-240);
        core.run(Opcode.TENSOR_SCALAR_CACHE_CUMULATIVE, withCommand(doubled, 3));
        assertThat(core.get(sbuf(0, 64), Dtype.FP32, 3)).containsExactly(2, 6, 12);
        core.run(Opcode.TENSOR_SCALAR_CACHE_CUMULATIVE, withCommand(doubled, 2));
        assertThat(core.get(sbuf(0, 64), Dtype.FP32, 3)).containsExactly(14, 18, 24);
        assertThatThrownBy(() -> core.run(Opcode.TENSOR_SCALAR_CACHE_REDUCE, withCommand(doubled, 0)))
                .hasMessageContaining("without an accumulator command");
        assertThatThrownBy(() -> core.run(Opcode.TENSOR_SCALAR_CACHE_REDUCE, withCommand(doubled, 4)))
                .hasMessageContaining("accumulator command 0x04 is not known");
    }

    private static ActOperands.ReadAccumulator readAccumulator(int negated) {
        return new ActOperands.ReadAccumulator(1, Dtype.FP32.code(), negated, 2, row(sbuf(0, 256), 1));
    }

    private static TensorScalar withCommand(TensorScalar in, int command) {
        return new TensorScalar(
                command,
                in.src(),
                in.inDtype(),
                in.outDtype(),
                in.channels(),
                in.immediate0Source(),
                in.op0(),
                in.op1(),
                in.reverseOperands(),
                in.immediate1Source(),
                in.immediate0(),
                in.immediate1(),
                in.dst());
    }

    /** isa-encodings.md §3: 0x93 reads the source transposed, channels a multiple of 32. */
    @Test
    void readsBlocksTransposed() {
        for (int p = 0; p < 32; p++) {
            for (int e = 0; e < 32; e++) {
                core.put(sbuf(p, 2 * e), Dtype.FP16, 32 * p + e);
            }
        }
        core.run(
                Opcode.TRANSPOSE_TENSOR_SCALAR_ARITH_OP,
                new TensorScalar(
                        0,
                        row(sbuf(0, 0), 32),
                        Dtype.FP16.code(),
                        Dtype.FP32.code(),
                        32,
                        0,
                        AluOp.ADD.code(),
                        0,
                        0,
                        0,
                        bits(0.5),
                        0,
                        row(sbuf(0, 128), 32)));
        assertThat(core.get(sbuf(3, 128), Dtype.FP32, 3)).containsExactly(3.5, 35.5, 67.5);
    }

    private static ScalarTensorTensor scan(AluOp op0, AluOp op1, int immediate, int command, Dtype type) {
        return new ScalarTensorTensor(
                row(sbuf(0, 0), 3),
                row(sbuf(0, 16), 3),
                op0.code(),
                op1.code(),
                0,
                0,
                pair(type, type),
                type.code(),
                1,
                Dtype.FP32.code(),
                command,
                row(sbuf(0, 64), 3),
                immediate);
    }

    /** isa-encodings.md §3, exec-sunda.md §5 (0xE5): state = (src0 op0 state) op1 src1. */
    @Test
    void scans() {
        core.put(sbuf(0, 0), Dtype.FP32, 1, 2, 3);
        core.put(sbuf(0, 16), Dtype.FP32, 10, 20, 30);
        core.run(Opcode.TENSOR_TENSOR_SCAN_ARITH, scan(AluOp.MULTIPLY, AluOp.ADD, bits(5), 0, Dtype.FP32));
        assertThat(core.get(sbuf(0, 64), Dtype.FP32, 3)).containsExactly(15, 50, 180);
    }

    /** isa-encodings.md §3 (0x9D, 0x9E): (src0 op0 imm0) op1 src1. */
    @Test
    void combinesScalarAndTensors() {
        core.put(sbuf(0, 0), Dtype.FP32, 1, 2, 3);
        core.put(sbuf(0, 16), Dtype.FP32, 10, 20, 30);
        core.run(Opcode.SCALAR_TENSOR_TENSOR_ARITH, scan(AluOp.MULTIPLY, AluOp.SUBTRACT, bits(5), 3, Dtype.FP32));
        assertThat(core.get(sbuf(0, 64), Dtype.FP32, 3)).containsExactly(-5, -10, -15);
        core.run(
                Opcode.DVE_READ_ACCUMULATOR,
                new ActOperands.ReadAccumulator(1, Dtype.FP32.code(), 0, 1, row(sbuf(0, 256), 1)));
        assertThat(core.get(sbuf(0, 256), Dtype.FP32, 1)).containsExactly(-30);

        core.put(sbuf(0, 0), Dtype.INT32, 0xF0, 0x0F, 0xFF);
        core.put(sbuf(0, 16), Dtype.INT32, 1, 2, 4);
        core.run(Opcode.SCALAR_TENSOR_TENSOR_BITVEC, scan(AluOp.BITWISE_AND, AluOp.BITWISE_OR, 0x3C, 0, Dtype.INT32));
        assertThat(core.get(sbuf(0, 64), Dtype.INT32, 3)).containsExactly(0x31, 0x0E, 0x3C);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void refusesCountsThatDiffer(int count) {
        TensorTensor operands = new TensorTensor(
                pair(Dtype.FP32, Dtype.FP32),
                Dtype.FP32.code(),
                AluOp.ADD.code(),
                1,
                row(sbuf(0, 0), 3),
                row(sbuf(0, 16), 3),
                row(sbuf(0, 64), count));
        assertThatThrownBy(() -> core.run(Opcode.TENSOR_TENSOR_ARITH_OP, operands))
                .hasMessage("3 source elements per partition for " + count + " destination elements");
    }
}
