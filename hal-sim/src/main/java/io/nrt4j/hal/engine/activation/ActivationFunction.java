package io.nrt4j.hal.engine.activation;

/** A function of the activation engine on fp32 values, after scale and bias. */
@FunctionalInterface
public interface ActivationFunction {
    /** The function of one value. */
    float apply(float x);

    /** Replaces the first {@code count} values by the function of them. */
    default void apply(float[] values, int count) {
        for (int i = 0; i < count; i++) {
            values[i] = apply(values[i]);
        }
    }
}
