package io.nrt4j.hal.engine.compute;

import static io.nrt4j.hal.engine.compute.ComputeCore.row;
import static io.nrt4j.hal.engine.compute.ComputeCore.sbuf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nrt4j.hal.isa.AccessPattern;
import io.nrt4j.hal.isa.AluOp;
import io.nrt4j.hal.isa.Bytes;
import io.nrt4j.hal.isa.Dtype;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.PoolOperands;
import io.nrt4j.hal.isa.VectorOperands.BatchNorm;
import io.nrt4j.hal.isa.VectorOperands.CopyPredicatedScalar;
import io.nrt4j.hal.isa.VectorOperands.MatchReplace;
import io.nrt4j.hal.isa.VectorOperands.Memset;
import io.nrt4j.hal.isa.VectorOperands.ParameterLoad;
import io.nrt4j.hal.isa.VectorOperands.TensorReduce;
import io.nrt4j.hal.isa.VectorOperands.TensorTensor;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Copies, fills, shuffles, selections and searches; sources: isa.md §5.5, §5.8, isa-encodings.md §3, exec-sunda.md §5. */
class MovementTest {
    private static final int DST = sbuf(0, 1024);

    private final ComputeCore core = ComputeCore.sunda();

    @AfterEach
    void close() {
        core.close();
    }

    private static TensorReduce move(
            AccessPattern src, Dtype in, Dtype out, AccessPattern dst, int channels, int mask) {
        return new TensorReduce(src, in.code(), out.code(), channels, 0, 0, 0, mask, dst);
    }

    @Test
    void copiesBitsAlongPatterns() {
        core.putBits(sbuf(0, 0), 8, 0x7FA0_0001_FFC0_0002L);
        core.run(
                Opcode.COPY,
                move(
                        AccessPattern.of(sbuf(0, 4), new int[] {-1, 1, 1, 1}, new int[] {2, 1, 1, 1}),
                        Dtype.FP32,
                        Dtype.FP32,
                        AccessPattern.of(DST, new int[] {3, 1, 1, 1}, new int[] {2, 1, 1, 1}),
                        1,
                        0));
        assertThat(core.getBits(DST, 4)).as("a signalling NaN keeps its bits").isEqualTo(0x7FA0_0001L);
        assertThat(core.getBits(DST + 12, 4)).isEqualTo(0xFFC0_0002L);
        assertThat(core.getBits(DST + 4, 4)).as("between").isEqualTo(0xFFFF_FFFFL);
    }

    @Test
    void copiesBetweenPartitions() {
        core.put(sbuf(64, 0), Dtype.INT8, 5, 6);
        core.put(sbuf(65, 0), Dtype.INT8, 7, 8);
        core.run(Opcode.COPY, move(row(sbuf(64, 0), 2), Dtype.INT8, Dtype.INT8, row(sbuf(32, 1), 2), 2, 0));
        assertThat(core.get(sbuf(32, 1), Dtype.INT8, 2)).containsExactly(5, 6);
        assertThat(core.get(sbuf(33, 1), Dtype.INT8, 2)).containsExactly(7, 8);
    }

    @Test
    void refusesACopyBetweenTypes() {
        assertThatThrownBy(() ->
                        core.run(Opcode.COPY, move(row(sbuf(0, 0), 2), Dtype.FP16, Dtype.BFLOAT16, row(DST, 2), 1, 0)))
                .hasMessage("a copy from fp16 to bfloat16");
    }

    @Test
    void castsByValue() {
        core.put(sbuf(0, 0), Dtype.FP32, 2.5, -300, 1 + 0x1p-9, 70000);
        core.run(Opcode.CAST, move(row(sbuf(0, 0), 4), Dtype.FP32, Dtype.INT8, row(DST, 4), 1, 0));
        assertThat(core.get(DST, Dtype.INT8, 4)).containsExactly(2, -128, 1, 127);
        core.run(Opcode.CAST, move(row(sbuf(0, 0), 4), Dtype.FP32, Dtype.FP16, row(DST, 4), 1, 0));
        assertThat(core.get(DST, Dtype.FP16, 4)).containsExactly(2.5, -300, 1 + 0x1p-9, Double.POSITIVE_INFINITY);
        core.run(Opcode.CAST, move(row(sbuf(0, 0), 4), Dtype.FP32, Dtype.BFLOAT16, row(DST, 4), 1, 0));
        assertThat(core.get(DST, Dtype.BFLOAT16, 4)).containsExactly(2.5, -300, 1, 70144);
    }

    @Test
    void takesReciprocals() {
        core.put(sbuf(0, 0), Dtype.FP32, 4, -0.5, 0);
        core.run(Opcode.RECIPROCAL, move(row(sbuf(0, 0), 3), Dtype.FP32, Dtype.FP32, row(DST, 3), 1, 0));
        assertThat(core.get(DST, Dtype.FP32, 3)).containsExactly(0.25, -2, Double.POSITIVE_INFINITY);
    }

    @Test
    void fillsWithRawBits() {
        core.run(Opcode.MEMSET, new Memset(3, Dtype.FP16.code(), 2, 0, 0x3C00, row(DST, 3)));
        assertThat(core.get(sbuf(1, 1024), Dtype.FP16, 3)).containsExactly(1, 1, 1);
        assertThat(core.getBits(sbuf(2, 1024), 2)).isEqualTo(0xFFFF);
        assertThatThrownBy(() -> core.run(Opcode.MEMSET, new Memset(4, Dtype.FP16.code(), 2, 0, 0, row(DST, 3))))
                .hasMessage("3 elements in the pattern, 4 in the count");
    }

    @Test
    void drawsRandomBits() {
        core.run(Opcode.RNG, new Memset(64, Dtype.UINT32.code(), 1, 0, 0, row(DST, 64)));
        assertThat(Arrays.stream(core.get(DST, Dtype.UINT32, 64)).distinct().count())
                .isGreaterThan(60);
    }

    private void loadMask(int... entries) {
        byte[] mask = new byte[32];
        Arrays.fill(mask, (byte) 0x20);
        for (int i = 0; i < entries.length; i++) {
            mask[i] = (byte) entries[i];
        }
        core.run(Opcode.LOAD_MASK_SELECT, new PoolOperands.ImmediateBlock(0, 0, Bytes.of(mask)));
    }

    /** exec-sunda.md §5 (0x6A): output partition i takes input partition mask[i]; 32 and above is not written. */
    @Test
    void shufflesPartitionsInGroups() {
        for (int p = 0; p < 64; p++) {
            core.put(sbuf(p, 0), Dtype.INT16, p, 100 + p);
        }
        loadMask(2, 2, 0xFF, 0);
        core.run(Opcode.STREAM_SHUFFLE, move(row(sbuf(0, 0), 2), Dtype.INT16, Dtype.INT16, row(sbuf(64, 8), 2), 64, 0));
        assertThat(core.get(sbuf(64, 8), Dtype.INT16, 2)).containsExactly(2, 102);
        assertThat(core.get(sbuf(65, 8), Dtype.INT16, 2)).containsExactly(2, 102);
        assertThat(core.getBits(sbuf(66, 8), 4)).isEqualTo(0xFFFF_FFFFL);
        assertThat(core.get(sbuf(67, 8), Dtype.INT16, 2)).containsExactly(0, 100);
        assertThat(core.get(sbuf(96, 8), Dtype.INT16, 2)).as("second group").containsExactly(34, 134);
    }

    /** exec-sunda.md §5 (0x6B): blocks transposed, a shorter destination, the mask as a write enable. */
    @Test
    void transposesBlocks() {
        for (int p = 0; p < 32; p++) {
            for (int e = 0; e < 64; e++) {
                core.put(sbuf(p, e), Dtype.UINT8, (7 * p + e) % 256);
            }
        }
        core.run(Opcode.STREAM_TRANSPOSE, move(row(sbuf(0, 0), 64), Dtype.UINT8, Dtype.UINT8, row(DST, 34), 32, 0));
        assertThat(core.get(sbuf(5, 1024), Dtype.UINT8, 2)).containsExactly(5, 12);
        assertThat(core.get(sbuf(5, 1024 + 32), Dtype.UINT8, 2)).containsExactly(37, 44);
        assertThat(core.getBits(sbuf(5, 1024 + 34), 1)).isEqualTo(0xFF);

        loadMask(0, 0x20, 7);
        int other = sbuf(32, 2048);
        core.run(Opcode.STREAM_TRANSPOSE, move(row(sbuf(0, 0), 32), Dtype.UINT8, Dtype.UINT8, row(other, 1), 32, 1));
        assertThat(core.get(other, Dtype.UINT8, 1)).containsExactly(0);
        assertThat(core.getBits(sbuf(33, 2048), 1)).isEqualTo(0xFF);
        assertThat(core.get(sbuf(34, 2048), Dtype.UINT8, 1))
                .as("enabled, not permuted")
                .containsExactly(2);
    }

    /** isa-encodings.md §3 (0x72, 0x99): written where the predicate is not zero. */
    @Test
    void copiesWhereAPredicateHolds() {
        core.put(sbuf(0, 0), Dtype.UINT8, 1, 0, 7);
        core.put(sbuf(0, 16), Dtype.FP32, 1.5, 2.5, 3.5);
        core.put(DST, Dtype.FP32, -1, -1, -1);
        core.run(Opcode.COPY_PREDICATED, predicated(Dtype.FP32));
        assertThat(core.get(DST, Dtype.FP32, 3)).containsExactly(1.5, -1, 3.5);
        core.put(DST, Dtype.FP16, -1, -1, -1);
        core.run(Opcode.CAST_PREDICATED, predicated(Dtype.FP16));
        assertThat(core.get(DST, Dtype.FP16, 3)).containsExactly(1.5, -1, 3.5);
    }

    private static TensorTensor predicated(Dtype out) {
        return new TensorTensor(
                Dtype.UINT8.code() | Dtype.FP32.code() << 4,
                out.code(),
                AluOp.BYPASS.code(),
                1,
                row(sbuf(0, 0), 3),
                row(sbuf(0, 16), 3),
                row(DST, 3));
    }

    /** exec-sunda.md §5, §7 (0xE8): inverted, where the predicate is zero; else where it is not. */
    @Test
    void writesAScalarWhereAPredicateHolds() {
        core.put(sbuf(0, 0), Dtype.UINT8, 1, 0, 7);
        core.put(DST, Dtype.FP16, 5, 5, 5);
        core.run(Opcode.COPY_PREDICATED_SCALAR, predicatedScalar(1, Dtype.FP16, 0xFBFF));
        assertThat(core.get(DST, Dtype.FP16, 3)).containsExactly(5, -65504, 5);
        core.run(Opcode.COPY_PREDICATED_SCALAR, predicatedScalar(0, Dtype.FP32, 0x3FC0_0000));
        assertThat(core.get(DST, Dtype.FP16, 3)).containsExactly(1.5, -65504, 1.5);
    }

    private static CopyPredicatedScalar predicatedScalar(int inverted, Dtype scalarType, int scalar) {
        return new CopyPredicatedScalar(
                row(sbuf(0, 0), 3),
                Dtype.UINT8.code(),
                inverted,
                1,
                scalarType.code(),
                Dtype.FP16.code(),
                scalar,
                row(DST, 3));
    }

    /** isa-encodings.md §3 (0x7E): base + sum of index * step + partition * multiplier. */
    @Test
    void counts() {
        AccessPattern sequence = AccessPattern.of(100, new int[] {1, -10, 0, 0}, new int[] {3, 2, 1, 1});
        core.run(Opcode.IOTA, new PoolOperands.Iota(sequence, Dtype.INT32.code(), 2, 1000, row(DST, 6)));
        assertThat(core.get(DST, Dtype.INT32, 6)).containsExactly(100, 101, 102, 90, 91, 92);
        assertThat(core.get(sbuf(1, 1024), Dtype.INT32, 2)).containsExactly(1100, 1101);
        core.run(Opcode.IOTA, new PoolOperands.Iota(sequence, Dtype.BFLOAT16.code(), 1, 0, row(DST, 6)));
        assertThat(core.get(DST, Dtype.BFLOAT16, 2)).containsExactly(100, 101);
    }

    /** exec-sunda.md §5 (0x67, 0x68): pieces of a table, the first one zeroing what it does not hit. */
    @Test
    void gathersFromPiecesOfATable() {
        core.put(sbuf(0, 0), Dtype.FP32, 10, 11, 12, 13);
        core.put(sbuf(0, 64), Dtype.UINT32, 3, 0, 0x201, 2);
        core.run(
                Opcode.POOL_BUFFER_LOAD,
                new PoolOperands.PoolBufferLoad(row(sbuf(0, 0), 4), Dtype.FP32.code(), 1, 0, 0x1FF));
        core.run(Opcode.GATHER, gather(0, Dtype.FP32));
        assertThat(core.get(DST, Dtype.FP32, 4)).containsExactly(13, 10, 0, 12);
        core.put(sbuf(0, 0), Dtype.FP32, 20, 21, 22, 23);
        core.run(
                Opcode.POOL_BUFFER_LOAD,
                new PoolOperands.PoolBufferLoad(row(sbuf(0, 0), 4), Dtype.FP32.code(), 1, 0x200, 0x1FF));
        core.run(Opcode.GATHER, gather(1, Dtype.FP32));
        assertThat(core.get(DST, Dtype.FP32, 4)).containsExactly(13, 10, 21, 12);
        core.run(Opcode.GATHER, gather(0, Dtype.FP16));
        assertThat(core.get(DST, Dtype.FP16, 4)).containsExactly(0, 0, 21, 0);
    }

    private static PoolOperands.Gather gather(int keep, Dtype out) {
        return new PoolOperands.Gather(row(sbuf(0, 64), 4), Dtype.UINT32.code(), out.code(), 1, keep, 0, row(DST, 4));
    }

    private static BatchNorm search(AccessPattern src, Dtype out, AccessPattern dst) {
        return new BatchNorm(src, Dtype.FP32.code(), out.code(), 1, 0, 0, dst);
    }

    /** exec-sunda.md §5 (0x6C to 0x6F): the eight largest, their positions, and their replacement. */
    @Test
    void findsTheEightLargest() {
        core.put(sbuf(0, 0), Dtype.FP32, 5, 1, 9, 9, 2, 8, 7, 3, 4, 6);
        int top = sbuf(0, 512);
        core.run(
                Opcode.MAX8,
                search(row(sbuf(0, 0), 10), Dtype.FP32, AccessPattern.of(top + 28, new int[] {-1, 1}, new int[] {8, 1
                })));
        assertThat(core.get(top, Dtype.FP32, 8)).containsExactly(9, 9, 8, 7, 6, 5, 4, 3);

        core.run(
                Opcode.MATCH_VALUE_LOAD,
                new ParameterLoad(
                        AccessPattern.of(top + 28, new int[] {-1, 1}, new int[] {8, 1}), Dtype.FP32.code(), 1));
        core.run(Opcode.FIND_INDEX8, search(row(sbuf(0, 0), 10), Dtype.UINT32, row(DST, 8)));
        assertThat(core.get(DST, Dtype.UINT32, 8)).containsExactly(2, 3, 5, 6, 9, 0, 8, 7);

        core.run(
                Opcode.MATCH_REPLACE8,
                new MatchReplace(
                        row(sbuf(0, 0), 10),
                        Dtype.FP32.code(),
                        Dtype.FP32.code(),
                        1,
                        Float.floatToRawIntBits(Float.NEGATIVE_INFINITY),
                        row(sbuf(0, 0), 10)));
        double low = Double.NEGATIVE_INFINITY;
        assertThat(core.get(sbuf(0, 0), Dtype.FP32, 10)).containsExactly(low, 1, low, low, 2, low, low, low, low, low);
        core.run(Opcode.FIND_INDEX8, search(row(sbuf(0, 0), 10), Dtype.UINT32, row(DST, 8)));
        assertThat(core.get(DST, Dtype.UINT32, 1)).as("no match").containsExactly(0xFFFF_FFFFL);
    }

    private static PoolOperands.TensorScalarAddress addresses(
            Dtype in, Dtype out, AluOp op0, long imm0, int source0, AluOp op1, long imm1, int source1) {
        return new PoolOperands.TensorScalarAddress(
                row(sbuf(0, 0), 2),
                imm0,
                imm1,
                Dtype.UINT64.code() | Dtype.UINT64.code() << 4,
                in.code() | out.code() << 4,
                source0,
                source1,
                op0.code(),
                op1.code(),
                2,
                0,
                row(DST, 2));
    }

    /** exec-sunda.md §5 (0x74): addresses from indices, modulo the width of the result. */
    @Test
    void computesAddresses() {
        core.put(sbuf(0, 0), Dtype.INT32, 3, 0);
        core.put(sbuf(1, 0), Dtype.INT32, 5, -1);
        core.putBits(sbuf(0, 64), 8, 0x8000_0000_1000L);
        core.putBits(sbuf(1, 64), 8, 0x8000_0000_2000L);
        core.run(
                Opcode.TENSOR_SCALAR_ADDR,
                addresses(Dtype.INT32, Dtype.UINT64, AluOp.MULTIPLY, 0x100, 0, AluOp.ADD, sbuf(0, 64), 1));
        assertThat(core.getBits(DST, 8)).isEqualTo(0x8000_0000_1300L);
        assertThat(core.getBits(sbuf(1, 1024), 8)).isEqualTo(0x8000_0000_2500L);
        assertThat(core.getBits(sbuf(1, 1024 + 8), 8)).isEqualTo(0x8000_0000_1F00L);
        core.run(Opcode.TENSOR_SCALAR_ADDR, addresses(Dtype.INT32, Dtype.INT32, AluOp.ADD, -1, 0, AluOp.BYPASS, 0, 0));
        assertThat(core.get(DST, Dtype.INT32, 2)).containsExactly(2, -1);
    }
}
