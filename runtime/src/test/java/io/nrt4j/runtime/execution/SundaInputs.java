package io.nrt4j.runtime.execution;

import io.nrt4j.loader.manifest.NrtDtype;
import io.nrt4j.loader.manifest.TensorInfo;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/** Inputs of the sunda model files; source: exec-sunda.md §2.1, §6. */
final class SundaInputs {
    private static final int RANK_STEP = 1000;
    private static final int FIRST_SEED = 100;
    private static final int LEVELS = 257;
    private static final int LOWEST = -128;

    private SundaInputs() {}

    /** The position of an input among the model's inputs, from its name. */
    static int number(TensorInfo input) {
        return Integer.parseInt(input.name().substring("input".length()));
    }

    /**
     * {@code v(100 + 1000r + k, 257, -128) / D} (+ 1) in every float input.
     *
     * @param divisor D by input number
     * @param plusOne which inputs have 1 added
     * @param rankOf whose seeds an input uses on this rank
     */
    static void fill(ModelTensors tensors, IntUnaryOperator divisor, IntPredicate plusOne, IntUnaryOperator rankOf) {
        for (TensorInfo input : tensors.inputs()) {
            if (input.dtype() == NrtDtype.INT32) {
                continue;
            }
            int k = number(input);
            int seed = FIRST_SEED + RANK_STEP * rankOf.applyAsInt(k) + k;
            double shift = plusOne.test(k) ? 1 : 0;
            double d = divisor.applyAsInt(k);
            tensors.write(input.name(), GoldenCase.pack(input, i -> Golden.v(i, seed, LEVELS, LOWEST) / d + shift));
        }
    }

    /** Tokens and mask as pairs of 32-bit words. */
    static void tokens(ModelTensors tensors, int count, IntUnaryOperator token, IntUnaryOperator mask) {
        long[] ids = new long[count];
        long[] masks = new long[count];
        for (int i = 0; i < count; i++) {
            ids[i] = token.applyAsInt(i);
            masks[i] = mask.applyAsInt(i);
        }
        tensors.write("input0", Golden.int64(ids));
        tensors.write("input1", Golden.int64(masks));
    }
}
