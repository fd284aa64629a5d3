package io.nrt4j.runtime.c;

import io.nrt4j.hal.device.LogicalCore;
import io.nrt4j.hal.memory.AllocationException;
import io.nrt4j.hal.memory.AllocationOwner;
import io.nrt4j.hal.memory.AllocationRequest;
import io.nrt4j.hal.memory.AllocationScope;
import io.nrt4j.hal.memory.DeviceAllocation;
import io.nrt4j.hal.memory.MemoryUsage;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.variable.MemRef;
import io.nrt4j.runtime.execution.ExecutionException;
import io.nrt4j.runtime.execution.ExecutionLog;
import io.nrt4j.runtime.execution.ExecutionReport;
import io.nrt4j.runtime.execution.TensorBindings;
import io.nrt4j.runtime.execution.TensorPlace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * {@code kmgr_exec}: one request from the tensor sets to the status. Source: exec.md §1, §2, §4; errors.md §8.
 *
 * <p>Holds the model and the tensors from its making to its close.
 */
final class ExecutionRequest implements AutoCloseable {
    /** Who waits for a request. */
    enum Mode {
        /** The call that makes it. */
        SYNCHRONOUS,
        /** Nobody: {@code nrt_execute} with requests in flight. */
        IMPLICIT,
        /** Nobody: {@code nrta_execute_schedule}. */
        EXPLICIT
    }

    private static final String VERIFY = "kbl_model_verify_io_tensor_set";
    /** The runtime's own texts of these two are not known. */
    private static final LogMessage MISSING = LogMessage.error("TDRV", VERIFY, "Missing tensor %s in the %s set");

    private static final LogMessage WRONG_SIZE =
            LogMessage.error("TDRV", VERIFY, "Tensor %s has size %lu, expected %lu");
    private static final LogMessage WRONG_HBM =
            LogMessage.error("TDRV", VERIFY, "Tensor %s allocated on HBM %u was passed to a model loaded on lnc %u.");
    private static final LogMessage NO_DEVICE_COPY =
            LogMessage.error("NMGR", "kmgr_exec_pre", "Failed to create device %s tensor set");
    /** The ends of these two texts are not known. */
    private static final LogMessage NO_HOST_IMPLICIT =
            LogMessage.error("NMGR", "kmgr_exec_pre", "Async exec mode only supports device allocated tensors");

    private static final LogMessage NO_HOST_EXPLICIT =
            LogMessage.error("NMGR", "kmgr_exec_pre", "Async APIs only supports device allocated tensors");
    private final ApiCall call;
    private final NrtModel model;
    private final Mode mode;
    private final LogicalCore core;
    private final List<NrtTensor> outputs;
    private final List<NrtTensor.Use> uses = new ArrayList<>();
    private final SortedMap<String, NrtTensor.Use> inputs = new TreeMap<>();
    private final List<Runnable> copiesBack = new ArrayList<>();
    private final List<Runnable> settlements = new ArrayList<>();
    private final AllocationScope copies;
    private final TensorBindings bindings;

    /** Takes over one use of the model. */
    private ExecutionRequest(ApiCall call, NrtModel model, NrtTensorSet inputs, NrtTensorSet outputs, Mode mode) {
        this.call = call;
        this.model = model;
        this.mode = mode;
        this.core = model.loaded().core();
        this.outputs = List.copyOf(outputs.tensors().values());
        this.copies = core.device().heap().open(AllocationOwner.RUNTIME);
        try {
            if (mode != Mode.SYNCHRONOUS) {
                refuseHostTensors(inputs);
                refuseHostTensors(outputs);
            }
            bindings = new TensorBindings(
                    bind(inputs, model.variables().inputs(), "input"),
                    bind(outputs, model.variables().outputs(), "output"));
        } catch (CallFailedException e) {
            close();
            throw e;
        }
    }

    /** Checks and binds the tensors; prints the lines of a failure up to {@code kmgr_exec}'s. */
    static ExecutionRequest prepare(
            ApiCall call, NrtModel model, NrtTensorSet inputs, NrtTensorSet outputs, Mode mode) {
        if (!model.tryRetain()) {
            throw new CallFailedException(NrtStatus.NRT_INVALID_HANDLE);
        }
        try {
            return new ExecutionRequest(call, model, inputs, outputs, mode);
        } catch (CallFailedException e) {
            log(call, model).ended(model.id(), e.status());
            throw e;
        }
    }

    NrtModel model() {
        return model;
    }

    /** Runs to the end; whoever calls has the turn of the model's core. */
    NrtStatus run() {
        NrtStatus status = execute();
        log(call, model).ended(model.id(), status);
        new InputDump(call, model).ended(status, inputs);
        return status;
    }

    private NrtStatus execute() {
        XuQueue unit = call.session().queues().compute(model.vnc());
        if (unit.isUnrecoverable()) {
            return NrtStatus.NRT_EXEC_UNIT_UNRECOVERABLE;
        }
        Optional<NrtStatus> broken = new BrokenDevice(call, model).status();
        if (broken.isPresent()) {
            return broken.get();
        }
        try {
            Optional<ExecutionReport> report = call.session()
                    .runs()
                    .run(model, bindings)
                    .map(model.settings().bounds()::of);
            if (report.isEmpty()) {
                log(call, model).hang();
                return NrtStatus.NRT_EXEC_HW_ERR_COLLECTIVES;
            }
            copiesBack.forEach(Runnable::run);
            log(call, model).completed(report.get());
            outputs.forEach(NrtTensor::completed);
            return report.get().status();
        } catch (ExecutionException e) {
            log(call, model).broken(e, model.settings().options().timeout());
            if (e.isFatalToSequencer()) {
                unit.fail();
            }
            return e.status();
        }
    }

    private static ExecutionLog log(ApiCall call, NrtModel model) {
        return new ExecutionLog(call.nlog(), call.session().profile(), model.loaded());
    }

    private void refuseHostTensors(NrtTensorSet set) {
        for (NrtTensor tensor : set.tensors().values()) {
            try (NrtTensor.Use use = TensorCalls.use(call, tensor)) {
                if (use.storage().vnc() < 0) {
                    throw call.fail(NrtStatus.NRT_INVALID, mode == Mode.IMPLICIT ? NO_HOST_IMPLICIT : NO_HOST_EXPLICIT);
                }
            }
        }
    }

    /** By name and size. What the model does not name is ignored. */
    private Map<String, TensorPlace> bind(NrtTensorSet set, List<MemRef> variables, String label) {
        Map<String, TensorPlace> places = new HashMap<>();
        for (MemRef variable : variables) {
            places.put(variable.name(), place(variable, set, label));
        }
        return places;
    }

    private TensorPlace place(MemRef variable, NrtTensorSet set, String label) {
        NrtTensor tensor = set.find(variable.name())
                .orElseThrow(() -> call.fail(NrtStatus.NRT_INVALID, MISSING, variable.name(), label));
        NrtTensor.Use use = TensorCalls.use(call, tensor);
        uses.add(use);
        if (label.equals("input")) {
            inputs.put(variable.name(), use);
        }
        if (use.size() != variable.size()) {
            throw call.fail(NrtStatus.NRT_INVALID, WRONG_SIZE, variable.name(), use.size(), variable.size());
        }
        if (use.storage() instanceof TensorStorage.OnDevice device) {
            boolean reachable = device.allocation().memory()
                    == core.device().hbm(core.core(0).defaultHbm());
            if (!reachable) {
                throw call.fail(NrtStatus.NRT_INVALID, WRONG_HBM, variable.name(), device.hbm(), model.vnc());
            }
            pend(use.handle(), label.equals("output"));
            return new TensorPlace(device.allocation().address() + use.offset(), use.size());
        }
        return copyOf(use, label);
    }

    /** Only requests that {@code nrt_execute} queued are fenced. Source: nrt-api.md §4.3. */
    private void pend(StorageHandle handle, boolean writes) {
        if (mode == Mode.IMPLICIT) {
            handle.pend(writes);
            settlements.add(() -> handle.settle(writes));
        }
    }

    /** Tensors of the host get a copy on the device for the time of the request. */
    private TensorPlace copyOf(NrtTensor.Use use, String label) {
        DeviceAllocation copy;
        try {
            copy = copies.allocate(
                    new AllocationRequest(core.core(0).index(), MemoryUsage.TENSOR, use.size(), 0, "host tensor copy"));
        } catch (AllocationException e) {
            throw call.fail(NrtStatus.NRT_RESOURCE, NO_DEVICE_COPY, label);
        }
        // Never freed, as the scope owns the copy.
        TensorStorage onDevice = new TensorStorage.OnDevice(
                copy, core.device().heap(), model.vnc(), core.device().index());
        use.storage().copyTo(use.offset(), onDevice, 0, use.size());
        if (label.equals("output")) {
            copiesBack.add(() -> onDevice.copyTo(0, use.storage(), use.offset(), use.size()));
        }
        return new TensorPlace(copy.address(), use.size());
    }

    /** Lets go of tensors and model. */
    @Override
    public void close() {
        copies.close();
        settlements.forEach(Runnable::run);
        uses.forEach(NrtTensor.Use::close);
        model.release();
    }
}
