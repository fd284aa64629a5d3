package io.nrt4j.runtime.c;

import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_EXEC_COMPLETED_WITH_ERR;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_EXEC_COMPLETED_WITH_NUM_ERR;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_EXEC_HW_ERR_COLLECTIVES;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_EXEC_HW_ERR_DMA_ABORT;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_EXEC_HW_ERR_HBM_UE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_EXEC_HW_ERR_NC_UE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_EXEC_HW_ERR_REPAIRABLE_HBM_UE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_EXEC_OOB;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_EXEC_SW_NQ_OVERFLOW;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_EXEC_UNIT_UNRECOVERABLE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_INVALID;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_INVALID_HANDLE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_RESOURCE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_SUCCESS;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_TIMEOUT;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.testing.Corpus;
import io.nrt4j.runtime.config.MachineFault;
import io.nrt4j.runtime.config.SimulatedDriver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/** Execution. Source: nrt-api.md §4.6, exec.md §1, §2, §4. */
final class ExecutionCases {
    private static final String EXECUTE = "nrt_execute";

    private ExecutionCases() {}

    static List<FunctionCase> all() {
        List<FunctionCase> cases = new ArrayList<>();
        cases.add(FunctionCase.of(EXECUTE, NRT_SUCCESS, "on device", f -> f.run(NrtFixture.ALL_REDUCE)));
        cases.add(FunctionCase.of(EXECUTE, NRT_SUCCESS, "queued", f -> f.run(NrtFixture.ALL_REDUCE))
                .with("NEURON_RT_ASYNC_EXEC_MAX_INFLIGHT_REQUESTS", "2"));
        cases.add(FunctionCase.of(EXECUTE, NRT_INVALID, "null model", f -> f.nrt.nrt_execute(null, f.set(), f.set())));
        cases.add(FunctionCase.of(EXECUTE, NRT_INVALID, "null set", f -> f.nrt.nrt_execute(f.load(), null, f.set())));
        cases.add(FunctionCase.of(
                EXECUTE, NRT_INVALID, "empty sets", f -> f.nrt.nrt_execute(f.load(), f.set(), f.set())));
        cases.add(FunctionCase.of(
                EXECUTE,
                NRT_INVALID_HANDLE,
                "unloaded",
                f -> f.nrt.nrt_execute(ModelCases.unloaded(f), f.set(), f.set())));
        cases.add(FunctionCase.of(EXECUTE, NRT_RESOURCE, "no room for copies", f -> {
            NrtModel model = f.load();
            NrtTensorSet tensors = f.tensors(model, TensorPlacement.HOST);
            ModelCases.fill(f);
            return f.nrt.nrt_execute(model, tensors, tensors);
        }));
        cases.add(FunctionCase.of(EXECUTE, NRT_INVALID, "queued from the host", f -> {
                    NrtModel model = f.load();
                    NrtTensorSet tensors = f.tensors(model, TensorPlacement.HOST);
                    return f.nrt.nrt_execute(model, tensors, tensors);
                })
                .with("NEURON_RT_ASYNC_EXEC_MAX_INFLIGHT_REQUESTS", "2"));
        cases.add(FunctionCase.of(EXECUTE, NRT_TIMEOUT, "deadlock", f -> f.run(TestPrograms.deadlock())));
        cases.add(FunctionCase.of(
                EXECUTE, NRT_EXEC_COMPLETED_WITH_ERR, "semaphore below 0", f -> f.run(TestPrograms.fault())));
        cases.add(FunctionCase.of(
                EXECUTE, NRT_EXEC_COMPLETED_WITH_ERR, "illegal opcode", f -> f.run(TestPrograms.illegal())));
        cases.add(FunctionCase.of(EXECUTE, NRT_EXEC_UNIT_UNRECOVERABLE, "after an illegal opcode", f -> {
            f.run(TestPrograms.illegal());
            return f.run(NrtFixture.ALL_REDUCE);
        }));
        cases.add(FunctionCase.of(EXECUTE, NRT_EXEC_HW_ERR_COLLECTIVES, "alone of two", ExecutionCases::alone)
                .with("NEURON_RT_EXEC_TIMEOUT", "1"));
        cases.add(broken(MachineFault.HBM_ERROR, NRT_EXEC_HW_ERR_HBM_UE));
        cases.add(broken(MachineFault.REPAIRABLE_HBM_ERROR, NRT_EXEC_HW_ERR_REPAIRABLE_HBM_UE));
        cases.add(broken(MachineFault.SRAM_ERROR, NRT_EXEC_HW_ERR_NC_UE));
        cases.add(broken(MachineFault.SRAM_ERROR, NRT_EXEC_COMPLETED_WITH_ERR).in("2.22.61.0"));
        cases.add(broken(MachineFault.DMA_ABORT, NRT_EXEC_HW_ERR_DMA_ABORT));
        cases.add(broken(MachineFault.NOTIFICATION_OVERFLOW, NRT_EXEC_SW_NQ_OVERFLOW));
        addRest(cases);
        return cases;
    }

    private static FunctionCase broken(MachineFault fault, NrtStatus status) {
        return FunctionCase.of(EXECUTE, status, fault.label(), f -> f.run(NrtFixture.ALL_REDUCE))
                .on(SimulatedDriver.of(InstanceType.TRN2_3XLARGE).withFault(fault, 0));
    }

    private static void addRest(List<FunctionCase> cases) {
        String repeat = "nrt_execute_repeat";
        cases.add(FunctionCase.of(repeat, NRT_INVALID, "twice", f -> {
            NrtModel model = f.load();
            NrtTensorSet tensors = f.tensors(model, TensorPlacement.DEVICE);
            return f.nrt.nrt_execute_repeat(model, tensors, tensors, 2);
        }));
        cases.add(FunctionCase.of(repeat, NRT_SUCCESS, "once", f -> {
            NrtModel model = f.load();
            NrtTensorSet tensors = f.tensors(model, TensorPlacement.DEVICE);
            return f.nrt.nrt_execute_repeat(model, tensors, tensors, 1);
        }));
        cases.add(FunctionCase.of(
                repeat,
                NRT_INVALID_HANDLE,
                "unloaded",
                f -> f.nrt.nrt_execute_repeat(ModelCases.unloaded(f), f.set(), f.set(), 1)));
        String register = "nrt_register_async_exec_callback";
        cases.add(FunctionCase.of(
                register, NRT_SUCCESS, "", f -> f.nrt.nrt_register_async_exec_callback((m, v, j, s) -> {})));
        cases.add(FunctionCase.of(register, NRT_INVALID, "null", f -> f.nrt.nrt_register_async_exec_callback(null)));
        String drain = "nrt_async_drain_queued_execs";
        cases.add(FunctionCase.of(drain, NRT_SUCCESS, "", f -> f.nrt.nrt_async_drain_queued_execs(0)));
        cases.add(FunctionCase.of(drain, NRT_INVALID, "core past the end", f -> f.nrt.nrt_async_drain_queued_execs(4)));
    }

    private static NrtStatus alone(NrtFixture f) {
        Out<NrtModel> model = new Out<>();
        f.load(NrtFixture.ALL_REDUCE, 0, 0, 2, model);
        NrtTensorSet tensors = f.tensors(model.get(), TensorPlacement.DEVICE);
        return f.nrt.nrt_execute(model.get(), tensors, tensors);
    }

    /** What only real programs lead to. */
    static List<FunctionCase> ofCorpus() {
        return List.of(
                FunctionCase.of(EXECUTE, NRT_EXEC_COMPLETED_WITH_NUM_ERR, "NaN", ExecutionCases::notANumber)
                        .with("NEURON_FAIL_ON_NAN", "1"),
                FunctionCase.of(EXECUTE, NRT_SUCCESS, "NaN that nobody asks for", ExecutionCases::notANumber),
                FunctionCase.of(EXECUTE, NRT_EXEC_OOB, "token past the table", ExecutionCases::wrongToken)
                        .on(SimulatedDriver.of(InstanceType.TRN1_2XLARGE)));
    }

    /** All bits set is a NaN in fp16. */
    private static NrtStatus notANumber(NrtFixture f) {
        return execute(f, "nkipy-matmul_small.neff", (byte) 0xFF);
    }

    /** Token ids of 0x7f7f7f7f in a vocabulary of some thousands. */
    private static NrtStatus wrongToken(NrtFixture f) {
        return execute(f, "dlc-tiny-distilbert-cc2.14.227.neff", (byte) 0x7F);
    }

    private static NrtStatus execute(NrtFixture f, String file, byte value) {
        Out<NrtModel> model = new Out<>();
        try {
            f.load(Files.readAllBytes(Corpus.neff(file)), model);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        NrtTensorSet tensors = f.tensors(model.get(), TensorPlacement.DEVICE);
        for (NrtTensorInfo info : model.get().tensors()) {
            if (info.usage() == TensorUsage.INPUT) {
                Out<NrtTensor> tensor = new Out<>();
                f.nrt.nrt_get_tensor_from_tensor_set(tensors, info.name(), tensor);
                f.nrt.nrt_tensor_memset(tensor.get(), 0, value, info.size());
            }
        }
        return f.nrt.nrt_execute(model.get(), tensors, tensors);
    }

    static ByteBuf buffer() {
        return Unpooled.buffer(64, 64);
    }
}
