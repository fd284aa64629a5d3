package io.nrt4j.runtime.recipe;

import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_INVALID;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_SUCCESS;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import java.util.List;
import java.util.function.Consumer;

/** The gates of architecture, definition and reservation. Source: errors.md §5. */
final class ManifestRecipes {
    private static final String RESERVATION = "runtime_statebuffer_reservation";
    private static final String CARVE_OUT = "TDRV:kbl_model_add Event Accel carveout SB ";
    private static final String NOT_VERIFIED = "TDRV:kbl_model_add Failed to verify Event Accel State Buffer carveout";
    private static final String LOAD = "NEFF:load ";
    private static final String QUEUE = "qExtra";

    private ManifestRecipes() {}

    static List<Recipe> all() {
        return List.of(
                Recipe.load(
                        "A1",
                        "errors.md §5 A1",
                        "set \"version\" of kelf-0.json to a number without a dot",
                        NRT_INVALID,
                        () -> BaselineNeff.edited("kelf-0.json", text -> text.replace("\"0.5\"", "\"5\"")),
                        Cascade.KELF.after(NRT_INVALID, "NEFF:parse_version invalid string (.) in 5")),
                Recipe.load(
                        "A2",
                        "errors.md §5 A2, §9 K5",
                        "set \"target\" of kelf-0.json to vega",
                        NRT_INVALID,
                        () -> BaselineNeff.edited("kelf-0.json", text -> text.replace("cayman", "vega")),
                        Cascade.KELF.after(NRT_INVALID, "NEFF:parse_target Invalid target 'vega'")),
                Recipe.load(
                        "A3",
                        "errors.md §5 A3, §9 K6, R20",
                        "set \"target\" of kelf-0.json to mariana, on a trn2",
                        NRT_INVALID,
                        ManifestRecipes::forMariana,
                        Cascade.KELF.after(
                                NRT_INVALID,
                                LOAD + "Loading a NEFF compiled for a different arch is not allowed, NEFF arch: v4,"
                                        + " instance arch: v3",
                                LOAD + "Please ensure that --target <correct_arch> is passed as a neuronx-cc command"
                                        + " line flag.",
                                LOAD + "To override, set NEURON_RT_ALLOW_LEGACY_NEFF=1 and restart.")),
                Recipe.load(
                                "A4",
                                "errors.md §5 A4, §9 K6",
                                "set \"target\" of kelf-0.json to mariana, on a trn2 that lets it pass",
                                NRT_SUCCESS,
                                ManifestRecipes::forMariana,
                                "WARN NEFF:load Loading a NEFF compiled for a different arch, NEFF arch: v4, instance"
                                        + " arch: v3")
                        .on(RecipeMachine.DEFAULT.with("NEURON_RT_ALLOW_LEGACY_NEFF", "1")),
                Recipe.load(
                        "A5",
                        "errors.md §5 A5",
                        "remove " + RESERVATION + " from sg00/def.json",
                        NRT_INVALID,
                        () -> BaselineNeff.withDefinition(definition -> definition.remove(RESERVATION)),
                        Cascade.DEFINITION.after(
                                NRT_INVALID,
                                "NEFF:kelf_load_from_neff Missing or corrupted runtime_statebuffer_reservation field in"
                                        + " def.json and NEURON_RT_ALLOW_LEGACY_NEFF=1 is not set. Potentially a legacy"
                                        + " neff without proper compiler support")),
                queue(
                        "A6",
                        "set \"owner\" of a DMA queue to an engine that does not exist",
                        queue -> queue.put("owner", "dsp"),
                        "Invalid owner 'dsp' for DMA queue qExtra"),
                queue(
                        "A7",
                        "leave \"type\" of a DMA queue out",
                        queue -> queue.remove("type"),
                        "missing <type> in qExtra"),
                queue(
                        "A8-input",
                        "give an input queue queue_instances",
                        instances("in"),
                        "Invalid Neff: Queue set instances are not supported for input queues (qExtra)"),
                queue(
                        "A8-output",
                        "give an output queue queue_instances",
                        instances("out"),
                        "Invalid Neff: Queue set instances are not supported for output queues (qExtra)"),
                queue(
                        "A8-embedding",
                        "give a queue of embedding updates queue_instances",
                        instances("embedding_update"),
                        "Invalid Neff: Queue set instances are not supported for embedding update queues (qExtra)"),
                carveOut("E1", "base_partition", 1, "partition must start at 0. Got 1"),
                carveOut("E2", "partitions", 64, "partition count must be 128. Got 64"),
                carveOut("E3", "offset", 0, "partition offset must start at 0x37ff8. Got 0x0"),
                carveOut("E4", "size", 16, "size must be 8. Got 16"),
                Recipe.load(
                        "K8",
                        "errors.md §9 K8",
                        "make " + RESERVATION + " of sg00/def.json an empty list",
                        NRT_SUCCESS,
                        () -> BaselineNeff.withDefinition(definition -> definition.putArray(RESERVATION)),
                        "DEBUG TDRV:kbl_model_add model: baseline.neff on: nd0:nc0 has no evtaccel reservation on SBUF",
                        "INFO NMGR:kmgr_load_nn_post_metrics NN: baseline.neff, loaded successfully"),
                Recipe.load(
                                "E1-2.24",
                                "errors.md §3",
                                "set base_partition of the evtaccel reservation to 1",
                                NRT_INVALID,
                                () -> withReservation("base_partition", 1),
                                Cascade.STAGING_2_24.after(
                                        NRT_INVALID, CARVE_OUT + "partition must start at 0. Got 1", NOT_VERIFIED))
                        .on(RecipeMachine.DEFAULT.under("2.24.53.0")));
    }

    private static byte[] forMariana() {
        return BaselineNeff.edited("kelf-0.json", text -> text.replace("cayman", "mariana"));
    }

    private static Recipe queue(String id, String change, Consumer<ObjectNode> edit, String message) {
        return Recipe.load(
                id,
                "errors.md §5 " + id.substring(0, 2),
                change,
                NRT_INVALID,
                () -> BaselineNeff.builder(
                                Arch.CAYMAN,
                                graph -> graph.queue(QUEUE, "data", EngineType.POOL, 24)
                                        .definition(definition -> edit.accept((ObjectNode)
                                                definition.path("dma_queue").path(QUEUE))))
                        .toByteArray(),
                Cascade.DEFINITION.after(NRT_INVALID, "NEFF:parse_one_dma_ring " + message));
    }

    private static Consumer<ObjectNode> instances(String type) {
        return queue -> queue.put("type", type)
                .put("embedding_update_sync_semaphore", 50)
                .putArray("queue_instances")
                .add("i0");
    }

    private static Recipe carveOut(String id, String key, long value, String message) {
        return Recipe.load(
                id,
                id.equals("E3") ? "errors.md §5 E3, §9 K7" : "errors.md §5 " + id,
                "set " + key + " of the evtaccel reservation in sg00/def.json to " + value,
                NRT_INVALID,
                () -> withReservation(key, value),
                Cascade.STAGING.after(NRT_INVALID, CARVE_OUT + message, NOT_VERIFIED));
    }

    private static byte[] withReservation(String key, long value) {
        return BaselineNeff.withDefinition(
                definition -> ((ObjectNode) definition.path(RESERVATION).path(0)).put(key, value));
    }
}
