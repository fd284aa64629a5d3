package io.nrt4j.runtime.c;

import io.netty.buffer.ByteBuf;
import io.nrt4j.hal.InstanceFamily;
import io.nrt4j.loader.LoadOptions;
import io.nrt4j.loader.LoadedModel;
import io.nrt4j.loader.Placement;
import io.nrt4j.loader.PlacementChooser;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.container.NeffContainer;
import io.nrt4j.loader.container.NeffHeader;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.runtime.config.RuntimeConfiguration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What stands behind {@link ModelFunctions}. Source: nrt-api.md §4.2. */
final class ModelCalls {
    private static final LogMessage LOAD_IN =
            LogMessage.debug("NRT", "nrt_load", "API:IN: (start_nc=%d, nc_count=%d, name=%s)");
    private static final LogMessage LOAD_COLLECTIVES_IN = LogMessage.debug(
            "NRT",
            "nrt_load_collectives",
            "API:IN: (start_nc=%d, nc_count=%d, global_device_id=%d, global_device_count=%d)");
    private static final String BAD_COUNT = "vnc_count is deprecated. only use -1.";
    private static final String TOPOLOGY = "Unsupported topology. Supported number of Neuron Cores is 1, 2, 8, 16 or a"
            + " multiple of 32.  For other configurations, such as multiples of 2, consider using inf2 instances";
    /** The runtime's own text is not known. */
    private static final String BAD_RANK = "Invalid rank %u in a world of %u";

    private static final LogMessage UNKNOWN_MODEL =
            LogMessage.error("NMGR", "kmgr_get_model", "Failed to find model: %u");
    private static final LogMessage UNLOADING = LogMessage.info("NMGR", "kmgr_unload_nn", "Unloading %u");
    private static final LogMessage UNLOADED = LogMessage.info("NMGR", "kmgr_unload_nn", "Unloaded NN: %u");

    private ModelCalls() {}

    static NrtStatus load(
            Library library, @Nullable ByteSource neff, int vnc, int vncCount, @Nullable Out<NrtModel> model) {
        Nlog nlog = library.nlog(vnc);
        nlog.log(LOAD_IN, vnc, vncCount, nameOf(neff));
        return library.reported("nrt_load", vnc, nlog, call -> {
            Out<NrtModel> out = Library.require(model);
            out.set(load(call, neff, vnc, vncCount, RankSeat.ALONE, library));
            return NrtStatus.NRT_SUCCESS;
        });
    }

    static NrtStatus loadCollectives(
            Library library,
            @Nullable ByteSource neff,
            int vnc,
            int vncCount,
            RankSeat seat,
            @Nullable Out<NrtModel> model) {
        Nlog nlog = library.nlog(vnc);
        nlog.log(LOAD_COLLECTIVES_IN, vnc, vncCount, seat.rank(), seat.ranks());
        return library.reported("nrt_load_collectives", vnc, nlog, call -> {
            Out<NrtModel> out = Library.require(model);
            checkTopology(call, seat);
            nlog.log(LOAD_IN, vnc, vncCount, nameOf(neff));
            out.set(load(call, neff, vnc, vncCount, seat, library));
            return NrtStatus.NRT_SUCCESS;
        });
    }

    private static NrtModel load(
            ApiCall call, @Nullable ByteSource neff, int vnc, int vncCount, RankSeat seat, Library library) {
        if (vncCount != -1 && vncCount != 1 && vncCount != 2) {
            throw call.refuse(NrtStatus.NRT_INVALID, BAD_COUNT);
        }
        // Fails for null as well; the loader repeats it, as the real one does, but prints only if it fails.
        NeffContainer.preflight(neff, call.nlog());
        ByteSource checked = Objects.requireNonNull(neff);
        Session session = call.session();
        // A core that does not exist is found out when staging; errors.md §6.1 has the published lines.
        Optional<Integer> claimed = session.claim(vnc);
        int core = claimed.orElse(vnc);
        CoreRange cores = session.cores();
        try {
            return session.ranks().load(seat, peers -> {
                RuntimeConfiguration now = library.configuration();
                LoadOptions options = now.loadOptions(library.profile());
                PlacementChooser place =
                        PlacementChooser.fixed(new Placement(session.instance(), cores.first(), cores.count(), core));
                LoadedModel loaded = session.loader()
                        .load(
                                checked,
                                options.withCollectives(options.collectives().withRank(seat.rank(), peers)),
                                place,
                                call.nlog());
                NrtModel model = new NrtModel(
                        session.newModelId(), core, seat, loaded, ExecutionSettings.of(now), session.isFake());
                session.register(model);
                return model;
            });
        } catch (LoadException e) {
            claimed.ifPresent(session::unclaim);
            throw e;
        }
    }

    /** The checks that {@code nrt_load_collectives} makes before it loads. */
    private static void checkTopology(ApiCall call, RankSeat seat) {
        InstanceFamily family = call.session().instance().type().family();
        int ranks = seat.ranks();
        boolean trn1 = family == InstanceFamily.TRN1 || family == InstanceFamily.TRN1N;
        boolean supported = ranks == 1 || ranks == 2 || ranks == 8 || ranks == 16 || (ranks > 0 && ranks % 32 == 0);
        if (trn1 && !supported) {
            throw call.refuse(NrtStatus.NRT_INVALID, TOPOLOGY);
        }
        if (seat.rank() < 0 || seat.rank() >= ranks) {
            throw call.refuse(NrtStatus.NRT_INVALID, BAD_RANK, seat.rank(), ranks);
        }
    }

    /** Returns when the last request on the model has ended. */
    static void unload(ApiCall call, NrtModel model) {
        call.nlog().log(UNLOADING, model.id());
        Session session = call.session();
        if (!session.unregister(model)) {
            throw unknown(call, model);
        }
        model.awaitUsers();
        session.ranks().unload(model);
        session.runs().forget(model);
        model.loaded().close();
        session.unclaim(model.vnc());
        call.nlog().log(UNLOADED, model.id());
    }

    /** A gated function that stores something about a model. */
    static <T> NrtStatus about(
            Library library,
            String function,
            @Nullable NrtModel model,
            @Nullable Out<T> out,
            Function<NrtModel, T> fact) {
        return library.done(function, call -> {
            NrtModel known = require(call, model);
            Library.require(out).set(fact.apply(known));
        });
    }

    /** Refuses a handle that is not that of a loaded model. */
    static NrtModel require(ApiCall call, @Nullable NrtModel model) {
        NrtModel given = Library.require(model);
        if (!call.session().knows(given)) {
            throw unknown(call, given);
        }
        return given;
    }

    private static CallFailedException unknown(ApiCall call, NrtModel model) {
        return call.fail(NrtStatus.NRT_INVALID_HANDLE, UNKNOWN_MODEL, model.id());
    }

    static @Nullable ByteSource source(@Nullable ByteBuf neff, long size) {
        return neff == null
                ? null
                : ByteSource.of(neff.retainedSlice(0, (int) Math.max(0, Math.min(size, neff.capacity()))));
    }

    private static String nameOf(@Nullable ByteSource neff) {
        if (neff == null || neff.size() < NeffHeader.SIZE) {
            return "";
        }
        ByteBuf header = neff.retainedSlice(0, NeffHeader.SIZE);
        try {
            return NeffHeader.decode(header).modelName();
        } finally {
            header.release();
        }
    }
}
