package io.nrt4j.runtime.c;

import io.nrt4j.hal.device.LogicalCore;
import io.nrt4j.hal.memory.AllocationException;
import io.nrt4j.hal.memory.AllocationOwner;
import io.nrt4j.hal.memory.AllocationRequest;
import io.nrt4j.hal.memory.AllocationScope;
import io.nrt4j.hal.memory.CopyBuffer;
import io.nrt4j.hal.memory.DeviceAllocation;
import io.nrt4j.hal.memory.MemoryUsage;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.manifest.MemRefType;
import io.nrt4j.loader.variable.MemRef;
import io.nrt4j.loader.variable.VariableTable;
import io.nrt4j.runtime.execution.ExecutionException;
import io.nrt4j.runtime.execution.ExecutionOptions;
import io.nrt4j.runtime.execution.ExecutionReport;
import io.nrt4j.runtime.execution.TensorBindings;
import io.nrt4j.runtime.execution.TensorPlace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code kmgr_exec}: one request from the tensor sets to the status. Source: exec.md §1, §2, §4; errors.md §8.
 *
 * <p>An object serves one request.
 */
final class ExecutionCalls implements AutoCloseable {
    private static final String VERIFY = "kbl_model_verify_io_tensor_set";
    /** The runtime's own texts of these two are not known. */
    private static final LogMessage MISSING = LogMessage.error("TDRV", VERIFY, "Missing tensor %s in the %s set");

    private static final LogMessage WRONG_SIZE =
            LogMessage.error("TDRV", VERIFY, "Tensor %s has size %lu, expected %lu");
    private static final LogMessage WRONG_HBM =
            LogMessage.error("TDRV", VERIFY, "Tensor %s allocated on HBM %u was passed to a model loaded on lnc %u.");
    private static final LogMessage NO_DEVICE_COPY =
            LogMessage.error("NMGR", "kmgr_exec_pre", "Failed to create device %s tensor set");
    private static final LogMessage OUT_OF_BOUNDS =
            LogMessage.error("TDRV", "exec_request_process_errors", "[ND %d][NC %d] Out of bounds access on model %s");
    private static final LogMessage TIMEOUT = LogMessage.error(
            "TDRV",
            "exec_request_process_errors",
            "(FATAL-RT-UNDEFINED-STATE) execution timeout (%u ms) on Neuron Device %d NC %d, model %s, waiting for"
                    + " execution completion notification");
    private static final LogMessage FAULT = LogMessage.error("TDRV", "exec_request_process_errors", "%s");
    private static final LogMessage EXEC_FAILED =
            LogMessage.error("NMGR", "kmgr_exec", "Failed to execute model: %u, error: %d");

    private final ApiCall call;
    private final NrtModel model;
    private final LogicalCore core;
    private final List<NrtTensor.Use> uses = new ArrayList<>();
    private final List<Runnable> copiesBack = new ArrayList<>();
    private final AllocationScope copies;

    ExecutionCalls(ApiCall call, NrtModel model) {
        this.call = call;
        this.model = model;
        this.core = model.loaded().core();
        this.copies = core.device().heap().open(AllocationOwner.RUNTIME);
    }

    /** Executes; prints the lines of a failure up to {@code kmgr_exec}'s. */
    NrtStatus run(NrtTensorSet inputs, NrtTensorSet outputs) {
        NrtStatus status;
        try {
            status = execute(inputs, outputs);
        } catch (CallFailedException e) {
            status = e.status();
        }
        if (status != NrtStatus.NRT_SUCCESS) {
            call.nlog().log(EXEC_FAILED, model.id(), status.code());
        }
        return status;
    }

    private NrtStatus execute(NrtTensorSet inputs, NrtTensorSet outputs) {
        TensorBindings bindings = new TensorBindings(
                bind(inputs, MemRefType.MR_INPUT, "input"), bind(outputs, MemRefType.MR_OUTPUT, "output"));
        ExecutionOptions options = ExecutionOptions.DEFAULT
                .withTimeout(call.session().configuration().executionTimeout())
                .withFailOnNan(call.session().configuration().failsOnNan());
        try {
            ExecutionReport report = call.session().runs(model.vnc()).run(model.loaded(), options, bindings);
            copiesBack.forEach(Runnable::run);
            if (report.status() == NrtStatus.NRT_EXEC_OOB) {
                call.nlog()
                        .log(OUT_OF_BOUNDS, core.device().index(), core.core(0).index(), model.name());
            }
            outputs.tensors().values().forEach(NrtTensor::completed);
            return report.status();
        } catch (ExecutionException e) {
            say(e, options);
            return e.status();
        }
    }

    private void say(ExecutionException failure, ExecutionOptions options) {
        if (failure.status() == NrtStatus.NRT_TIMEOUT) {
            call.nlog()
                    .log(
                            TIMEOUT,
                            options.timeout().toMillis(),
                            core.device().index(),
                            core.core(0).index(),
                            model.name());
        }
        call.nlog().log(FAULT, String.valueOf(failure.getMessage()));
    }

    /** By name and size, for every physical core. What the model does not name is ignored. */
    private Map<String, TensorPlace> bind(NrtTensorSet set, MemRefType type, String label) {
        Map<String, TensorPlace> places = new HashMap<>();
        for (VariableTable table : model.loaded().variables().tables()) {
            for (MemRef variable : table.variables()) {
                if (variable.type() == type && !places.containsKey(variable.name())) {
                    places.put(variable.name(), place(variable, set, label));
                }
            }
        }
        return places;
    }

    private TensorPlace place(MemRef variable, NrtTensorSet set, String label) {
        NrtTensor tensor = set.find(variable.name())
                .orElseThrow(() -> fail(NrtStatus.NRT_INVALID, MISSING, variable.name(), label));
        NrtTensor.Use use = TensorCalls.use(call, tensor);
        uses.add(use);
        if (use.size() != variable.size()) {
            throw fail(NrtStatus.NRT_INVALID, WRONG_SIZE, variable.name(), use.size(), variable.size());
        }
        if (use.storage() instanceof TensorStorage.OnDevice device) {
            boolean reachable = device.allocation().memory()
                    == core.device().hbm(core.core(0).defaultHbm());
            if (!reachable) {
                throw fail(NrtStatus.NRT_INVALID, WRONG_HBM, variable.name(), device.hbm(), model.vnc());
            }
            return new TensorPlace(device.allocation().address() + use.offset(), use.size());
        }
        return copyOf(use, label);
    }

    /** Tensors of the host get a copy on the device for the time of the request. */
    private TensorPlace copyOf(NrtTensor.Use use, String label) {
        DeviceAllocation copy;
        try {
            copy = copies.allocate(
                    new AllocationRequest(core.core(0).index(), MemoryUsage.TENSOR, use.size(), 0, "host tensor copy"));
        } catch (AllocationException e) {
            throw fail(NrtStatus.NRT_RESOURCE, NO_DEVICE_COPY, label);
        }
        TensorStorage.OnDevice onDevice =
                new TensorStorage.OnDevice(copy, core.device().heap());
        transfer(use.storage(), use.offset(), onDevice, 0, use.size());
        if (label.equals("output")) {
            copiesBack.add(() -> transfer(onDevice, 0, use.storage(), use.offset(), use.size()));
        }
        return new TensorPlace(copy.address(), use.size());
    }

    private static void transfer(TensorStorage from, long fromOffset, TensorStorage to, long toOffset, long size) {
        byte[] chunk = new byte[(int) CopyBuffer.chunkBytes(size)];
        for (long done = 0; done < size; done += chunk.length) {
            int step = (int) Math.min(chunk.length, size - done);
            from.read(fromOffset + done, chunk, step);
            to.write(toOffset + done, chunk, step);
        }
    }

    private CallFailedException fail(NrtStatus status, LogMessage message, Object... args) {
        call.nlog().log(message, args);
        return new CallFailedException(status);
    }

    @Override
    public void close() {
        copies.close();
        uses.forEach(NrtTensor.Use::close);
    }
}
