package io.nrt4j.loader.image;

import static io.nrt4j.loader.testing.Program.program;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.hal.isa.CollectiveExtension;
import io.nrt4j.hal.isa.CollectiveOperand;
import io.nrt4j.hal.isa.DmaAddress;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.loader.LoadOptions;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.pack.GraphBuilder;
import io.nrt4j.loader.pack.NeffBuilder;
import io.nrt4j.loader.pack.TensorType;
import io.nrt4j.loader.profile.RuntimeProfile;
import io.nrt4j.loader.testing.Program;
import io.nrt4j.loader.testing.TestLoad;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What ends a load in the images stage, in the runtime's words where they are known; every failure leaves the device as
 * it was. Source: image-assembly.md §10, dma.md §2, §4, errors.md §6.
 */
class ImageFailuresTest {
    private static final InstanceType TRN2 = InstanceType.TRN2_3XLARGE;
    private static final InstanceType TRN1 = InstanceType.TRN1_2XLARGE;
    private static final String CASCADE_END = "NMGR:kmgr_load_nn_post_metrics Failed to load NN: program, err: %d";

    private static LoadException failure(InstanceType instance, Consumer<GraphBuilder> graph, NrtStatus status) {
        LoadException failure = Program.fail(instance, graph);
        assertThat(failure.status()).isEqualTo(status);
        assertThat(failure.stage()).as(failure.getMessage()).isEqualTo(LoadStage.IMAGES);
        assertThat(TestLoad.errorLines(failure)).last().isEqualTo(CASCADE_END.formatted(status.code()));
        return failure;
    }

    private static void refuses(Slot slot, String message) {
        LoadException failure = failure(TRN2, program(EngineType.POOL, slot), NrtStatus.NRT_INVALID);
        assertThat(TestLoad.errorLines(failure).get(0)).isEqualTo(message);
    }

    /** errors.md §6.1: two lines, then the staging cascade. */
    @Test
    void anUnknownPseudoOpcodeAsksForAnUpgrade() {
        Slot unknown = Slot.create(Opcode.NOP).setU8(Slot.OPCODE, 0xC0);
        LoadException failure = failure(TRN2, program(EngineType.POOL, unknown), NrtStatus.NRT_INVALID);
        assertThat(TestLoad.errorLines(failure))
                .containsExactly(
                        "TDRV:translate_one_pseudo_instr_v2 Unsupported hardware operator code 192 found in neff.",
                        "TDRV:translate_one_pseudo_instr_v2 Please make sure to upgrade to latest"
                                + " aws-neuronx-runtime-lib and aws-neuronx-collective; for detailed installation"
                                + " instructions visit Neuron documentation.",
                        "NMGR:dlr_kelf_stage Failed to load subgraph",
                        "NMGR:kmgr_load_nn_nc Failed to stage graph: kelf-0.json to NeuronCore",
                        CASCADE_END.formatted(2));
    }

    @Test
    void anExtensionOnItsOwnIsUnsupported() {
        refuses(
                Slot.create(Opcode.PSEUDO_EXTENSION),
                "TDRV:translate_one_pseudo_instr_v2 Unsupported hardware operator code 218 found in neff.");
    }

    @Test
    void anUnknownSubOperationIsUnsupported() {
        refuses(
                Slot.create(Opcode.PSEUDO_INST).setU8(12, 9),
                "TDRV:translate_one_pseudo_instr_v2 Unsupported hardware operator code 223 found in neff.");
    }

    @Test
    void jpegExistsOnCaymanOnly() {
        LoadException failure = failure(
                TRN1,
                program(EngineType.POOL, Slot.create(Opcode.PSEUDO_DMA_DIRECT2D).setU8(15, 2)),
                NrtStatus.NRT_INVALID);
        assertThat(failure.getMessage()).isEqualTo("Unsupported dynamic dma opcode 2");
        Slot jpeg = Slot.create(Opcode.NOP).setU8(Slot.OPCODE, 0xD7);
        assertThat(failure(TRN1, program(EngineType.POOL, jpeg), NrtStatus.NRT_INVALID)
                        .getMessage())
                .isEqualTo("Unsupported hardware operator code 215 found in neff.");
    }

    @Test
    void unknownDynamicOperationsAreRefused() {
        refuses(
                Slot.create(Opcode.PSEUDO_DMA_DIRECT2D).setU8(15, 4),
                "TDRV:translate_one_pseudo_instr_v2 Unsupported dynamic dma opcode 4");
    }

    @Test
    void anIndirectDmaNeedsItsExtension() {
        refuses(
                Slot.create(Opcode.PSEUDO_DMA_DIRECT2D).setU8(15, 1),
                "TDRV:translate_one_pseudo_instr_v2 Pseudo dma indirect1d instruction must be followed by extension");
    }

    /** memory.md §7.1: a place outside of the variable, and a variable without a place. */
    @Test
    void dynamicDmaStaysInsideStagedVariables() {
        Slot outside = Slot.create(Opcode.PSEUDO_DMA_DIRECT2D)
                .setI64(16, 0x1000000001FFFFFFL)
                .setU16(36, 512)
                .setI64(40, 0x1000000000000000L);
        refuses(outside, "TDRV:mem_ref_to_addr invalid offset in SB, 33554432 < (33554431 + 512)");
        Slot input = Slot.create(Opcode.PSEUDO_DMA_DIRECT2D)
                .setI64(16, 0x1000000100000000L)
                .setU16(36, 4)
                .setI64(40, 0x1000000000000000L);
        refuses(input, "TDRV:mem_ref_to_addr Variable in is not staged in HBM");
    }

    @Test
    void tableRowsMustExist() {
        refuses(
                Slot.create(Opcode.PSEUDO_DMA_DIRECT2D).setI64(16, 0x2000000200000000L),
                "TDRV:translate_one_pseudo_instr_v2 Address table index 2 of a dynamic DMA exceeds 0 entries");
    }

    @Test
    void aTriggerNeedsItsQueueAndItsBlock() {
        refuses(
                Program.trigger("qNone", 0),
                "TDRV:translate_one_pseudo_instr_v2 Unknown DMA queue qNone in DMA trigger of engine pool");
        Consumer<GraphBuilder> graph =
                program(EngineType.POOL, Program.trigger("q", 5)).andThen(g -> g.queue("q", "in", EngineType.POOL, 8));
        assertThat(failure(TRN2, graph, NrtStatus.NRT_INVALID).getMessage())
                .isEqualTo("Unknown DMA block 5 of queue q in DMA trigger of engine pool");
    }

    @Test
    void branchesAndCallsNeedTheirTargets() {
        refuses(
                Slot.create(Opcode.COMPARE_BRANCH).setU8(14, 3).setI64(48, 4),
                "TDRV:translate_one_pseudo_instr_v2 Unknown branch label 4 in engine pool");
        refuses(
                Program.text(Slot.create(Opcode.PSEUDO_FUNCTION_CALL), 12, "f"),
                "TDRV:translate_one_pseudo_instr_v2 Unknown function f in engine pool");
        refuses(
                Slot.create(Opcode.PSEUDO_FUNCTION_RETURN),
                "TDRV:translate_one_pseudo_instr_v2 Return outside of a function in engine pool");
    }

    @Test
    void collectivesOfTheSecondFormHaveOneStream() {
        Slot trigger =
                Slot.create(Opcode.PSEUDO_TRIGGER_COLLECTIVE2).setU8(13, 10).setU8(14, 1);
        Slot extension = Slot.create(Opcode.PSEUDO_EXTENSION).setU16(6, 1);
        LoadException failure = failure(TRN2, program(EngineType.POOL, trigger, extension), NrtStatus.NRT_INVALID);
        assertThat(failure.getMessage()).isEqualTo("PTC instructions only support single streams");
    }

    /** Steps are signed: a negative one reaches in front of the operand's first element. */
    @Test
    void collectivesStayInsideTheirVariables() {
        assertThat(Program.load(TRN2, program(EngineType.POOL, reversed(28)))
                        .collectives()
                        .operations())
                .hasSize(1);
        LoadException failure = failure(TRN2, program(EngineType.POOL, reversed(24)), NrtStatus.NRT_INVALID);
        assertThat(failure.getMessage()).contains("offset");
    }

    /** Eight elements of the input from the one at {@code offset} bytes on backwards. */
    private static Slot[] reversed(int offset) {
        Slot trigger =
                Slot.create(Opcode.PSEUDO_TRIGGER_COLLECTIVE2).setU8(12, 4).setU8(13, 10);
        new CollectiveOperand(DmaAddress.ofVariable(1, offset), -1, 0, 8, 1).encode(trigger, 16);
        Slot extension = Slot.create(Opcode.PSEUDO_EXTENSION);
        new CollectiveExtension(0, 0, 0, 0, new CollectiveOperand(DmaAddress.ofVariable(2, 0), 1, 0, 8, 1))
                .encode(extension);
        return new Slot[] {trigger, extension};
    }

    private static Consumer<GraphBuilder> groups(int sets, int firstRank) {
        return g -> g.definition(definition -> {
            var groups = definition.putArray("replica_groups");
            for (int i = 0; i < sets; i++) {
                groups.addArray().addArray().add(firstRank).add(firstRank + 1);
            }
        });
    }

    private static Slot allReduce() {
        return Slot.create(Opcode.PSEUDO_TRIGGER_COLLECTIVE)
                .setU8(12, 4)
                .setU8(13, 10)
                .setI32(16, 1)
                .setI32(20, 2)
                .setI64(24, 32)
                .setI32(32, 1);
    }

    /** errors.md §6.3: the rank of a plain load is 0; the fourth line is that of the 0xD9 form. */
    @Test
    void aRankOutsideOfAllGroupsIsRefused() {
        Slot trigger = Slot.create(Opcode.PSEUDO_TRIGGER_COLLECTIVE2)
                .setU8(13, 10)
                .setI32(16, 0)
                .setI32(20, 1);
        assertThat(notAMember(trigger, Slot.create(Opcode.PSEUDO_EXTENSION)))
                .contains("TDRV:instr_col_translate_ptc2 Failed to setup pseudo trigger collectives2 instruction");
        assertThat(notAMember(allReduce()))
                .contains("TDRV:translate_one_pseudo_instr_v2 Failed to build cc context")
                .doesNotContain(
                        "TDRV:instr_col_translate_ptc2 Failed to setup pseudo trigger collectives2 instruction");
    }

    private static List<String> notAMember(Slot... slots) {
        LoadException failure =
                failure(TRN2, program(EngineType.POOL, slots).andThen(groups(1, 1)), NrtStatus.NRT_RESOURCE);
        List<String> lines = TestLoad.errorLines(failure);
        assertThat(lines)
                .startsWith(
                        "ENC:enc_parse_replica_groups [nec_dev 0] replica groups (1/2) does not have myself 0",
                        "TDRV:build_enc_source_target_pairs Failed to parse src_target_pairs on ENC");
        assertThat(lines.subList(3, lines.size()))
                .startsWith(
                        "TDRV:ib_create_one_block failed to translate instructions",
                        "TDRV:ib_create_eib_v2 Failed to create instruction blocks",
                        "TDRV:sequencer_v2_setup_instr_one_eng Failed to allocate eib",
                        "TDRV:kbl_model_add create_engine_refill_rings_v1() error");
        return lines;
    }

    /** errors.md R24: 12 before 2.34. */
    @Test
    void theNumberOfGroupSetsIsLimited() {
        Consumer<GraphBuilder> twelve = program(EngineType.POOL, allReduce()).andThen(groups(12, 0));
        assertThat(Program.load(TRN2, twelve).collectives().operations()).hasSize(1);
        Consumer<GraphBuilder> thirteen = program(EngineType.POOL, allReduce()).andThen(groups(13, 0));
        failure(TRN2, thirteen, NrtStatus.NRT_RESOURCE);
    }

    /** One block of {@code runs} runs for each of the sixteen engines; it takes a descriptor per run on both sides. */
    private static Consumer<GraphBuilder> longRings(long runs) {
        ObjectNode block = JsonNodeFactory.instance.objectNode().put("id", 0).put("queue", "q");
        ObjectNode descriptor = block.putArray("desc").addObject().put("op", "copy");
        for (String side : List.of("from", "to")) {
            descriptor.put(side, "SB").put(side + "_off", 0).put(side + "_dtype", "uint8");
            descriptor.putArray(side + "_sizes").add(1).add(16 * runs).add(1);
            descriptor.putArray(side + "_steps").add(1).add(0).add(0);
        }
        return program(EngineType.POOL, Slot.create(Opcode.NOP))
                .andThen(g -> g.queue("q", "data", EngineType.POOL, 8).dma(EngineType.POOL, block));
    }

    /** dma.md §4: a virtual ring holds at most 16,777,200 descriptors. */
    @Test
    void ringsHaveALimit() {
        LoadException failure = failure(TRN2, longRings(16_777_201), NrtStatus.NRT_RESOURCE);
        assertThat(TestLoad.errorLines(failure))
                .startsWith(
                        "TDRV:vring_add_descriptor Descriptor limit reached. Descriptors in vring 16777201,"
                                + " Max allowed 16777200",
                        "TDRV:vring_set_add_descriptors Failed to add descriptor 16777200/16777201 to vring q_0");
    }

    /** dma.md §4: a ring is filled up to n + 16, rounded up to 16, which must also fit. */
    @Test
    void whatFillsARingUpCountsToo() {
        assertThat(failure(TRN2, longRings(16_777_190), NrtStatus.NRT_RESOURCE).getMessage())
                .isEqualTo("Failed to pad vring q_0 from 16777190 descriptors to 16777216 descriptors");
    }

    /** dma.md §4; how much there is, is the emulator's choice: 32 rings of 256 MiB are too much for any test. */
    @Test
    void ringMemoryHasALimit() {
        assertThat(failure(TRN2, longRings(16_777_000), NrtStatus.NRT_RESOURCE).getMessage())
                .isEqualTo("Failed to expand vring page pool");
    }

    @Test
    void queueSetsHaveToLeaveTheRuntimeItsQueue() {
        Consumer<GraphBuilder> graph = program(EngineType.POOL, Slot.create(Opcode.NOP))
                .andThen(g -> {
                    for (int i = 0; i < 15; i++) {
                        g.queue("q" + i, "data", EngineType.POOL, 8);
                    }
                });
        failure(TRN2, graph, NrtStatus.NRT_RESOURCE);
    }

    @Test
    void copiesStayInsideTheirVariables() {
        Consumer<GraphBuilder> graph = g -> g.input("in", TensorType.FLOAT32, 32)
                .output("out", TensorType.FLOAT32, 32)
                .queue("q", "in", EngineType.POOL, 8)
                .copy(EngineType.POOL, "q", 0, 8, "in", "SB", 129);
        LoadException failure = failure(TRN2, graph, NrtStatus.NRT_INVALID);
        assertThat(failure.getMessage()).isEqualTo("invalid offset in in, 128 < (0 + 129)");
    }

    /** hal.md §1: inf1 has 32 semaphores, the others 256. */
    @ParameterizedTest
    @CsvSource({"INF1_XLARGE, 32", "TRN1_2XLARGE, 256", "TRN2_3XLARGE, 256"})
    void completionsNameExistingSemaphores(InstanceType instance, int semaphore) {
        Consumer<GraphBuilder> graph = g -> g.input("in", TensorType.FLOAT32, 32)
                .output("out", TensorType.FLOAT32, 32)
                .queue("q", "in", EngineType.POOL, 8)
                .copy(EngineType.POOL, "q", 0, semaphore, "in", "SB", 128);
        LoadException failure = failure(instance, graph, NrtStatus.NRT_INVALID);
        assertThat(failure.getMessage())
                .isEqualTo("invalid dma block: semaphore " + semaphore + " of block 0 in queue q");
    }

    /** errors.md R23: 513 instances end with status 4 up to 2.30 and load from 2.31 on. */
    @Test
    void queueSetInstancesWereLimitedUpTo230() {
        ObjectNode queue = JsonNodeFactory.instance.objectNode();
        queue.put("type", "data").put("owner", "pool").put("num_queues", 1);
        for (int i = 0; i < 513; i++) {
            queue.withArray("queue_instances").add("i" + i);
        }
        byte[] neff = NeffBuilder.named("program")
                .target(TRN2.arch())
                .graph(program(EngineType.POOL, Slot.create(Opcode.NOP)).andThen(g -> g.queue("q", queue)))
                .toByteArray();
        LoadOptions old =
                LoadOptions.DEFAULT.withProfile(RuntimeProfile.named("2.30.51").orElseThrow());
        try (TestLoad older = new TestLoad(TRN2, 1, old);
                TestLoad newest = TestLoad.on(TRN2, 1)) {
            assertThat(older.fail(neff).status()).isEqualTo(NrtStatus.NRT_RESOURCE);
            assertThat(newest.loadOrFail(neff)).isEmpty();
        }
    }
}
