package io.nrt4j.runtime;

import io.nrt4j.runtime.c.NrtTensorInfo;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Tensors by name that are closed together.
 *
 * @param tensors in the order of the model's list
 */
public record TensorMap(Map<String, Tensor> tensors) implements AutoCloseable {
    public TensorMap {
        tensors = Collections.unmodifiableMap(new LinkedHashMap<>(tensors));
    }

    static TensorMap of(List<NrtTensorInfo> infos, Function<NrtTensorInfo, Tensor> allocate) {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        try {
            infos.forEach(info -> tensors.put(info.name(), allocate.apply(info)));
            return new TensorMap(tensors);
        } catch (RuntimeException e) {
            tensors.values().forEach(Tensor::close);
            throw e;
        }
    }

    /**
     * The tensor of a name.
     *
     * @throws IllegalArgumentException for a name that is not there
     */
    public Tensor get(String name) {
        Tensor tensor = tensors.get(name);
        if (tensor == null) {
            throw new IllegalArgumentException("no tensor " + name + "; there are " + tensors.keySet());
        }
        return tensor;
    }

    @Override
    public void close() {
        tensors.values().forEach(Tensor::close);
    }
}
