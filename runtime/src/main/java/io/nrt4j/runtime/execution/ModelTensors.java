package io.nrt4j.runtime.execution;

import io.nrt4j.hal.device.Device;
import io.nrt4j.hal.memory.AllocationException;
import io.nrt4j.hal.memory.AllocationOwner;
import io.nrt4j.hal.memory.AllocationRequest;
import io.nrt4j.hal.memory.AllocationScope;
import io.nrt4j.hal.memory.DeviceAllocation;
import io.nrt4j.hal.memory.MemoryUsage;
import io.nrt4j.loader.LoadedModel;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.manifest.NeffGraph;
import io.nrt4j.loader.manifest.TensorInfo;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The tensors of one rank on its device: one for each input and output of a model, zeroed, with the memory shared that
 * {@code must_alias} asks to share.
 *
 * <p>Owns the device memory until it is closed. Not thread-safe. Source: exec-sunda.md §2.1 (aliases), nrt-api.md §6 F.
 */
public final class ModelTensors implements AutoCloseable {
    private record Tensor(TensorInfo info, DeviceAllocation memory) {
        TensorPlace place() {
            return new TensorPlace(memory.address(), info.size());
        }
    }

    private final AllocationScope scope;
    private final Map<String, Tensor> inputs;
    private final Map<String, Tensor> outputs;

    private ModelTensors(AllocationScope scope, Map<String, Tensor> inputs, Map<String, Tensor> outputs) {
        this.scope = scope;
        this.inputs = inputs;
        this.outputs = outputs;
    }

    /**
     * Allocates the tensors of a model on its device.
     *
     * @throws ExecutionException with {@code NRT_RESOURCE} if the device has no room; nothing stays allocated
     */
    public static ModelTensors allocate(LoadedModel model) {
        Device device = model.core().device();
        int core = model.core().cores().get(0).index();
        AllocationScope scope = device.heap().open(AllocationOwner.RUNTIME);
        try {
            NeffGraph graph = model.manifest().graph();
            Map<String, Tensor> inputs = new LinkedHashMap<>();
            Map<String, DeviceAllocation> shared = new HashMap<>();
            for (TensorInfo info : graph.inputs().values()) {
                DeviceAllocation memory = allocate(scope, core, info);
                inputs.put(info.name(), new Tensor(info, memory));
                for (String output : graph.mustAlias().getOrDefault(info.name(), List.of())) {
                    shared.put(output, memory);
                }
            }
            Map<String, Tensor> outputs = new LinkedHashMap<>();
            for (TensorInfo info : graph.outputs().values()) {
                DeviceAllocation memory = shared.get(info.name());
                boolean fits = memory != null && memory.size() >= info.size();
                outputs.put(info.name(), new Tensor(info, fits ? memory : allocate(scope, core, info)));
            }
            return new ModelTensors(scope, inputs, outputs);
        } catch (RuntimeException e) {
            scope.close();
            throw e;
        }
    }

    private static DeviceAllocation allocate(AllocationScope scope, int core, TensorInfo info) {
        try {
            return scope.allocate(new AllocationRequest(core, MemoryUsage.TENSOR, info.size(), 0, info.name()));
        } catch (AllocationException e) {
            throw new ExecutionException(
                    NrtStatus.NRT_RESOURCE,
                    "Failed to allocate %d bytes on DEVICE for tensor %s.".formatted(info.size(), info.name()),
                    e);
        }
    }

    /** The inputs in byte order of their names. */
    public List<TensorInfo> inputs() {
        return inputs.values().stream().map(Tensor::info).toList();
    }

    /** The outputs in byte order of their names. */
    public List<TensorInfo> outputs() {
        return outputs.values().stream().map(Tensor::info).toList();
    }

    /** Bytes of device memory that the tensors take; what several of them share counts once. */
    public long memoryBytes() {
        return Stream.of(inputs, outputs)
                .flatMap(tensors -> tensors.values().stream())
                .map(Tensor::memory)
                .distinct()
                .mapToLong(DeviceAllocation::size)
                .sum();
    }

    /** Writes bytes of an input, from {@code offset} in the tensor on. */
    public void write(String input, long offset, byte[] bytes, int from, int length) {
        write(inputs, input, offset, bytes, from, length);
    }

    /** Writes a whole input. */
    public void write(String input, byte[] bytes) {
        write(input, 0, bytes, 0, bytes.length);
    }

    /** Sets every byte of an output. */
    public void fillOutput(String output, byte value) {
        Tensor tensor = tensor(outputs, output);
        tensor.memory().memory().fill(tensor.memory().address(), tensor.info().size(), value);
    }

    /** Reads bytes of an output, from {@code offset} in the tensor on. */
    public void read(String output, long offset, byte[] target, int at, int length) {
        Tensor tensor = tensor(outputs, output);
        check(tensor, offset, length);
        tensor.memory().memory().read(tensor.memory().address() + offset, target, at, length);
    }

    /** Reads a whole output of less than 2 GiB. */
    public byte[] read(String output) {
        byte[] bytes = new byte[Math.toIntExact(tensor(outputs, output).info().size())];
        read(output, 0, bytes, 0, bytes.length);
        return bytes;
    }

    /** The tensors under their names, for {@link ModelExecutor#execute}. */
    public TensorBindings bindings() {
        return new TensorBindings(places(inputs), places(outputs));
    }

    private static Map<String, TensorPlace> places(Map<String, Tensor> tensors) {
        Map<String, TensorPlace> places = new HashMap<>();
        tensors.forEach((name, tensor) -> places.put(name, tensor.place()));
        return places;
    }

    private static void write(
            Map<String, Tensor> tensors, String name, long offset, byte[] bytes, int from, int length) {
        Tensor tensor = tensor(tensors, name);
        check(tensor, offset, length);
        tensor.memory().memory().write(tensor.memory().address() + offset, bytes, from, length);
    }

    private static Tensor tensor(Map<String, Tensor> tensors, String name) {
        Tensor tensor = tensors.get(name);
        if (tensor == null) {
            throw new IllegalArgumentException("there is no tensor " + name);
        }
        return tensor;
    }

    private static void check(Tensor tensor, long offset, int length) {
        if (offset < 0 || offset > tensor.info().size() - length) {
            throw new IndexOutOfBoundsException("%d bytes at %d of %s with %d bytes"
                    .formatted(
                            length, offset, tensor.info().name(), tensor.info().size()));
        }
    }

    @Override
    public void close() {
        scope.close();
    }
}
