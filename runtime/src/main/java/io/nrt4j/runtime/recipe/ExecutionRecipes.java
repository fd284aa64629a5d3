package io.nrt4j.runtime.recipe;

import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_EXEC_COMPLETED_WITH_ERR;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_EXEC_HW_ERR_COLLECTIVES;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_EXEC_HW_ERR_DMA_ABORT;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_EXEC_HW_ERR_HBM_UE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_EXEC_HW_ERR_NC_UE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_EXEC_HW_ERR_REPAIRABLE_HBM_UE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_EXEC_OOB;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_EXEC_SW_NQ_OVERFLOW;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_INVALID;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_SUCCESS;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_TIMEOUT;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.ControlOperands;
import io.nrt4j.hal.isa.Events;
import io.nrt4j.hal.isa.Generation;
import io.nrt4j.hal.isa.Instruction;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.isa.UpdateMode;
import io.nrt4j.hal.isa.WaitMode;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.runtime.c.LibNrt;
import io.nrt4j.runtime.c.NrtModel;
import io.nrt4j.runtime.c.NrtTensor;
import io.nrt4j.runtime.c.NrtTensorSet;
import io.nrt4j.runtime.c.Out;
import io.nrt4j.runtime.c.TensorPlacement;
import java.util.List;
import java.util.function.Supplier;

/** Requests that do not end well. Source: errors.md §8, exec.md §1, §2, §4. */
final class ExecutionRecipes {
    private static final String PROCESS_ERRORS = "TDRV:exec_request_process_errors ";
    private static final String FATAL = "(FATAL-RT-UNDEFINED-STATE) ";
    private static final String NO_STATUS =
            "TDRV:exec_consume_tpb_status_notifications Missing infer_status notification: ";
    private static final String EXECUTE = "nrt_execute";
    private static final String IN_CATALOGUE = "errors.md §8";
    private static final int SEMAPHORE = 100;
    private static final int EVENT = 100;

    private static final int OFFSET_REGISTER = 40;
    private static final int BOUND_REGISTER = 41;
    private static final int BOUNDED = 0x80;
    private static final int BEYOND = 4096;
    private static final long TABLE_ROW = 0x20L << 56;
    private static final long TABLE_ROW_AND_REGISTER = 0x28L << 56;

    private ExecutionRecipes() {}

    static List<Recipe> all() {
        return List.of(
                run(
                        "X-good",
                        "exec.md §8",
                        "run a good program",
                        NRT_SUCCESS,
                        RecipeMachine.DEFAULT,
                        BaselineNeff::bytes),
                outOfBounds(
                        "X-bounds",
                        RecipeMachine.DEFAULT,
                        PROCESS_ERRORS + "[ND 0][NC 0] Out of bounds access on model baseline.neff",
                        "NMGR:kmgr_exec Failed to execute model: 10001, error: 1006",
                        "NRT:nrt_execute_repeat Failed to execute model baseline.neff with status 1006"),
                outOfBounds(
                        "X-bounds-2.28",
                        RecipeMachine.DEFAULT.under("2.28.19.0"),
                        "TDRV:exec_process_custom_notification nd0:nc0:h_model.id1001: Received notification generated at"
                                + " runtime: failed to run scatter/gather (indirect memory copy via scalar DGE), due to"
                                + " out-of-bound access. model name = baseline.neff.",
                        "TDRV:exec_wait_round_robin [ND 0][NC 0] Out of bounds access on model baseline.neff",
                        "NMGR:dlr_infer Inference completed with err: 1006. mode->h_nn=1001, lnc=0",
                        "NRT:nrt_execute_repeat Failed to execute model baseline.neff with status 1006"),
                outOfBounds(
                        "X-bounds-2.24",
                        RecipeMachine.DEFAULT.under("2.24.53.0"),
                        "TDRV:generate_custom_notification_msg nd0:nc0:h_model.id1001: Received notification generated at"
                                + " runtime: failed to run scatter/gather (indirect memory copy via scalar DGE), due to"
                                + " out-of-bound access. isa instruction line number = 1. model name = baseline.neff",
                        "NMGR:dlr_infer Inference completed with err: 1006. mode->h_nn=1001, start_nc=0, nc_count=1"),
                outOfBounds(
                        "X-bounds-2.19",
                        RecipeMachine.DEFAULT.under("2.19.5.0"),
                        "TDRV:generate_custom_notification_msg nd0:nc0:h_model.id1001: Received notification generated at"
                                + " runtime: failed to run scatter/gather (indirect memory copy via scalar DGE), due to"
                                + " out-of-bound access.",
                        "NMGR:dlr_infer Inference completed with err: 1006. mode->h_nn=1001, start_nc=0, nc_count=1"),
                run(
                        "X-bounds-off",
                        "nrt-api.md §6 B",
                        "the same copy with the check of bounds off, which runs",
                        NRT_SUCCESS,
                        RecipeMachine.DEFAULT.with("NEURON_RT_DBG_DISABLE_DGE_BOUND_CHECK", "1"),
                        ExecutionRecipes::beyondBound),
                run(
                        "X-timeout",
                        "errors.md §8, §9 R13; exec.md §4.1",
                        "let POOL wait for a semaphore that nobody raises",
                        NRT_TIMEOUT,
                        RecipeMachine.DEFAULT,
                        ExecutionRecipes::waiting,
                        PROCESS_ERRORS + FATAL + "execution timeout (30000 ms) on Neuron Device 0 NC 0, model"
                                + " baseline.neff, waiting for execution completion notification",
                        "NMGR:kmgr_exec Failed to execute model: 10001, error: 5",
                        "NRT:nrt_execute_repeat Failed to execute model baseline.neff with status 5"),
                run(
                        "X-timeout-2022",
                        "errors.md §8",
                        "let POOL wait for a semaphore that nobody raises, under a runtime of 2022",
                        NRT_TIMEOUT,
                        RecipeMachine.DEFAULT.under("2.9"),
                        ExecutionRecipes::waiting,
                        NO_STATUS + "(end:0)",
                        NO_STATUS + "(end:1)",
                        NO_STATUS + "(end:2)",
                        NO_STATUS + "(end:3)",
                        NO_STATUS + "(end:4)",
                        "TDRV:exec_consume_infer_status_notifications " + FATAL
                                + "inference timeout (30000 ms) on Neuron Device 0 NC 0, waiting for execution completion"
                                + " notification",
                        "NMGR:dlr_infer Inference completed with err: 5"),
                run(
                        "X-event",
                        "errors.md §8, §9 R14; exec.md §6",
                        "set an event twice",
                        NRT_EXEC_COMPLETED_WITH_ERR,
                        RecipeMachine.DEFAULT,
                        () -> BaselineNeff.withProgram(setEvent(), setEvent()),
                        "TDRV:notification_consume_errors Error notifications found on NC:0;"
                                + " action=INFER_ERROR_SUBTYPE_MODEL; error_id=8; error string:Event double set",
                        "NMGR:kmgr_exec Failed to execute model: 10001, error: 1004",
                        "NRT:nrt_execute_repeat Failed to execute model baseline.neff with status 1004"),
                broken(
                        "X-hbm",
                        "hbm-error",
                        NRT_EXEC_HW_ERR_HBM_UE,
                        FATAL + "Uncorrectable HBM memory error is detected. Execution results may be invalid. Please"
                                + " terminate this instance to prevent future impact from the hardware error."),
                broken(
                        "X-hbm-repairable",
                        "repairable-hbm-error",
                        NRT_EXEC_HW_ERR_REPAIRABLE_HBM_UE,
                        FATAL + "Uncorrectable HBM memory error is detected. Execution results may be invalid. Please"
                                + " reload the neuron driver or reboot your EC2 instance to prevent future impact from the"
                                + " hardware error."),
                broken(
                        "X-sram",
                        "sram-error",
                        NRT_EXEC_HW_ERR_NC_UE,
                        FATAL
                                + "[ND 0][NC 0] Uncorrectable memory error is detected, metadata: 0x16. Please terminate or"
                                + " stop/start this instance to prevent future impact from the hardware error."),
                broken(
                        "X-dma",
                        "dma-abort",
                        NRT_EXEC_HW_ERR_DMA_ABORT,
                        "[MLA 0][NC 0] DMA TX engine 0 is in an abort state"),
                broken(
                        "X-notifications",
                        "notification-overflow",
                        NRT_EXEC_SW_NQ_OVERFLOW,
                        "[ND 0][NC 0] execution timeout (30000 ms) on model baseline.neff, potentially caused by DGE"
                                + " notifications enabled. Please disable it (set NEURON_RT_ENABLE_DGE_NOTIFICATIONS to 0)"
                                + " and try again."),
                run(
                        "X-sram-2.22",
                        "errors.md §8",
                        "a machine with sram-error, before 2.23",
                        NRT_EXEC_COMPLETED_WITH_ERR,
                        RecipeMachine.DEFAULT.under("2.22.14.0").in("sram-error"),
                        BaselineNeff::bytes,
                        PROCESS_ERRORS + FATAL + "[ND 0][NC 0] Uncorrectable memory error is detected, metadata: 0x16."
                                + " Please terminate or stop/start this instance to prevent future impact from the"
                                + " hardware error.",
                        "NMGR:dlr_infer Inference completed with err: 1004. mode->h_nn=1001, start_nc=0, nc_count=1"),
                peerStaysAway(),
                repeated(),
                otherHbm());
    }

    private static Recipe run(
            String id,
            String source,
            String change,
            NrtStatus status,
            RecipeMachine machine,
            Supplier<byte[]> neff,
            String... lines) {
        return new Recipe(
                id,
                source,
                change,
                machine,
                new RecipeAction.Calls(EXECUTE, true, true, nrt -> execute(nrt, neff, 0, 1)),
                status,
                List.of(lines));
    }

    private static Recipe broken(String id, String condition, NrtStatus status, String message) {
        return run(
                id,
                IN_CATALOGUE,
                "a machine with " + condition,
                status,
                RecipeMachine.DEFAULT.in(condition),
                BaselineNeff::bytes,
                PROCESS_ERRORS + message,
                "NMGR:kmgr_exec Failed to execute model: 10001, error: " + status.code(),
                "NRT:nrt_execute_repeat Failed to execute model baseline.neff with status " + status.code());
    }

    private static Recipe outOfBounds(String id, RecipeMachine machine, String... lines) {
        return run(
                id,
                "errors.md §8, §9 R12; exec.md §8 example 7",
                "copy from an offset of 4096 in a tensor of 128 bytes, with a bound on the offset",
                NRT_EXEC_OOB,
                machine,
                ExecutionRecipes::beyondBound,
                lines);
    }

    private static Recipe peerStaysAway() {
        return new Recipe(
                "X-hang",
                "errors.md §8, §9 R25",
                "LibNrt.nrt_load_collectives of two ranks with a collective, then nrt_execute of one of them alone",
                RecipeMachine.DEFAULT.with("NEURON_RT_EXEC_TIMEOUT", "1"),
                new RecipeAction.Calls(EXECUTE, true, true, nrt -> {
                    Out<NrtModel> model = new Out<>();
                    StagingRecipes.loadRank(nrt, 0, 1, model);
                    StagingRecipes.loadRank(nrt, 1, 1, new Out<>());
                    return nrt.nrt_execute(model.get(), set(nrt, "x", 0), set(nrt, "y", 0));
                }),
                NRT_EXEC_HW_ERR_COLLECTIVES,
                List.of(
                        "DEBUG NRT:nrt_load_collectives API:IN: (start_nc=0, nc_count=-1, global_device_id=0,"
                                + " global_device_count=2)",
                        "DEBUG NRT:nrt_load_collectives API:IN: (start_nc=1, nc_count=-1, global_device_id=1,"
                                + " global_device_count=2)",
                        "TDRV:exec_consume_topsp_cc_notifications " + FATAL
                                + "missing collectives status on Neuron Device 0 NC 0, model baseline.neff - suspected"
                                + " hang in collectives operation 0 out of 1",
                        "NMGR:kmgr_exec Failed to execute model: 10001, error: 1200",
                        "NRT:nrt_execute_repeat Failed to execute model baseline.neff with status 1200"));
    }

    private static Recipe repeated() {
        return new Recipe(
                "X-repeat",
                "nrt-api.md §4.6",
                "LibNrt.nrt_execute_repeat with 2",
                RecipeMachine.DEFAULT,
                new RecipeAction.Calls(
                        "nrt_execute_repeat", true, true, nrt -> execute(nrt, BaselineNeff::bytes, 0, 2)),
                NRT_INVALID,
                List.of(
                        "NRT:nrt_execute_repeat Supports for loops on the host is deprecated",
                        "NRT:nrt_execute_repeat Failed to execute model baseline.neff with status 2"));
    }

    private static Recipe otherHbm() {
        return new Recipe(
                "X-tensor",
                "exec.md §2",
                "bind tensors of logical core 3 to a model on logical core 0",
                RecipeMachine.DEFAULT,
                new RecipeAction.Calls(EXECUTE, true, true, nrt -> execute(nrt, BaselineNeff::bytes, 3, 1)),
                NRT_INVALID,
                List.of(
                        "TDRV:kbl_model_verify_io_tensor_set Tensor x allocated on HBM 3 was passed to a model loaded on"
                                + " lnc 0.",
                        "NMGR:kmgr_exec Failed to execute model: 10001, error: 2",
                        "NRT:nrt_execute_repeat Failed to execute model baseline.neff with status 2"));
    }

    private static NrtStatus execute(LibNrt nrt, Supplier<byte[]> neff, int tensorCore, int repeat) {
        Out<NrtModel> model = new Out<>();
        try (ByteSource source = ByteSource.of(neff.get())) {
            NrtStatus loaded = nrt.nrt_load(source, 0, -1, model);
            if (loaded != NRT_SUCCESS) {
                return loaded;
            }
        }
        NrtTensorSet inputs = set(nrt, "x", tensorCore);
        NrtTensorSet outputs = set(nrt, "y", tensorCore);
        return repeat == 1
                ? nrt.nrt_execute(model.get(), inputs, outputs)
                : nrt.nrt_execute_repeat(model.get(), inputs, outputs, repeat);
    }

    /** A set of one tensor with the bytes of the baseline's. */
    static NrtTensorSet set(LibNrt nrt, String name, int core) {
        Out<NrtTensor> tensor = new Out<>();
        nrt.nrt_tensor_allocate(TensorPlacement.DEVICE, core, BaselineNeff.BYTES, name, tensor);
        Out<NrtTensorSet> set = new Out<>();
        nrt.nrt_allocate_tensor_set(set);
        nrt.nrt_add_tensor_to_tensor_set(set.get(), name, tensor.get());
        return set.get();
    }

    private static byte[] waiting() {
        Slot wait = synchronise(Events.waitFor(WaitMode.SEM_GT_IMM, SEMAPHORE, 0));
        return BaselineNeff.builder(Arch.CAYMAN, graph -> graph.program(EngineType.POOL, wait.toBytes()))
                .header(fields -> fields.featureBits(0))
                .toByteArray();
    }

    private static Slot setEvent() {
        return synchronise(Events.update(UpdateMode.EVT_SET_COMPLETE, EVENT, 0));
    }

    private static Slot synchronise(Events events) {
        Slot slot = Slot.create(Opcode.EVENT_SEMAPHORE);
        events.encode(slot);
        return slot;
    }

    /** POOL copies row 0 of the address table, which is x, to row 1, which is y. */
    private static byte[] beyondBound() {
        Slot move = Slot.create(Opcode.MOVE);
        Instruction.of(Generation.V3, Opcode.MOVE, Events.NONE, ControlOperands.Move.immediate(OFFSET_REGISTER, BEYOND))
                .encode(move);
        Slot copy = Slot.create(Opcode.PSEUDO_DMA_DIRECT2D)
                .setU8(13, SEMAPHORE)
                .setU8(14, 16)
                .setI64(16, TABLE_ROW_AND_REGISTER | OFFSET_REGISTER)
                .setU16(32, 1)
                .setU16(34, 1)
                .setU16(36, (int) BaselineNeff.BYTES)
                .setU8(38, BOUNDED | BOUND_REGISTER)
                .setI64(40, TABLE_ROW | 1L << Integer.SIZE)
                .setU16(56, 1)
                .setU16(58, 1)
                .setU16(60, (int) BaselineNeff.BYTES)
                .setU8(62, 10)
                .setU8(63, 10);
        Slot extension = Slot.create(Opcode.PSEUDO_EXTENSION).setI32(12, (int) BaselineNeff.BYTES);
        return BaselineNeff.builder(
                        Arch.CAYMAN,
                        graph -> graph.program(EngineType.POOL, BaselineNeff.join(move, copy, extension))
                                .definition(definition -> {
                                    var queue =
                                            definition.withObject("/dma_queue").putObject("qPoolDynamic");
                                    queue.put("type", "dynamic")
                                            .put("owner", "pool")
                                            .put("num_queues", 16);
                                    var semaphores = queue.putArray("semaphore_set");
                                    for (int i = 0; i < 16; i++) {
                                        semaphores.add(SEMAPHORE + i);
                                    }
                                    queue.putObject("dynamic_dma")
                                            .put("SB_scratch_partition_offset", 0)
                                            .put("SB_scratch_partition_size", 16384);
                                    definition
                                            .withObject("/var")
                                            .putObject("DGETable0")
                                            .put("type", "dge-table")
                                            .put("var_id", 3)
                                            .putArray("list")
                                            .add(1)
                                            .add(2);
                                }))
                // So that versions which do not know the bits of a trn2 file load it.
                .header(fields -> fields.featureBits(0))
                .toByteArray();
    }
}
