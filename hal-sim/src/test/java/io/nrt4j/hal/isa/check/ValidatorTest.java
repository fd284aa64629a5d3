package io.nrt4j.hal.isa.check;

import static io.nrt4j.hal.EngineType.ACT;
import static io.nrt4j.hal.EngineType.DVE;
import static io.nrt4j.hal.EngineType.PE;
import static io.nrt4j.hal.EngineType.POOL;
import static io.nrt4j.hal.EngineType.SP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.netty.buffer.Unpooled;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.Generation;
import io.nrt4j.hal.isa.Slot;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every rule of isa.md §7, broken in one byte of a real slot of isa-encodings.md §8; the slot itself is flawless. */
class ValidatorTest {
    private static final String LDWEIGHTS = "01100000050800001000000000000000f4790300ffff00000000800001000100"
            + "0a01000000008080000000000f0f000000000000000000000000000000000000";
    private static final String MATMUL = "02100000000013050000000000000000f86f0300010000000000000201000100"
            + "0a03000000008080000000020f0f000000080002010000000000000201000100";
    private static final String ACTIVATE = "21100000050613040700000000000000f8570300010001000100000201000100"
            + "aa0a80070000803f106000000000000020600000010001000100000201000100";
    private static final String REDUCE = "421000000519130610000000f857030001000100010001000002010001000100"
            + "0a0a800008020000000000000060000001000100010001000100010001000100";
    private static final String TENSOR_SCALAR = "43100000050613060d0000000000000020600000010001000100000201000100"
            + "0a0a800106000000408000000000000050800000010001000100000201000100";
    private static final String TENSOR_TENSOR = "41100000050513069d000000aa0a048000200002010001000100000201000100"
            + "0050000001000100010000020100010000500000010001000100000201000100";
    private static final String MEMSET = "4910000000001306000000000000000000000000000000000000000000020000"
            + "0a00800000000000000000000050000001000100010001000002010001000100";
    private static final String EVENT_SEMAPHORE = "a010000005180000100000000000000000000000000000000000000000000000"
            + "050a000010000000000000000000000000000000000000000000000000000000";
    private static final String DMA = "d410000000000000000000000018100000000000050000100002000001000000"
            + "80000100000200000025030000000010" + "00000400010000008000010000020a0a";
    private static final String TABLE_DMA = "d410000000000000000000000008100000000000000000200008000001000000"
            + "8000010000080000f8770300000000100000040001000000800001000008" + "0a0a";
    private static final String ORDERING = "b110" + "00".repeat(62);
    private static final String LABEL = "cc10" + "00".repeat(62);

    private static final ProgramFacts FACTS = new ProgramFacts(
            3,
            12,
            List.of(
                    queue("qPoolDynamic", POOL, 8, ProgramFacts.QueueKind.DYNAMIC),
                    queue("qSPDynamicHW", SP, 24, ProgramFacts.QueueKind.DYNAMIC),
                    queue("qSPIO0", SP, 40, ProgramFacts.QueueKind.STATIC)),
            Map.of(
                    0, new ProgramFacts.Variable("SB", true, Optional.empty()),
                    1, new ProgramFacts.Variable("q", false, Optional.of(262144L)),
                    5, new ProgramFacts.Variable("identity", false, Optional.of(65536L))),
            List.of(1),
            List.of(Set.of(7), Set.of(1)),
            Map.of(
                    new ProgramFacts.BlockKey(SP, "qSPIO0", 0),
                    new ProgramFacts.Block(
                            OptionalInt.of(40),
                            OptionalInt.empty(),
                            16,
                            List.of(
                                    new TransferAccess(1, false, 0, 1024, List.of(loop(1024, 128))),
                                    new TransferAccess(0, true, 0x100, 1024, List.of(loop(0x40000, 128))))),
                    new ProgramFacts.BlockKey(SP, "qSPIO0", 1),
                    new ProgramFacts.Block(
                            OptionalInt.of(41),
                            OptionalInt.empty(),
                            16,
                            List.of(new TransferAccess(1, false, 261121, 1024, List.of())))));

    private static TransferAccess.Loop loop(long step, long count) {
        return new TransferAccess.Loop(step, count);
    }

    private static ProgramFacts.Queue queue(String name, EngineType owner, int first, ProgramFacts.QueueKind kind) {
        return new ProgramFacts.Queue(
                name,
                Optional.of(owner),
                16,
                IntStream.range(first, first + 16).boxed().toList(),
                kind);
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex.substring(0, 2 * Slot.BYTES));
    }

    private static List<Finding> check(EngineType engine, Generation generation, byte[]... slots) {
        byte[] stream = new byte[slots.length * Slot.BYTES];
        for (int i = 0; i < slots.length; i++) {
            System.arraycopy(slots[i], 0, stream, i * Slot.BYTES, Slot.BYTES);
        }
        return new Validator(generation, FACTS).check(engine, Unpooled.wrappedBuffer(stream));
    }

    /** The slot as the third of a cayman stream, after the two that every stream starts with. */
    private static List<Finding> check(EngineType engine, byte[] slot) {
        return check(engine, Generation.V3, bytes(ORDERING), bytes(LABEL), slot);
    }

    private static byte[] trigger(String queue, int block) {
        byte[] slot = bytes("c110" + "00".repeat(62));
        byte[] name = queue.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(name, 0, slot, 12, name.length);
        slot[48] = (byte) block;
        return slot;
    }

    static Stream<Arguments> flawless() {
        return Stream.of(
                Arguments.of(PE, LDWEIGHTS),
                Arguments.of(PE, MATMUL),
                Arguments.of(ACT, ACTIVATE),
                Arguments.of(ACT, REAL_COPY),
                Arguments.of(DVE, REDUCE),
                Arguments.of(DVE, TENSOR_SCALAR),
                Arguments.of(DVE, TENSOR_TENSOR),
                Arguments.of(DVE, MEMSET),
                Arguments.of(PE, EVENT_SEMAPHORE),
                Arguments.of(SP, DMA),
                Arguments.of(POOL, TABLE_DMA));
    }

    private static final String REAL_COPY = "4610000005051304010000000008000201000100010001000002010001000100"
            + "0a0a800000000000000000000040000001000100010001000002010001000100";

    @ParameterizedTest
    @MethodSource("flawless")
    void realSlotsKeepEveryRule(EngineType engine, String slot) {
        assertThat(check(engine, bytes(slot))).isEmpty();
    }

    /** Engine, slot, offset of the byte, its new value, the rule that breaks. */
    static Stream<Arguments> broken() {
        return Stream.of(
                Arguments.of(PE, LDWEIGHTS, 1, 0x11, Rule.WORD_LENGTH),
                Arguments.of(PE, LDWEIGHTS, 0, 0x50, Rule.OPCODE_DEFINED),
                Arguments.of(DVE, TENSOR_TENSOR, 0, 0x8A, Rule.OPCODE_DEFINED),
                Arguments.of(DVE, LDWEIGHTS, 2, 0, Rule.OPCODE_ENGINE),
                Arguments.of(SP, DMA, 0, 0xB8, Rule.OPCODE_OF_LOADER),
                Arguments.of(PE, LDWEIGHTS, 4, 0x08, Rule.WAIT_MODE),
                Arguments.of(PE, EVENT_SEMAPHORE, 32, 0x08, Rule.WAIT_MODE),
                Arguments.of(PE, MATMUL, 6, 0x01, Rule.UPDATE_MODE),
                Arguments.of(PE, LDWEIGHTS, 5, 2, Rule.RUNTIME_SEMAPHORE),
                Arguments.of(PE, EVENT_SEMAPHORE, 33, 0, Rule.RUNTIME_SEMAPHORE),
                Arguments.of(PE, MATMUL, 7, 1, Rule.RUNTIME_SEMAPHORE),
                Arguments.of(PE, LDWEIGHTS, 60, 1, Rule.RESERVED_BYTES),
                Arguments.of(PE, LDWEIGHTS, 47, 1, Rule.RESERVED_BYTES),
                Arguments.of(DVE, REDUCE, 40, 1, Rule.RESERVED_BYTES),
                Arguments.of(DVE, TENSOR_SCALAR, 35, 3, Rule.CODE_DEFINED),
                Arguments.of(DVE, TENSOR_SCALAR, 37, 0x1E, Rule.CODE_DEFINED),
                Arguments.of(DVE, TENSOR_SCALAR, 12, 5, Rule.CODE_DEFINED),
                Arguments.of(DVE, REDUCE, 33, 0x10, Rule.DTYPE),
                Arguments.of(DVE, REDUCE, 33, 0, Rule.DTYPE),
                Arguments.of(DVE, MEMSET, 34, 0, Rule.CHANNELS),
                Arguments.of(DVE, MEMSET, 34, 129, Rule.CHANNELS),
                Arguments.of(PE, LDWEIGHTS, 38, 0, Rule.CHANNELS),
                Arguments.of(PE, LDWEIGHTS, 38, 200, Rule.CHANNELS),
                Arguments.of(DVE, MEMSET, 46, 0x04, Rule.CHANNELS),
                Arguments.of(DVE, MEMSET, 44, 0x02, Rule.ALIGNMENT),
                Arguments.of(PE, LDWEIGHTS, 16, 0xF5, Rule.ALIGNMENT),
                Arguments.of(PE, LDWEIGHTS, 17, 0x80, Rule.MEMORY_RANGE),
                Arguments.of(PE, MATMUL, 49, 0x7C, Rule.MEMORY_RANGE),
                Arguments.of(PE, MATMUL, 51, 0x00, Rule.ARRAY_MEMORY),
                Arguments.of(PE, LDWEIGHTS, 19, 0x02, Rule.ARRAY_MEMORY),
                Arguments.of(PE, LDWEIGHTS, 39, 127, Rule.ELEMENT_COUNT),
                Arguments.of(PE, MATMUL, 60, 2, Rule.ELEMENT_COUNT),
                Arguments.of(DVE, REDUCE, 26, 2, Rule.ELEMENT_COUNT),
                Arguments.of(DVE, MEMSET, 28, 1, Rule.ELEMENT_COUNT),
                Arguments.of(DVE, TENSOR_TENSOR, 42, 1, Rule.ELEMENT_COUNT),
                Arguments.of(ACT, REAL_COPY, 33, 8, Rule.COPY_TYPES),
                Arguments.of(PE, LDWEIGHTS, 33, 0, Rule.FP32_MODE),
                Arguments.of(PE, LDWEIGHTS, 34, 2, Rule.TRANSPOSE_FLAG),
                Arguments.of(DVE, TENSOR_TENSOR, 35, 0x02, Rule.PSUM_SOURCES),
                Arguments.of(DVE, TENSOR_TENSOR, 14, 0x07, Rule.ALU_OPERATION),
                Arguments.of(DVE, TENSOR_SCALAR, 36, 0x0A, Rule.ALU_OPERATION),
                Arguments.of(ACT, ACTIVATE, 35, 6, Rule.ACTIVATION_FUNCTION),
                Arguments.of(SP, DMA, 13, 8, Rule.DMA_SEMAPHORE),
                Arguments.of(SP, DMA, 13, 40, Rule.DMA_SEMAPHORE),
                Arguments.of(SP, DMA, 14, 1, Rule.DMA_INCREMENT),
                Arguments.of(SP, DMA, 20, 9, Rule.DMA_VARIABLE),
                Arguments.of(POOL, TABLE_DMA, 20, 1, Rule.DMA_VARIABLE),
                Arguments.of(SP, DMA, 63, 6, Rule.DMA_ELEMENTS),
                Arguments.of(SP, DMA, 16, 1, Rule.DMA_BOUNDS),
                Arguments.of(SP, DMA, 41, 0x7F, Rule.DMA_BOUNDS));
    }

    @ParameterizedTest
    @MethodSource("broken")
    void oneByteBreaksOneRule(EngineType engine, String hex, int offset, int value, Rule rule) {
        byte[] slot = bytes(hex);
        slot[offset] = (byte) value;
        List<Finding> findings = check(engine, slot);
        assertThat(findings).extracting(Finding::rule).contains(rule);
        assertThat(findings).extracting(Finding::slot).containsOnly(2);
        // an address that moved to another memory or partition may break several rules, a plain byte only one
        boolean moved = rule == Rule.ARRAY_MEMORY || rule == Rule.PSUM_SOURCES;
        assertThat(findings).hasSizeLessThanOrEqualTo(moved ? 4 : 1);
    }

    @Test
    void aBypassedFirstOperationBypassesTheSecond() {
        byte[] slot = bytes(TENSOR_SCALAR);
        slot[36] = 0;
        assertThat(check(DVE, slot)).isEmpty();
        slot[37] = 4;
        assertThat(check(DVE, slot)).extracting(Finding::rule).containsExactly(Rule.BYPASS);
    }

    /** isa.md §5.4: byte 35 chooses the set for the activations behind it. */
    @Test
    void theTableLoadChoosesTheSet() {
        byte[] load = bytes("2310" + "00".repeat(62));
        byte[] exp = bytes(ACTIVATE);
        assertThat(check(ACT, Generation.V3, bytes(ORDERING), bytes(LABEL), load, exp))
                .isEmpty();
        load[35] = 1;
        assertThat(check(ACT, Generation.V3, bytes(ORDERING), bytes(LABEL), load, exp))
                .extracting(Finding::rule, Finding::slot)
                .containsExactly(tuple(Rule.ACTIVATION_FUNCTION, 3));
        load[35] = 2;
        assertThat(check(ACT, Generation.V3, bytes(ORDERING), bytes(LABEL), load))
                .extracting(Finding::rule)
                .containsExactly(Rule.ACTIVATION_FUNCTION);
    }

    @Test
    void triggersNameBlocksThatStayInTheirVariables() {
        assertThat(check(SP, trigger("qSPIO0", 0))).isEmpty();
        assertThat(check(SP, trigger("qSPIO0", 7))).extracting(Finding::rule).containsExactly(Rule.DMA_QUEUE);
        assertThat(check(POOL, trigger("qSPIO0", 0))).extracting(Finding::rule).containsExactly(Rule.DMA_QUEUE);
        assertThat(check(SP, trigger("", 0))).extracting(Finding::rule).containsExactly(Rule.DMA_QUEUE);
        assertThat(check(SP, trigger("qSPIO0", 1)))
                .extracting(Finding::toString)
                .containsExactly("SP slot 2: DMA_BOUNDS: block 1 of qSPIO0: source touches bytes 261121 to 262144"
                        + " of q, which has 262144");
    }

    /** Rule 6 is soft; an idle engine of old sunda compilers has one slot, an engine without program none. */
    @Test
    void theBeginningOfAStreamIsAWarning() {
        List<Finding> findings = check(PE, Generation.V3, bytes(LDWEIGHTS), bytes(LDWEIGHTS));
        assertThat(findings).extracting(Finding::rule).containsExactly(Rule.FIRST_SLOT, Rule.SECOND_SLOT);
        assertThat(findings).extracting(Finding::severity).containsOnly(Severity.SOFT);
        assertThat(check(PE, Generation.V2, bytes(ORDERING))).isEmpty();
        assertThat(check(PE, Generation.V3)).isEmpty();
    }

    @Test
    void aStreamIsWholeSlots() {
        assertThat(new Validator(Generation.V3, FACTS).check(PE, Unpooled.wrappedBuffer(new byte[63])))
                .extracting(Finding::toString)
                .containsExactly("PE slot 0: STREAM_SIZE: 63 bytes are 63 more than whole slots");
    }

    /** hal.md §2.1: an access of 33 to 64 partitions starts at 0 or 64. */
    @Test
    void theQuadrantsOfPartitionsAreAWarning() {
        byte[] slot = bytes(MEMSET);
        slot[34] = 40;
        slot[46] = (byte) ((32 * 0x40000) >> 16);
        slot[47] = (byte) ((32 * 0x40000) >> 24);
        assertThat(check(DVE, slot)).extracting(Finding::rule).containsExactly(Rule.PARTITION_QUADRANT);
        slot[34] = 32;
        assertThat(check(DVE, slot)).isEmpty();
    }

    /** isa-encodings.md §7.1. */
    @Test
    void v1StreamsAreCheckedForOpcodesAndEvents() {
        byte[] nop = bytes("68100000021d0000" + "01000000" + "00".repeat(52));
        assertThat(check(PE, Generation.V1, nop)).isEmpty();
        nop[4] = 3;
        assertThat(check(PE, Generation.V1, nop)).extracting(Finding::rule).containsExactly(Rule.WAIT_MODE);
        nop[0] = (byte) 0xA0;
        assertThat(check(PE, Generation.V1, nop)).extracting(Finding::rule).containsExactly(Rule.OPCODE_DEFINED);
    }

    /** isa-encodings.md §7.2: eight bytes each. */
    @Test
    void theV1SequencerHasInstructionsOfEightBytes() {
        Validator validator = new Validator(Generation.V1, FACTS);
        assertThat(validator.check(
                        SP, Unpooled.wrappedBuffer(HexFormat.of().parseHex("d100000000000000" + "24".repeat(8)))))
                .isEmpty();
        assertThat(validator.check(
                        SP, Unpooled.wrappedBuffer(HexFormat.of().parseHex("2400000000000000" + "7f000000"))))
                .extracting(Finding::toString)
                .containsExactly("SP slot 0: STREAM_SIZE: 12 bytes are 4 more than whole instructions of 8");
        assertThat(validator.check(
                        SP, Unpooled.wrappedBuffer(HexFormat.of().parseHex("2400000000000000" + "ff00000000000000"))))
                .extracting(Finding::toString)
                .containsExactly("SP slot 1: OPCODE_DEFINED: 0x7f is not known to the v1 sequencer");
    }

    /** No real slot of EXPONENTIAL is known: corpus/opcodes.tsv. */
    @Test
    void operandsOfALayoutThatNoRealSlotConfirmsAreAWarning() {
        byte[] slot = bytes(TENSOR_SCALAR);
        slot[0] = 0x30;
        slot[12] = 5;
        assertThat(check(DVE, slot))
                .extracting(Finding::rule, Finding::severity)
                .containsExactly(tuple(Rule.CODE_DEFINED, Severity.SOFT));
        slot[5] = 1;
        assertThat(check(DVE, slot)).extracting(Finding::severity).contains(Severity.HARD, Severity.SOFT);
    }
}
