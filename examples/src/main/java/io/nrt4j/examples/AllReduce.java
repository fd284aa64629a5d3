package io.nrt4j.examples;

import io.nrt4j.hal.InstanceType;
import io.nrt4j.hal.device.DeviceOptions;
import io.nrt4j.hal.device.Instance;
import io.nrt4j.loader.LoadOptions;
import io.nrt4j.loader.LoadedModel;
import io.nrt4j.loader.NeffLoader;
import io.nrt4j.loader.Placement;
import io.nrt4j.loader.PlacementChooser;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.runtime.execution.ExecutionOptions;
import io.nrt4j.runtime.execution.ModelExecutor;
import io.nrt4j.runtime.execution.ModelTensors;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs the all-reduce of {@code examples/neffs} on several ranks of one simulated instance at once. */
public final class AllReduce {
    private static final int ELEMENTS = 32;

    private AllReduce() {}

    /** Arguments: the NEFF, the number of ranks. */
    public static void main(String[] args) throws IOException {
        List<float[]> outputs = run(Path.of(args[0]), Integer.parseInt(args[1]));
        for (int rank = 0; rank < outputs.size(); rank++) {
            System.out.println(
                    "rank " + rank + ": " + outputs.get(rank)[0] + " ... " + outputs.get(rank)[ELEMENTS - 1]);
        }
    }

    /** Rank r gives (r + 1) times 1, 2, ... 32; every rank gets the sum. */
    static List<float[]> run(Path neff, int ranks) throws IOException {
        List<LoadedModel> models = new ArrayList<>();
        List<ModelTensors> tensors = new ArrayList<>();
        try (Instance instance = new Instance(InstanceType.TRN2_3XLARGE, 1, DeviceOptions.DEFAULT);
                ByteSource source = ByteSource.open(neff)) {
            for (int rank = 0; rank < ranks; rank++) {
                PlacementChooser core = PlacementChooser.fixed(new Placement(instance, rank));
                LoadedModel model = new NeffLoader(LoadOptions.DEFAULT).load(source, core, Nlog.silent());
                models.add(model);
                tensors.add(ModelTensors.allocate(model));
                tensors.get(rank).write("input", ramp(rank + 1));
            }
            ModelExecutor.ofRanks(models, ExecutionOptions.DEFAULT)
                    .execute(tensors.stream().map(ModelTensors::bindings).toList());
            return tensors.stream().map(t -> floats(t.read("output"))).toList();
        } finally {
            tensors.forEach(ModelTensors::close);
            models.forEach(LoadedModel::close);
        }
    }

    private static byte[] ramp(float step) {
        ByteBuffer bytes = ByteBuffer.allocate(ELEMENTS * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 1; i <= ELEMENTS; i++) {
            bytes.putFloat(i * step);
        }
        return bytes.array();
    }

    private static float[] floats(byte[] bytes) {
        float[] values = new float[bytes.length / Float.BYTES];
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(values);
        return values;
    }
}
