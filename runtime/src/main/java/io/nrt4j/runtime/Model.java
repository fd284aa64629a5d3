package io.nrt4j.runtime;

import io.nrt4j.runtime.c.NrtModel;
import io.nrt4j.runtime.c.NrtTensorInfo;
import io.nrt4j.runtime.c.TensorUsage;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * A model on the simulated device; closing it unloads it once its last request has ended.
 *
 * <p>Thread-safe: requests on one logical core run one after the other.
 */
public final class Model implements AutoCloseable {
    private final NrtRuntime runtime;
    private final NrtModel handle;
    private final List<NrtTensorInfo> tensors;
    private boolean closed;

    Model(NrtRuntime runtime, NrtModel handle, List<NrtTensorInfo> tensors) {
        this.runtime = runtime;
        this.handle = handle;
        this.tensors = List.copyOf(tensors);
    }

    /** The name in the NEFF's header. */
    public String name() {
        return handle.name();
    }

    /** The logical core, counted from the first of the runtime's. */
    public int core() {
        return handle.vnc();
    }

    /** What must be bound to execute, by name. */
    public List<NrtTensorInfo> inputs() {
        return tensors.stream().filter(t -> t.usage() == TensorUsage.INPUT).toList();
    }

    /** What an execution gives, by name. */
    public List<NrtTensorInfo> outputs() {
        return tensors.stream().filter(t -> t.usage() == TensorUsage.OUTPUT).toList();
    }

    /** A device tensor for an input or output, on the model's core; the caller closes it. */
    public Tensor allocate(NrtTensorInfo info) {
        return runtime.allocate(info.name(), core(), info.size(), info.dtype(), info.shape());
    }

    /** Device tensors for all inputs, by name; the caller closes them. */
    public TensorMap allocateInputs() {
        return TensorMap.of(inputs(), this::allocate);
    }

    /**
     * Runs the model once and waits for its end.
     *
     * @param inputs a tensor for each input
     * @return new tensors with the outputs; the caller closes them
     * @throws NrtException NRT_INVALID for missing or mis-sized inputs; else as the request ended
     */
    public TensorMap execute(Map<String, Tensor> inputs) {
        TensorMap outputs = TensorMap.of(outputs(), this::allocate);
        try {
            execute(inputs, outputs.tensors());
            return outputs;
        } catch (RuntimeException e) {
            outputs.close();
            throw e;
        }
    }

    /** Runs the model once, with its outputs in tensors of the caller. */
    public void execute(Map<String, Tensor> inputs, Map<String, Tensor> outputs) {
        runtime.execute(this, handle, inputs, outputs);
    }

    /** As {@link #execute(Map)}, without waiting; a failure completes the future with an {@link NrtException}. */
    public CompletableFuture<TensorMap> executeAsync(Map<String, Tensor> inputs) {
        Map<String, Tensor> bound = Map.copyOf(inputs);
        return runtime.async(() -> execute(bound));
    }

    /** Unloads the model. Closing twice does nothing. */
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        runtime.unload(handle);
    }
}
