package io.nrt4j.runtime.recipe;

import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_CLOSED;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_INVALID;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_INVALID_HANDLE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_RESOURCE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_UNINITIALIZED;

import io.nrt4j.hal.InstanceType;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.runtime.c.LibNrt;
import io.nrt4j.runtime.c.NrtModel;
import io.nrt4j.runtime.c.NrtTensor;
import io.nrt4j.runtime.c.Out;
import io.nrt4j.runtime.c.RuntimeState;
import io.nrt4j.runtime.c.TensorPlacement;
import java.util.List;
import java.util.function.Function;

/** Calls that the state, a handle or an argument does not allow. Source: nrt-api.md §3, §4; errors.md §6.2, §9. */
final class ApiRecipes {
    private static final long TOO_MUCH = 64L << 30;
    /** The size of the case book's R7. */
    private static final long R7_BYTES = 180355072;

    /** What fits into the main pool and the small pool of a trn1 core: 15.855 of its 16 GiB. */
    private static final long MOST_OF_MAIN_POOL = (14L << 30) + (900L << 20);

    private static final long MOST_OF_SMALL_POOL = 1000L << 20;

    private ApiRecipes() {}

    static List<Recipe> all() {
        return List.of(
                new Recipe(
                        "K9",
                        "errors.md §9 K9; nrt-api.md §3",
                        "LibNrt.nrt_load before nrt_init",
                        RecipeMachine.DEFAULT,
                        new RecipeAction.Calls("nrt_load", false, false, nrt -> load(nrt, 0, new Out<>())),
                        NRT_UNINITIALIZED,
                        List.of("NRT:nrt_load NRT uninitialized")),
                call(
                        "K10",
                        "errors.md §9 K10",
                        "LibNrt.nrt_unload twice",
                        "nrt_unload",
                        NRT_INVALID_HANDLE,
                        false,
                        nrt -> {
                            Out<NrtModel> model = new Out<>();
                            load(nrt, 0, model);
                            nrt.nrt_unload(model.get());
                            return nrt.nrt_unload(model.get());
                        },
                        "NMGR:kmgr_get_model Failed to find model: 10001"),
                closed(),
                call(
                        "P-count",
                        "nrt-api.md §4.2",
                        "LibNrt.nrt_load with vnc_count 3",
                        "nrt_load",
                        NRT_INVALID,
                        false,
                        nrt -> {
                            try (ByteSource neff = ByteSource.of(BaselineNeff.bytes())) {
                                return nrt.nrt_load(neff, 0, 3, new Out<>());
                            }
                        },
                        "NRT:nrt_load vnc_count is deprecated. only use -1."),
                call(
                        "P-copy",
                        "nrt-api.md §4.3",
                        "LibNrt.nrt_tensor_copy between the logical cores 0 and 3 of a trn2",
                        "nrt_tensor_copy",
                        NRT_INVALID,
                        true,
                        nrt -> nrt.nrt_tensor_copy(tensor(nrt, 0), 0, tensor(nrt, 3), 0, 16),
                        "NRT:nrt_tensor_copy Tensors must be allocated on same HBM (SRC: 0) (DST: 3)"),
                memory(),
                olderMemory());
    }

    private static Recipe call(
            String id,
            String source,
            String change,
            String function,
            NrtStatus status,
            boolean dumped,
            Function<LibNrt, NrtStatus> body,
            String... lines) {
        return new Recipe(
                id,
                source,
                change,
                RecipeMachine.DEFAULT,
                new RecipeAction.Calls(function, true, dumped, body),
                status,
                List.of(lines));
    }

    private static Recipe closed() {
        return new Recipe(
                "P-closed",
                "nrt-api.md §3",
                "LibNrt.nrt_unload in the callback of a queued request, which nrt_close waits for",
                RecipeMachine.DEFAULT.with("NEURON_RT_ASYNC_EXEC_MAX_INFLIGHT_REQUESTS", "1"),
                new RecipeAction.Calls("nrt_unload", true, false, ApiRecipes::unloadDuringClose),
                NRT_CLOSED,
                List.of("WARN NRT:nrt_unload NRT already closed"));
    }

    private static NrtStatus unloadDuringClose(LibNrt nrt) {
        Out<NrtModel> model = new Out<>();
        load(nrt, 0, model);
        Out<NrtStatus> answer = new Out<>();
        nrt.nrt_register_async_exec_callback((id, vnc, job, status) -> {
            while (nrt.state() == RuntimeState.INIT) {
                Thread.onSpinWait();
            }
            answer.set(nrt.nrt_unload(model.get()));
        });
        nrt.nrt_execute(model.get(), ExecutionRecipes.set(nrt, "x", 0), ExecutionRecipes.set(nrt, "y", 0));
        nrt.nrt_close();
        return answer.get();
    }

    private static NrtStatus load(LibNrt nrt, int vnc, Out<NrtModel> model) {
        try (ByteSource neff = ByteSource.of(BaselineNeff.bytes())) {
            return nrt.nrt_load(neff, vnc, -1, model);
        }
    }

    private static NrtTensor tensor(LibNrt nrt, int vnc) {
        Out<NrtTensor> tensor = new Out<>();
        nrt.nrt_tensor_allocate(TensorPlacement.DEVICE, vnc, 16, "t", tensor);
        return tensor.get();
    }

    private static Recipe memory() {
        return new Recipe(
                "M-tensor",
                "errors.md §6.2; memory.md §9",
                "LibNrt.nrt_tensor_allocate with more bytes than the HBM has",
                RecipeMachine.on(InstanceType.TRN2_3XLARGE).with("NEURON_LOGICAL_NC_CONFIG", "1"),
                new RecipeAction.Calls(
                        "nrt_tensor_allocate",
                        true,
                        true,
                        nrt -> nrt.nrt_tensor_allocate(TensorPlacement.DEVICE, 4, TOO_MUCH, "weights", new Out<>())),
                NRT_RESOURCE,
                List.of(
                        "TDRV:print_lnc_hbm_details LNC size is 1. Neuron Cores using this HBM: NC 4 and NC 5",
                        "TDRV:log_dev_mem Failed to allocate 64.000GB (alignment: none, usage: tensors) on ND 0:NC 4",
                        "TDRV:log_dev_mem_usage_table " + MemoryTables.EMPTY,
                        "TDRV:tensor_allocate Failed to allocate 68719476736 bytes on DEVICE for tensor weights."));
    }

    private static Recipe olderMemory() {
        return new Recipe(
                "R7",
                "errors.md §6.2, §9 R7",
                "fill most of the HBM of a trn1 core with tensors, then LibNrt.nrt_tensor_allocate without a name",
                RecipeMachine.on(InstanceType.TRN1_2XLARGE).under("2.22.14.0"),
                new RecipeAction.Calls("nrt_tensor_allocate", true, true, nrt -> {
                    nrt.nrt_tensor_allocate(TensorPlacement.DEVICE, 0, MOST_OF_MAIN_POOL, "a", new Out<>());
                    nrt.nrt_tensor_allocate(TensorPlacement.DEVICE, 0, MOST_OF_SMALL_POOL, "b", new Out<>());
                    return nrt.nrt_tensor_allocate(TensorPlacement.DEVICE, 0, R7_BYTES, null, new Out<>());
                }),
                NRT_RESOURCE,
                List.of(
                        "TDRV:dmem_alloc_internal Failed to alloc DEVICE memory: 180355072",
                        "TDRV:log_dev_mem Failed to allocate 172.000MB (usage: tensors) on ND 0:NC 0, current"
                                + " utilization:\n\t* total: 15.855GB\n\t* tensors: 15.855GB\n",
                        "TDRV:tensor_allocate Failed to allocate 180355072 bytes on DEVICE for tensor UNKNOWN."));
    }
}
