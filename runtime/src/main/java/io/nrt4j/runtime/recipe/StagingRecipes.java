package io.nrt4j.runtime.recipe;

import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_FAILURE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_INVALID;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_RESOURCE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_SUCCESS;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.pack.NeffBuilder;
import io.nrt4j.loader.pack.TensorType;
import io.nrt4j.runtime.c.LibNrt;
import io.nrt4j.runtime.c.NrtModel;
import io.nrt4j.runtime.c.Out;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** Cores, programs and queues at staging. Source: errors.md §6.1, §6.3. */
final class StagingRecipes {
    private static final String TRANSLATE = "TDRV:translate_one_pseudo_instr_v2 ";
    /** An opcode of the pseudo range that no compiler gives a meaning. */
    private static final int UNKNOWN_PSEUDO = 0xC0;

    private static final int QUEUE_INSTANCES = 513;
    private static final int FP32 = 10;
    private static final int ADD = 4;

    private static final long PAGE = 512L << 20;
    private static final long PAGE_FRACTION = 4096;
    private static final long TOO_MUCH_FOR_INF1 = 9L << 30;

    private StagingRecipes() {}

    static List<Recipe> all() {
        return List.of(
                Recipe.load(
                                "S-pncs",
                                "errors.md §6.1",
                                "load a NEFF of two graphs that does not say so in feature bit 10 on logical cores of one"
                                        + " physical core",
                                NRT_INVALID,
                                StagingRecipes::twoGraphs,
                                Cascade.PLACEMENT.after(
                                        NRT_INVALID,
                                        "NMGR:dlr_kelf_stage Insufficient number of pncs, required 2, available 1"))
                        .on(RecipeMachine.DEFAULT.with("NEURON_LOGICAL_NC_CONFIG", "1")),
                Recipe.load(
                        "S-opcode",
                        "errors.md §6.1",
                        "put a slot of opcode 0xc0 into POOL's program",
                        NRT_INVALID,
                        () -> BaselineNeff.withProgram(Slot.create(Opcode.NOP).setU8(Slot.OPCODE, UNKNOWN_PSEUDO)),
                        Cascade.STAGING.after(
                                NRT_INVALID,
                                TRANSLATE + "Unsupported hardware operator code 192 found in neff.",
                                TRANSLATE
                                        + "Please make sure to upgrade to latest aws-neuronx-runtime-lib and"
                                        + " aws-neuronx-collective; for detailed installation instructions visit Neuron"
                                        + " documentation.")),
                Recipe.load(
                                "S-instances",
                                "errors.md §6.1, §9 R23",
                                "give a DMA queue 513 queue_instances, under a runtime before 2.31",
                                NRT_RESOURCE,
                                StagingRecipes::manyInstances,
                                Cascade.STAGING.after(
                                        NRT_RESOURCE,
                                        "TDRV:dma_queue_bundle_instance_lut_init Too many queue set instances: 513, max"
                                                + " 512"))
                        .on(RecipeMachine.DEFAULT.under("2.30.50.0")),
                Recipe.load(
                        "S-instances-2.31",
                        "errors.md §9 R23",
                        "give a DMA queue 513 queue_instances: fine since 2.31",
                        NRT_SUCCESS,
                        StagingRecipes::manyInstances,
                        "INFO NMGR:kmgr_load_nn_post_metrics NN: baseline.neff, loaded successfully"),
                member(
                        "N-member",
                        "0xD9",
                        () -> withGroups(1, 1, collective2(), Slot.create(Opcode.PSEUDO_EXTENSION)),
                        "TDRV:instr_col_translate_ptc2 Failed to setup pseudo trigger collectives2 instruction"),
                member(
                        "N-member-0xC8",
                        "0xC8",
                        () -> withGroups(1, 1, allReduce()),
                        TRANSLATE + "Failed to build cc context"),
                Recipe.load(
                        "N-groups",
                        "errors.md §9 R24",
                        "name 13 replica groups, one more than there are communicators before 2.34",
                        NRT_RESOURCE,
                        () -> withGroups(13, 0, allReduce()),
                        Cascade.STAGING.after(
                                NRT_RESOURCE,
                                "ENC:enc_parse_replica_groups [nec_dev 0] too many replica groups: 13, max 12")),
                Recipe.load(
                                "N-groups-2.34",
                                "errors.md §9 R24",
                                "name 13 replica groups: fine since 2.34",
                                NRT_SUCCESS,
                                () -> withGroups(13, 0, allReduce()),
                                "INFO NMGR:kmgr_load_nn_post_metrics NN: baseline.neff, loaded successfully")
                        .on(RecipeMachine.DEFAULT.under("2.34.10.0")),
                topology(),
                mismatch("N-mismatch", "errors.md §6.3", RecipeMachine.DEFAULT, "kmgr_load_nn_nc"),
                mismatch("R2", "errors.md §9 R2", RecipeMachine.DEFAULT.under("2.17"), "stage_kelf_models"),
                noCore(),
                Recipe.load(
                                "M-tmpbuf",
                                "errors.md §6.2",
                                "ask for a window of the scratchpad behind 27 of its pages, under a runtime before 2.21",
                                NRT_RESOURCE,
                                () -> BaselineNeff.builder(
                                                Arch.SUNDA, graph -> graph.virtual("v", PAGE_FRACTION, 27 * PAGE))
                                        .toByteArray(),
                                Cascade.STAGING_2_20.after(
                                        NRT_RESOURCE,
                                        "TDRV:tdrv_one_tmpbuf_reserve Number of ONE TMPBUF pages requested exceeded the"
                                                + " max number of pages allowed (requested: 28, max allowed: 16).",
                                        "TDRV:copy_and_stage_mr Failed to reserve one tmpbuf memory",
                                        "TDRV:kbl_model_add copy_and_stage_mr() error"))
                        .on(RecipeMachine.on(InstanceType.TRN1_2XLARGE).under("2.15")),
                Recipe.load(
                                "M-dram-1.x",
                                "errors.md §6.2, §9 R18",
                                "load a version 1.0 NEFF with a variable of 9 GiB on inf1, under RT 1.x",
                                NRT_RESOURCE,
                                StagingRecipes::tooLargeForInf1,
                                "TDRV:copy_and_stage_mr_one_channel Failed to allocate aligned (0) buffer in MLA DRAM for"
                                        + " W145-b of size 9663676416 bytes, channel 0",
                                "TDRV:kbl_model_add copy_and_stage_mr() error",
                                "NMGR:dlr_kelf_stage Failed to load subgraph",
                                "NMGR:stage_kelf_models Failed to stage graph: kelf-0.json to NeuronCore",
                                "NMGR:kmgr_load_nn Failed to load NN: baseline.neff, err: 4")
                        .on(RecipeMachine.on(InstanceType.INF1_XLARGE).under("1.6")));
    }

    private static Recipe mismatch(String id, String source, RecipeMachine machine, String function) {
        return new Recipe(
                id,
                source,
                "load two ranks with programs of three and six collectives",
                machine,
                new RecipeAction.Calls("nrt_load_collectives", true, true, nrt -> {
                    loadRank(nrt, 1, 6, new Out<>());
                    return loadRank(nrt, 0, 3, new Out<>());
                }),
                NRT_FAILURE,
                List.of(
                        "ENC:validate_neff_cc_ops [nec_dev 0] mismatching number of cc ops, expected 3 received 6. Check"
                                + " if ranks 0 and 1 are using the same neff",
                        "ENC:enc_load_operations [nec_dev 0] failed to validate neff across the replica group",
                        "TDRV:kbl_model_add create_engine_refill_rings_v1() error",
                        "NMGR:dlr_kelf_stage Failed to load subgraph",
                        "NMGR:" + function + " Failed to stage graph: kelf-0.json to NeuronCore",
                        "NMGR:kmgr_load_nn_post_metrics Failed to load NN: baseline.neff, err: 1"));
    }

    /** Loads a rank of two on the logical core of its number. */
    static NrtStatus loadRank(LibNrt nrt, int rank, int collectives, Out<NrtModel> model) {
        Slot[] slots = new Slot[collectives];
        Arrays.fill(slots, allReduce());
        byte[] file = BaselineNeff.builder(
                        Arch.CAYMAN, graph -> graph.program(EngineType.POOL, BaselineNeff.join(slots)))
                .header(fields -> fields.featureBits(0))
                .toByteArray();
        try (ByteSource neff = ByteSource.of(file)) {
            return nrt.nrt_load_collectives(neff, rank, -1, rank, 2, model);
        }
    }

    private static Recipe noCore() {
        return new Recipe(
                "S-core",
                "errors.md §6.1",
                "load on a logical core that the machine does not have: nrt4j load --cores 9:1",
                RecipeMachine.DEFAULT,
                new RecipeAction.Spine(BaselineNeff::bytes, 9),
                NRT_INVALID,
                List.of(Cascade.PLACEMENT.after(
                        NRT_INVALID,
                        "TDRV:db_vtpb_get_mla_and_tpb Could not find VNC id 9",
                        "NMGR:dlr_kelf_stage Failed to create shared io")));
    }

    private static byte[] tooLargeForInf1() {
        NeffBuilder builder = BaselineNeff.builder(
                Arch.SUNDA,
                graph -> graph.variable(
                        "W145-b",
                        JsonNodeFactory.instance
                                .objectNode()
                                .put("type", "tmp-buf")
                                .put("size", TOO_MUCH_FOR_INF1)));
        return BaselineNeff.edited(
                builder.header(fields -> fields.version(1, 0).featureBits(0)),
                "kelf-0.json",
                text -> text.replaceFirst(",\\s*\"target\"\\s*:\\s*\"[a-z]+\"", ""));
    }

    private static Recipe member(String id, String opcode, Supplier<byte[]> neff, String line) {
        return Recipe.load(
                id,
                "errors.md §6.3",
                "trigger a collective with " + opcode + " in a replica group of the ranks 1 and 2, and load as rank 0",
                NRT_RESOURCE,
                neff,
                Cascade.STAGING.after(
                        NRT_RESOURCE,
                        "ENC:enc_parse_replica_groups [nec_dev 0] replica groups (1/2) does not have myself 0",
                        "TDRV:build_enc_source_target_pairs Failed to parse src_target_pairs on ENC",
                        line,
                        "TDRV:ib_create_one_block failed to translate instructions",
                        "TDRV:ib_create_eib_v2 Failed to create instruction blocks",
                        "TDRV:sequencer_v2_setup_instr_one_eng Failed to allocate eib",
                        "TDRV:kbl_model_add create_engine_refill_rings_v1() error"));
    }

    private static Recipe topology() {
        return new Recipe(
                "R8",
                "nrt-api.md §4.2, errors.md §9 R8",
                "LibNrt.nrt_load_collectives as rank 0 of 24",
                RecipeMachine.on(InstanceType.TRN1_32XLARGE),
                new RecipeAction.Calls("nrt_load_collectives", true, false, nrt -> {
                    try (var neff = ByteSource.of(BaselineNeff.bytes())) {
                        return nrt.nrt_load_collectives(neff, 0, -1, 0, 24, new Out<>());
                    }
                }),
                NRT_INVALID,
                List.of("NRT:nrt_load_collectives Unsupported topology. Supported number of Neuron Cores is 1, 2, 8, 16"
                        + " or a multiple of 32.  For other configurations, such as multiples of 2, consider using inf2"
                        + " instances"));
    }

    private static byte[] twoGraphs() {
        NeffBuilder builder = BaselineNeff.builder()
                .graph(graph -> graph.input("x", TensorType.FLOAT32, BaselineNeff.ELEMENTS)
                        .output("y", TensorType.FLOAT32, BaselineNeff.ELEMENTS));
        return builder.header(fields -> fields.featureBits(0)).toByteArray();
    }

    private static byte[] manyInstances() {
        ObjectNode queue = JsonNodeFactory.instance.objectNode();
        queue.put("type", "data").put("owner", "pool").put("num_queues", 1);
        for (int i = 0; i < QUEUE_INSTANCES; i++) {
            queue.withArray("queue_instances").add("i" + i);
        }
        return BaselineNeff.builder(Arch.CAYMAN, graph -> graph.queue("qExtra", queue))
                .toByteArray();
    }

    private static Slot allReduce() {
        return Slot.create(Opcode.PSEUDO_TRIGGER_COLLECTIVE)
                .setU8(12, ADD)
                .setU8(13, FP32)
                .setI32(16, 1)
                .setI32(20, 2)
                .setI64(24, BaselineNeff.ELEMENTS)
                .setI32(32, 1);
    }

    private static Slot collective2() {
        return Slot.create(Opcode.PSEUDO_TRIGGER_COLLECTIVE2)
                .setU8(13, FP32)
                .setI32(16, 0)
                .setI32(20, 1);
    }

    /** A collective in the first of several groups of two ranks each. */
    private static byte[] withGroups(int sets, int firstRank, Slot... collective) {
        return BaselineNeff.builder(
                        Arch.CAYMAN,
                        graph -> graph.program(EngineType.POOL, BaselineNeff.join(collective))
                                .definition(definition -> {
                                    var groups = definition.putArray("replica_groups");
                                    for (int i = 0; i < sets; i++) {
                                        groups.addArray()
                                                .addArray()
                                                .add(firstRank)
                                                .add(firstRank + 1);
                                    }
                                }))
                .toByteArray();
    }
}
