package io.nrt4j.runtime.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.hal.dma.DmaSide;
import io.nrt4j.hal.dma.MetaDescriptor;
import io.nrt4j.hal.dma.StridedPattern;
import io.nrt4j.hal.dma.Transfer;
import io.nrt4j.hal.dma.Transfer.Copy;
import io.nrt4j.hal.dma.TransferBlock;
import io.nrt4j.hal.dma.UdmaDescriptor;
import io.nrt4j.hal.engine.machine.Schedule;
import io.nrt4j.hal.isa.AccessPattern;
import io.nrt4j.hal.isa.AluOp;
import io.nrt4j.hal.isa.DmaAddress;
import io.nrt4j.hal.isa.Dtype;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.ReduceDimension;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.isa.WaitMode;
import io.nrt4j.hal.memory.LittleEndian;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The rules that were found by breaking them: a program that is read as if the rule did not hold gives something else.
 *
 * <p>Source: exec-corpus.md §6, isa.md §0.1. What the same files give by the rules is {@link GoldenOutputTest}'s; the
 * rules that only sunda files show are {@link BrokenSundaRulesTest}'s.
 */
@Tag("corpus")
class BrokenRulesTest {
    private static final ExecutionOptions OPTIONS = ExecutionOptions.DEFAULT.withTimeout(Duration.ofMinutes(10));

    private static final String MATMUL = "nkipy-matmul_small";
    private static final String CONV_FP16 = "chengli-conv2d_1_float16_smaller";
    private static final String CONV_FP32 = "chengli-conv2d_1_float32_smaller";
    private static final String POOL = "chenhzhu-final_pool_float16_smaller";
    private static final String TRANSPOSE = "chengli-transpose_1024";
    private static final String ADD = "chengli-stream_256k_fd1k";
    private static final String ATTENTION = "tkf-fused_attention";
    private static final String ATTENTION_BF16 = "tkf-baseline_bf16_s1024";
    private static final String EXPERTS = "nkimoe-v6b";

    /**
     * @param name the rule as it is broken
     * @param file where it shows
     * @param rewrite makes the program what the broken rule would read
     */
    record Broken(String name, String file, Consumer<ProgramRewriter> rewrite) {
        @Override
        public String toString() {
            return name + " in " + file;
        }
    }

    static Stream<Broken> rules() {
        return Stream.of(
                new Broken("waits ignored", CONV_FP16, p -> p.slots(BrokenRulesTest::noWaits)),
                new Broken("waits ignored", ATTENTION, p -> p.slots(BrokenRulesTest::noWaits)),
                new Broken(">= read as >", MATMUL, p -> p.slots(BrokenRulesTest::stricter)),
                new Broken("a transfer adds 1, not 16", MATMUL, p -> p.slots(Opcode.DMAMEMCPY, s -> s.setU8(14, 1))),
                new Broken("transpose descriptors copied flat", CONV_FP16, p -> p.rings(DmaSide.M2S, r -> flat(r, 2))),
                new Broken("transpose descriptors copied flat", CONV_FP32, p -> p.rings(DmaSide.M2S, r -> flat(r, 4))),
                new Broken("tiles in reverse order", CONV_FP32, p -> p.rings(DmaSide.S2M, BrokenRulesTest::tiles)),
                new Broken("source nested the other way", CONV_FP16, p -> p.blocks(b -> nested(b, false))),
                new Broken("source nested the other way", POOL, p -> p.blocks(b -> nested(b, false))),
                new Broken("casts keep the integer's bits", TRANSPOSE, p -> p.rings(DmaSide.M2S, BrokenRulesTest::raw)),
                new Broken("no column reversal", MATMUL, p -> p.slots(Opcode.LDWEIGHTS, BrokenRulesTest::forwards)),
                new Broken("no column reversal", CONV_FP16, p -> p.slots(Opcode.LDWEIGHTS, BrokenRulesTest::forwards)),
                new Broken("no column reversal", TRANSPOSE, p -> p.slots(Opcode.LDWEIGHTS, BrokenRulesTest::forwards)),
                new Broken(
                        "dimension 0 outermost",
                        ATTENTION_BF16,
                        p -> p.slots(Opcode.LDWEIGHTS, BrokenRulesTest::outermost)),
                new Broken("BEGIN ignored", CONV_FP16, p -> p.slots(Opcode.MATMUL, s -> s.setU8(43, s.u8(43) & ~1))),
                new Broken("always overwrite", CONV_FP16, p -> p.slots(Opcode.MATMUL, s -> s.setU8(43, 3))),
                new Broken(
                        "whole weights in both passes", CONV_FP32, p -> p.slots(Opcode.LDWEIGHTS, s -> s.setU8(33, 3))),
                new Broken("transposes written as fp32", MATMUL, p -> p.slots(Opcode.MATMUL, s -> s.setU8(34, 0))),
                new Broken(
                        "maximum read as minimum",
                        POOL,
                        p -> p.slots(Opcode.TENSOR_REDUCE_ARITH_OP, s -> s.setU8(36, AluOp.MIN.code()))),
                new Broken(
                        "X folds two dimensions",
                        POOL,
                        p -> p.slots(Opcode.TENSOR_REDUCE_ARITH_OP, s -> s.setU8(37, ReduceDimension.XY.code()))),
                new Broken(
                        "negation ignored",
                        ATTENTION,
                        p -> p.slots(Opcode.TENSOR_REDUCE_ARITH_OP, s -> s.setU8(35, 0))),
                new Broken(
                        "pointer of a scalar ignored",
                        ATTENTION,
                        p -> p.slots(Opcode.TENSOR_SCALAR_ARITH_OP, s -> s.setU8(35, 0))),
                new Broken(
                        "table row taken as another variable",
                        MATMUL,
                        p -> p.slots(Opcode.DMAMEMCPY, BrokenRulesTest::nextRow)));
    }

    /** The experts' inputs take long to make. */
    static Stream<Broken> longRules() {
        return Stream.of(
                new Broken(
                        "register operations exchanged",
                        EXPERTS,
                        p -> p.slots(Opcode.ALU_OP, BrokenRulesTest::exchanged)),
                new Broken("pointer of a scale ignored", EXPERTS, p -> p.slots(Opcode.ACTIVATE, s -> s.setU8(13, 0))),
                new Broken(
                        "start partition ignored", EXPERTS, p -> p.slots(Opcode.COPY, BrokenRulesTest::partitionZero)),
                new Broken("waits ignored", EXPERTS, p -> p.slots(BrokenRulesTest::noWaits)),
                new Broken(
                        "scratch offsets ignored", "chengli-conv2d_2_float32", ProgramRewriter::forgetScratchOffsets));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void breaksTheResult(Broken rule) {
        assertThat(run(rule, OPTIONS)).isNotEqualTo(digest(rule.file()));
    }

    @Tag("bench")
    @ParameterizedTest
    @MethodSource("longRules")
    void breaksTheResultOfLongPrograms(Broken rule) {
        assertThat(run(rule, OPTIONS)).isNotEqualTo(digest(rule.file()));
    }

    /** Both sides in another order move the same bytes. */
    @Test
    void theNestingOfBothSidesIsInvisible() {
        Broken rule = new Broken("both sides nested the other way", CONV_FP16, p -> p.blocks(b -> nested(b, true)));
        assertThat(run(rule, OPTIONS)).isEqualTo(digest(CONV_FP16));
    }

    /** Invisible in order, and with orders that mix all engines. */
    @Test
    void theSecondWaitOfAnEventSemaphoreCountsWhereOneEngineRunsAhead() {
        Broken rule = new Broken(
                "second wait ignored",
                ATTENTION_BF16,
                p -> p.slots(Opcode.EVENT_SEMAPHORE, s -> s.setU8(32, WaitMode.NONE.code())));
        assertThat(firstBreaking(rule, Schedule::priority, 40)).isNotNegative();
    }

    @Test
    void aDoorbellWaits() {
        Broken rule =
                new Broken("waits of doorbells ignored", ADD, p -> p.slots(Opcode.WRITE, BrokenRulesTest::noWait));
        assertThat(firstBreaking(rule, Schedule::random, 40)).isNotNegative();
    }

    /** The adder waits for the second of two loads only. */
    @Test
    void blocksOfOneQueueSetCompleteInTheOrderOfTheirTriggers() {
        Broken rule = new Broken("blocks complete in another order", ADD, ProgramRewriter::exchangeBlocks);
        assertThat(firstBreaking(rule, Schedule::random, 40)).isNotNegative();
    }

    /** The first seed whose order gives another result than the sheet's, -1 if none does; by the rules all are right. */
    private static int firstBreaking(Broken rule, Function<Long, Schedule> schedule, int seeds) {
        Broken unbroken = new Broken("nothing broken", rule.file(), p -> {});
        return IntStream.range(0, seeds)
                .filter(seed -> {
                    ExecutionOptions options = OPTIONS.withSchedule(() -> schedule.apply((long) seed));
                    boolean breaks = !run(rule, options).equals(digest(rule.file()));
                    if (breaks) {
                        assertThat(run(unbroken, options)).isEqualTo(digest(rule.file()));
                    }
                    return breaks;
                })
                .findFirst()
                .orElse(-1);
    }

    private static String digest(String file) {
        return Stream.concat(CaymanFiles.small(), CaymanFiles.large())
                .filter(c -> c.file().equals(file))
                .findFirst()
                .orElseThrow()
                .digest();
    }

    /** The digest of the output, or what stopped the program. */
    private static String run(Broken rule, ExecutionOptions options) {
        try (CorpusModel model = CorpusModel.load(rule.file())) {
            GoldenCase.fill(model);
            rule.rewrite().accept(new ProgramRewriter(model.model(0)));
            model.run(options);
            return Golden.digest(model.output());
        } catch (ExecutionException e) {
            return e.status() + " " + e.getMessage();
        }
    }

    private static void noWait(Slot slot) {
        slot.setU8(Slot.WAIT_MODE, WaitMode.NONE.code());
    }

    private static void noWaits(Slot slot) {
        noWait(slot);
        if (slot.opcodeCode() == Opcode.EVENT_SEMAPHORE.code()) {
            slot.setU8(32, WaitMode.NONE.code());
        }
    }

    private static void stricter(Slot slot) {
        if (slot.waitMode() == WaitMode.SEM_GE_IMM.code()) {
            slot.setU8(Slot.WAIT_MODE, WaitMode.SEM_GT_IMM.code());
        }
    }

    /** A transposing packet's elements one behind the other. */
    private static void flat(List<byte[]> ring, int elementBytes) {
        for (byte[] descriptor : ring) {
            if (isTranspose(descriptor)) {
                LittleEndian.setLong(descriptor, 8, elementBytes | (long) elementBytes << 8);
            }
        }
    }

    private static boolean isTranspose(byte[] descriptor) {
        return (LittleEndian.getInt(descriptor, 0) & UdmaDescriptor.META) != 0
                && meta(descriptor).operation() == MetaDescriptor.Operation.TRANSPOSE;
    }

    private static MetaDescriptor meta(byte[] descriptor) {
        return MetaDescriptor.of(new UdmaDescriptor(
                LittleEndian.getInt(descriptor, 0),
                LittleEndian.getInt(descriptor, 4),
                LittleEndian.getLong(descriptor, 8)));
    }

    /** The places of the second half of a transposing packet's pieces for the first half, and the other way round. */
    private static void tiles(List<byte[]> ring) {
        int start = 0;
        for (int i = 0; i < ring.size(); i++) {
            if (isTranspose(ring.get(i))) {
                List<byte[]> pieces = ring.subList(start, i);
                long[] places = pieces.stream()
                        .mapToLong(d -> LittleEndian.getLong(d, 8))
                        .toArray();
                for (int k = 0; k < places.length; k++) {
                    LittleEndian.setLong(pieces.get(k), 8, places[(k + places.length / 2) % places.length]);
                }
                start = i + 1;
            } else if (LittleEndian.getInt(ring.get(i), 0) << 16 == Integer.BYTES << 16) {
                start = i + 1;
            }
        }
    }

    /** The outer dimensions of copies in reverse: of the source, or of both sides. */
    private static List<TransferBlock> nested(TransferBlock block, boolean bothSides) {
        List<Transfer> transfers = block.transfers().stream()
                .map(transfer -> transfer instanceof Copy copy
                        ? new Copy(
                                reversed(copy.source()), bothSides ? reversed(copy.destination()) : copy.destination())
                        : transfer)
                .toList();
        return List.of(new TransferBlock(block.id(), block.function(), transfers, block.completions()));
    }

    private static StridedPattern reversed(StridedPattern pattern) {
        List<Long> counts = new ArrayList<>(pattern.counts());
        List<Long> steps = new ArrayList<>(pattern.steps());
        Collections.reverse(counts);
        Collections.reverse(steps);
        return new StridedPattern(pattern.base(), pattern.runBytes(), counts, steps);
    }

    /** The bits of the integer 1 in place of those of 1.0. */
    private static void raw(List<byte[]> ring) {
        for (byte[] descriptor : ring) {
            if ((LittleEndian.getInt(descriptor, 0) & UdmaDescriptor.META) != 0) {
                LittleEndian.setLong(descriptor, 8, Dtype.INT8.code() | (long) Dtype.INT32.code() << 8);
            }
        }
    }

    /** Reads the weights from their last element to their first. */
    private static void forwards(Slot slot) {
        AccessPattern pattern = AccessPattern.decode(slot, 16, 3);
        int bytes = Dtype.of(slot.u8(32)).bytes();
        int address = pattern.address();
        int[] steps = new int[3];
        int[] counts = new int[3];
        for (int d = 0; d < 3; d++) {
            address += pattern.step(d) * (pattern.count(d) - 1) * bytes;
            steps[d] = -pattern.step(d);
            counts[d] = pattern.count(d);
        }
        AccessPattern.of(address, steps, counts).encode(slot, 16);
    }

    private static void outermost(Slot slot) {
        AccessPattern pattern = AccessPattern.decode(slot, 16, 3);
        AccessPattern.of(pattern.address(), new int[] {pattern.step(2), pattern.step(1), pattern.step(0)}, new int[] {
                    pattern.count(2), pattern.count(1), pattern.count(0)
                })
                .encode(slot, 16);
    }

    private static void nextRow(Slot slot) {
        DmaAddress source = new DmaAddress(slot.i64(16));
        if (source.form() == DmaAddress.Form.TABLE_ROW) {
            slot.setI64(
                    16,
                    DmaAddress.ofTableRow((source.id() + 1) % 3, source.offset())
                            .raw());
        }
    }

    private static void exchanged(Slot slot) {
        boolean adds = slot.u8(12) == AluOp.ADD.code();
        slot.setU8(12, adds ? AluOp.MULTIPLY.code() : AluOp.ADD.code());
    }

    private static void partitionZero(Slot slot) {
        slot.setI32(12, slot.i32(12) & 0x203_FFFF);
        slot.setI32(44, slot.i32(44) & 0x203_FFFF);
    }
}
