package io.nrt4j.runtime.c;

import io.nrt4j.hal.InstanceFamily;
import io.nrt4j.loader.LoadOptions;
import io.nrt4j.loader.LoadedModel;
import io.nrt4j.loader.Placement;
import io.nrt4j.loader.PlacementChooser;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.container.NeffContainer;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.manifest.MemRefType;
import io.nrt4j.loader.manifest.NeffGraph;
import io.nrt4j.loader.manifest.NrtDtype;
import io.nrt4j.loader.manifest.TensorInfo;
import io.nrt4j.loader.variable.MemRef;
import io.nrt4j.loader.variable.VariableTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The functions of the API that work on models. Source: nrt-api.md §4.2, §4.5. */
final class ModelCalls {
    private static final String BAD_COUNT = "vnc_count is deprecated. only use -1.";
    /** The runtime's own text is not known. */
    private static final String NO_CORE = "Invalid logical core %d, the runtime has %d";

    private static final String TOPOLOGY = "Unsupported topology. Supported number of Neuron Cores is 1, 2, 8, 16 or a"
            + " multiple of 32.  For other configurations, such as multiples of 2, consider using inf2 instances";
    /** The runtime's own text is not known. */
    private static final String BAD_RANK = "Invalid rank %u in a world of %u";

    private static final LogMessage UNKNOWN_MODEL =
            LogMessage.error("NMGR", "kmgr_get_model", "Failed to find model: %u");
    private static final LogMessage UNLOADING = LogMessage.info("NMGR", "kmgr_unload_nn", "Unloading %u");
    private static final LogMessage UNLOADED = LogMessage.info("NMGR", "kmgr_unload_nn", "Unloaded NN: %u");

    private ModelCalls() {}

    /** {@code nrt_load} behind the guard. */
    static NrtModel load(ApiCall call, @Nullable ByteSource neff, int vnc, int vncCount, LoadOptions options) {
        if (vncCount != -1 && vncCount != 1 && vncCount != 2) {
            throw call.fail(NrtStatus.NRT_INVALID, BAD_COUNT);
        }
        // Fails for null as well; the loader repeats it, as the real one does, but prints only if it fails.
        NeffContainer.preflight(neff, call.nlog());
        ByteSource checked = Objects.requireNonNull(neff);
        Session session = call.session();
        int claimed = session.claim(vnc)
                .orElseThrow(() -> call.fail(
                        NrtStatus.NRT_INVALID, NO_CORE, vnc, session.cores().count()));
        try {
            PlacementChooser place = PlacementChooser.fixed(
                    new Placement(session.instance(), session.cores().first() + claimed));
            LoadedModel loaded = session.loader().load(checked, options, place, call.nlog());
            NrtModel model = new NrtModel(session.newModelId(), claimed, loaded);
            session.register(model);
            return model;
        } catch (LoadException e) {
            session.unclaim(claimed);
            throw e;
        }
    }

    /** The checks that {@code nrt_load_collectives} makes before it loads. */
    static void checkTopology(ApiCall call, int rank, int ranks) {
        InstanceFamily family = call.session().instance().type().family();
        boolean trn1 = family == InstanceFamily.TRN1 || family == InstanceFamily.TRN1N;
        boolean supported = ranks == 1 || ranks == 2 || ranks == 8 || ranks == 16 || (ranks > 0 && ranks % 32 == 0);
        if (trn1 && !supported) {
            throw call.fail(NrtStatus.NRT_INVALID, TOPOLOGY);
        }
        if (rank < 0 || rank >= ranks) {
            throw call.fail(NrtStatus.NRT_INVALID, BAD_RANK, rank, ranks);
        }
    }

    /** {@code nrt_unload} behind the guard: returns when the last request on the model has ended. */
    static NrtStatus unload(ApiCall call, NrtModel model) {
        call.nlog().log(UNLOADING, model.id());
        if (!call.session().unregister(model)) {
            throw unknown(call, model);
        }
        model.awaitUsers();
        call.session().runs(model.vnc()).forget(model.loaded());
        model.loaded().close();
        call.session().unclaim(model.vnc());
        call.nlog().log(UNLOADED, model.id());
        return NrtStatus.NRT_SUCCESS;
    }

    /** Refuses a handle that is not that of a loaded model. */
    static NrtModel require(ApiCall call, @Nullable NrtModel model) {
        if (model == null) {
            throw ApiCall.misuse();
        }
        if (!call.session().knows(model)) {
            throw unknown(call, model);
        }
        return model;
    }

    private static CallFailedException unknown(ApiCall call, NrtModel model) {
        call.nlog().log(UNKNOWN_MODEL, model.id());
        return new CallFailedException(NrtStatus.NRT_INVALID_HANDLE);
    }

    /** Inputs, then outputs; each by name in byte order. Empty on a fake instance. */
    static List<NrtTensorInfo> tensorInfo(Session session, LoadedModel model) {
        if (session.isFake()) {
            return List.of();
        }
        NeffGraph graph = model.manifest().graph();
        List<NrtTensorInfo> tensors = new ArrayList<>();
        sizes(model, MemRefType.MR_INPUT)
                .forEach((name, size) -> tensors.add(info(name, TensorUsage.INPUT, size, graph.inputs())));
        sizes(model, MemRefType.MR_OUTPUT)
                .forEach((name, size) -> tensors.add(info(name, TensorUsage.OUTPUT, size, graph.outputs())));
        return List.copyOf(tensors);
    }

    private static Map<String, Long> sizes(LoadedModel model, MemRefType type) {
        // A std::map orders by bytes; the code points of UTF-8 texts have the same order.
        Map<String, Long> sizes = new TreeMap<>(
                Comparator.comparing((String name) -> name.codePoints().toArray(), java.util.Arrays::compare));
        for (VariableTable table : model.variables().tables()) {
            for (MemRef variable : table.variables()) {
                if (variable.type() == type) {
                    sizes.putIfAbsent(variable.name(), variable.size());
                }
            }
        }
        return sizes;
    }

    private static NrtTensorInfo info(String name, TensorUsage usage, long size, Map<String, TensorInfo> described) {
        Optional<TensorInfo> known = Optional.ofNullable(described.get(name));
        return new NrtTensorInfo(
                name,
                usage,
                size,
                known.map(TensorInfo::dtype).orElse(NrtDtype.UNKNOWN),
                known.map(TensorInfo::shape).orElse(List.of()));
    }
}
