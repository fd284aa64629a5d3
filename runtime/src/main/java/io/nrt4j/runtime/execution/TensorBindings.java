package io.nrt4j.runtime.execution;

import java.util.Map;
import java.util.Optional;

/**
 * The tensors of one rank's request, by the names of the model's variables; both sets may name the same tensor.
 *
 * <p>Names that the model does not have are ignored. Source: exec.md §2.
 *
 * @param inputs the input set
 * @param outputs the output set
 */
public record TensorBindings(Map<String, TensorPlace> inputs, Map<String, TensorPlace> outputs) {
    public TensorBindings {
        inputs = Map.copyOf(inputs);
        outputs = Map.copyOf(outputs);
    }

    Optional<TensorPlace> find(String name, boolean output) {
        return Optional.ofNullable((output ? outputs : inputs).get(name));
    }
}
