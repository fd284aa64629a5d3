package io.nrt4j.runtime.execution;

import io.nrt4j.loader.manifest.TensorInfo;
import java.util.function.IntToDoubleFunction;

/**
 * A cayman file of the corpus and the digest of its output for the inputs of exec-corpus.md §4.
 *
 * @param file the file's name without suffix
 * @param digest first sixteen hexadecimal digits of the output's SHA-256
 */
record GoldenCase(String file, String digest) {
    private static final int EXPERTS = 128;
    private static final int HIDDEN = 2048;
    private static final int GATES = 256;

    /** Runs the file on its golden inputs and gives the digest of what comes out. */
    String run(ExecutionOptions options) {
        try (CorpusModel model = CorpusModel.load(file)) {
            fill(model);
            model.run(options);
            return Golden.digest(model.output());
        }
    }

    static void fill(CorpusModel model) {
        boolean experts = model.input("input4") != null;
        for (TensorInfo input : model.tensors().inputs()) {
            model.tensors().write(input.name(), experts ? experts(input) : pack(input, values(input.name())));
        }
    }

    private static IntToDoubleFunction values(String name) {
        return switch (name) {
            case "X" -> Golden.v(1, 5, -2);
            case "W" -> Golden.v(2, 3, -1);
            case "bias" -> Golden.v(3, 7, -3);
            case "a_vec", "a_tensor" -> Golden.v(1, 60000, -30000);
            case "b_vec" -> Golden.v(2, 60000, -30000);
            case "x" -> Golden.v(1, 3, -1);
            case "y" -> Golden.v(2, 3, -1);
            case "q_ref", "k_ref" -> i -> 4 * (2 * Golden.v(i, 1, 2, 0) - 1);
            case "v_ref" -> Golden.v(3, 256, -128);
            default -> throw new IllegalArgumentException("no golden input for " + name);
        };
    }

    private static byte[] experts(TensorInfo input) {
        return switch (input.name()) {
            case "input0" -> pack(input, i -> 0.125);
            case "input1" -> Golden.int32(3, 127, 0, 64, 31, 100, 5, 77);
            case "input2" -> pack(input, Golden.v(2, 3, -1));
            case "input3" -> pack(input, GoldenCase::gateUp);
            default -> pack(input, i -> 1);
        };
    }

    private static double gateUp(int index) {
        int column = index % (2 * GATES);
        int row = index / (2 * GATES) % HIDDEN;
        int expert = index / (2 * GATES) / HIDDEN;
        if (column < GATES) {
            return row < EXPERTS ? 2 * Golden.v(expert * GATES + column, 3, 2, 0) - 1 : 0;
        }
        return row < 4 ? Golden.v((expert * 4 + row) * GATES + column - GATES, 4, 3, -1) : 0;
    }

    /** Values in the tensor's own type. */
    static byte[] pack(TensorInfo tensor, IntToDoubleFunction value) {
        return pack(tensor, Math.toIntExact(tensor.size() / tensor.dtype().bytes()), value);
    }

    /** A number of values in the tensor's own type. */
    static byte[] pack(TensorInfo tensor, int count, IntToDoubleFunction value) {
        return switch (tensor.dtype()) {
            case FLOAT32 -> Golden.fp32(count, value);
            case FLOAT16 -> Golden.fp16(count, value);
            case BFLOAT16 -> Golden.bf16(count, value);
            default -> throw new IllegalArgumentException("no floats in " + tensor);
        };
    }
}
