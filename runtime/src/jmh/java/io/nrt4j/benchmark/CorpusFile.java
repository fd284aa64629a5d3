package io.nrt4j.benchmark;

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
import io.nrt4j.loader.testing.Corpus;
import java.io.IOException;
import java.nio.file.Path;

/** A file of the corpus by its name without suffix, and the smallest machine that runs it. */
record CorpusFile(String name) {
    Path path() {
        return Corpus.neff(name + ".neff");
    }

    /** The file in memory; to be closed. */
    ByteSource open() throws IOException {
        return ByteSource.open(path());
    }

    InstanceType instanceType() {
        return Corpus.instanceType(path());
    }

    /** An instance of the type; to be closed. */
    Instance instance() {
        InstanceType type = instanceType();
        return new Instance(type, type.geometry().defaultLogicalCoreSize(), DeviceOptions.DEFAULT);
    }

    /** Loads the file on the first logical core with a loader that has seen nothing before. */
    static LoadedModel load(ByteSource neff, Instance instance) {
        return new NeffLoader(LoadOptions.DEFAULT)
                .load(neff, PlacementChooser.fixed(new Placement(instance, 0)), Nlog.silent());
    }
}
