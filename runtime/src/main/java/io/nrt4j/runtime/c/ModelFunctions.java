package io.nrt4j.runtime.c;

import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_FAILURE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_INVALID;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_INVALID_HANDLE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_RESOURCE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_UNSUPPORTED_NEFF_VERSION;

import io.netty.buffer.ByteBuf;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.runtime.c.CFunction.Gate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Loading and unloading of models, and what they are like. Source: nrt-api.md §4.2, §4.5. */
@SuppressWarnings("MemberName") // the names of the C API
public sealed interface ModelFunctions permits LibNrt {
    /** For this package only. */
    Library library();

    /**
     * Loads a NEFF on a logical core.
     *
     * @param neff the file; its bytes from index 0 on. May be released once this returns
     * @param size bytes of the file
     * @param vnc the logical core, or -1 for the least used one
     * @param vncCount -1, 1 or 2; has no meaning any more
     * @param model not touched by a call that fails
     */
    @CFunction(
            statuses = {NRT_INVALID, NRT_UNSUPPORTED_NEFF_VERSION, NRT_RESOURCE},
            section = "4.2")
    default NrtStatus nrt_load(
            @Nullable ByteBuf neff, long size, int vnc, int vncCount, @Nullable Out<NrtModel> model) {
        try (ByteSource source = ModelCalls.source(neff, size)) {
            return nrt_load(source, vnc, vncCount, model);
        }
    }

    /** Loads a NEFF of any size; the source may be closed once this returns. */
    default NrtStatus nrt_load(@Nullable ByteSource neff, int vnc, int vncCount, @Nullable Out<NrtModel> model) {
        return ModelCalls.load(library(), neff, vnc, vncCount, model);
    }

    /**
     * Loads a NEFF as one rank of several, which meet in its collectives.
     *
     * @param rank this rank ({@code ctx_device_id})
     * @param ranks ranks in all ({@code ctx_device_count}); trn1 takes 1, 2, 8, 16 and multiples of 32
     */
    @CFunction(
            statuses = {NRT_INVALID, NRT_UNSUPPORTED_NEFF_VERSION, NRT_RESOURCE, NRT_FAILURE},
            section = "4.2")
    default NrtStatus nrt_load_collectives(
            @Nullable ByteSource neff, int vnc, int vncCount, int rank, int ranks, @Nullable Out<NrtModel> model) {
        return ModelCalls.loadCollectives(library(), neff, vnc, vncCount, new RankSeat(rank, ranks), model);
    }

    /** Unloads a model once its last request has ended. */
    @CFunction(
            statuses = {NRT_INVALID, NRT_INVALID_HANDLE},
            section = "4.2")
    default NrtStatus nrt_unload(@Nullable NrtModel model) {
        return library()
                .done(
                        "nrt_unload",
                        model == null ? 0 : model.vnc(),
                        call -> ModelCalls.unload(call, Library.require(model)));
    }

    /** Stores 1, the number of logical cores of every model. */
    @CFunction(
            statuses = {NRT_INVALID, NRT_INVALID_HANDLE},
            section = "4.2")
    default NrtStatus nrt_get_model_nc_count(@Nullable NrtModel model, @Nullable Out<Integer> count) {
        return ModelCalls.about(library(), "nrt_get_model_nc_count", model, count, known -> 1);
    }

    /** Stores 1, the number of logical cores of every model. */
    @CFunction(
            statuses = {NRT_INVALID, NRT_INVALID_HANDLE},
            section = "4.2")
    default NrtStatus nrt_get_model_vnc_count(@Nullable NrtModel model, @Nullable Out<Integer> count) {
        return ModelCalls.about(library(), "nrt_get_model_vnc_count", model, count, known -> 1);
    }

    /** Stores 1; deprecated in the API. */
    @CFunction(
            statuses = {NRT_INVALID, NRT_INVALID_HANDLE},
            section = "4.2")
    default NrtStatus nrt_get_model_instance_count(@Nullable NrtModel model, @Nullable Out<Integer> count) {
        return ModelCalls.about(library(), "nrt_get_model_instance_count", model, count, known -> 1);
    }

    /**
     * Stores the logical core of a model.
     *
     * @param size bytes of the caller's struct
     * @param written bytes that were stored
     */
    @CFunction(
            statuses = {NRT_INVALID, NRT_INVALID_HANDLE},
            section = "4.2")
    default NrtStatus nrt_get_model_info(
            @Nullable NrtModel model, @Nullable Out<NrtModelInfo> info, long size, @Nullable Out<Long> written) {
        return library().done("nrt_get_model_info", call -> {
            NrtModel known = ModelCalls.require(call, model);
            Library.require(info).set(new NrtModelInfo(known.vnc()));
            Library.require(written).set(Math.min(size, NrtModelInfo.BYTES));
        });
    }

    /** Lists the inputs, then the outputs, each by name in byte order. */
    @CFunction(
            statuses = {NRT_INVALID, NRT_INVALID_HANDLE},
            section = "4.5")
    default NrtStatus nrt_get_model_tensor_info(@Nullable NrtModel model, @Nullable Out<List<NrtTensorInfo>> info) {
        return ModelCalls.about(library(), "nrt_get_model_tensor_info", model, info, NrtModel::tensors);
    }

    /** Frees a list of tensors and sets the caller's handle to null. */
    @CFunction(gate = Gate.NONE, statuses = NRT_INVALID, section = "4.2")
    default NrtStatus nrt_free_model_tensor_info(@Nullable Out<List<NrtTensorInfo>> info) {
        return Library.ungated(() -> Library.require(info).clear());
    }
}
