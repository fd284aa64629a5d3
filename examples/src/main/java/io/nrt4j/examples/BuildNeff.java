package io.nrt4j.examples;

import io.nrt4j.hal.Arch;
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
import io.nrt4j.loader.pack.NeffBuilder;
import io.nrt4j.loader.pack.TensorType;
import java.util.List;

/** Writes a NEFF with a constant and a scratch buffer, and loads it: what a test of a loader needs. */
public final class BuildNeff {
    private BuildNeff() {}

    /** Prints where the variables of the built NEFF lie. */
    public static void main(String[] args) {
        placesOfVariables().forEach(System.out::println);
    }

    static List<String> placesOfVariables() {
        byte[] neff = NeffBuilder.named("example.neff")
                .target(Arch.CAYMAN)
                .graph(g -> g.input("x", TensorType.FLOAT32, 128, 64)
                        .output("y", TensorType.FLOAT32, 128, 64)
                        .constant("weights", TensorType.FLOAT32, new byte[4 * 64 * 64], 64, 64)
                        .virtual("scratch", 32 << 10, 0))
                .toByteArray();
        try (Instance instance = new Instance(InstanceType.TRN2_3XLARGE, 1, DeviceOptions.DEFAULT);
                ByteSource source = ByteSource.of(neff);
                LoadedModel model = new NeffLoader(LoadOptions.DEFAULT)
                        .load(source, PlacementChooser.fixed(new Placement(instance, 0)), Nlog.silent())) {
            return model.variables().table(0).variables().stream()
                    .filter(v -> v.staged())
                    .map(v -> "%s at 0x%x, %d bytes".formatted(v.name(), v.physicalAddress(), v.size()))
                    .toList();
        }
    }
}
