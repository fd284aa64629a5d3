package io.nrt4j.examples;

import io.nrt4j.hal.InstanceType;
import io.nrt4j.runtime.Model;
import io.nrt4j.runtime.NrtRuntime;
import io.nrt4j.runtime.TensorMap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** Loads a NEFF on a simulated trn2, fills its inputs with ones, runs it and prints the sum of each output. */
public final class RunModel {
    private RunModel() {}

    public static void main(String[] args) throws IOException {
        run(Path.of(args[0])).forEach((name, sum) -> System.out.println(name + ": " + sum));
    }

    static Map<String, Double> run(Path neff) throws IOException {
        try (NrtRuntime runtime =
                        NrtRuntime.builder().instance(InstanceType.TRN2_3XLARGE).build();
                Model model = runtime.load(neff);
                TensorMap inputs = model.allocateInputs()) {
            inputs.tensors().values().forEach(tensor -> {
                float[] ones = new float[(int) tensor.size() / tensor.dtype().bytes()];
                Arrays.fill(ones, 1);
                tensor.writeFloats(ones);
            });
            Map<String, Double> sums = new TreeMap<>();
            try (TensorMap outputs = model.execute(inputs.tensors())) {
                outputs.tensors().forEach((name, tensor) -> {
                    double sum = 0;
                    for (float value : tensor.readFloats()) {
                        sum += value;
                    }
                    sums.put(name, sum);
                });
            }
            return sums;
        }
    }
}
