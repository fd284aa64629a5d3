package io.nrt4j.loader;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.hal.InstanceType;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.testing.Corpus;
import io.nrt4j.loader.testing.ImageMapping;
import io.nrt4j.loader.testing.LeakWatch;
import io.nrt4j.loader.testing.TestLoad;
import io.nrt4j.loader.variable.MemRef;
import io.nrt4j.loader.variable.VariableTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Real compiler-made NEFFs through the whole spine. */
@Tag("corpus")
@ExtendWith(LeakWatch.class)
class CorpusLoadTest {
    /** A listener that only notes which stages finished. */
    private static final class Stages implements LoadListener {
        private final Set<LoadStage> finished = EnumSet.noneOf(LoadStage.class);

        @Override
        public void stageFinished(LoadStage stage, long nanos) {
            finished.add(stage);
        }
    }

    /**
     * Every file loads on an instance of its target, through every stage, with device and NEFF slots that find each
     * other, and leaves the device as it was.
     */
    @Test
    void everyFileLoadsThroughEveryStage() throws IOException {
        Corpus.root();
        int loaded = 0;
        int mapped = 0;
        for (Path file : Corpus.neffs().toList()) {
            Stages stages = new Stages();
            try (TestLoad device = TestLoad.forFile(file);
                    ByteSource source = ByteSource.open(file)) {
                var before = device.instance().device(0).heap().usage();
                NeffLoader loader = new NeffLoader(LoadOptions.DEFAULT, stages);
                try (LoadedModel model = loader.load(
                        source, PlacementChooser.fixed(new Placement(device.instance(), 0)), Nlog.silent())) {
                    mapped += model.images().programs().stream()
                            .mapToInt(ImageMapping::check)
                            .sum();
                }
                assertThat(device.instance().device(0).heap().usage())
                        .as("%s", file)
                        .isEqualTo(before);
            }
            assertThat(stages.finished).as("%s", file).containsExactlyInAnyOrder(LoadStage.values());
            loaded++;
        }
        System.out.println(
                "corpus files loaded: " + loaded + " of " + Corpus.manifest().size());
        System.out.println("program slots mapped to NEFF slots and back: " + mapped);
        assertThat(loaded).isEqualTo(Corpus.manifest().size());
    }

    /** memory.md §11, the worked example. */
    @Test
    void matmulSmallGetsTheAddressesOfTheWorkedExample() throws IOException {
        byte[] neff = Files.readAllBytes(Corpus.neff("nkipy-matmul_small.neff"));
        try (TestLoad device = TestLoad.on(InstanceType.TRN2_3XLARGE, 2);
                LoadedModel model = device.load(neff)) {
            VariableTable sg00 = model.variables().table(0);
            VariableTable sg01 = model.variables().table(1);
            assertThat(address(sg00, "SB")).isEqualTo(0x2000000000L);
            assertThat(address(sg01, "SB")).isEqualTo(0x3000000000L);
            assertThat(sg00.find("SB").orElseThrow().size()).isEqualTo(0x2000000);
            assertThat(address(sg00, "x")).isEqualTo(MemRef.UNSTAGED);
            assertThat(address(sg00, "y")).isEqualTo(MemRef.UNSTAGED);
            assertThat(address(sg00, "output0")).isEqualTo(MemRef.UNSTAGED);
            assertThat(weightAddress(sg00)).hasValue(0x5C0000000L);
            assertThat(weightAddress(sg01)).hasValue(0x5C0008000L);
            // The first row of a half-precision identity matrix (memory.md §3).
            assertThat(device.instance().device(0).hbm(0).readLong(0x5C0000000L))
                    .isEqualTo(0x3C00);
        }
    }

    private static long address(VariableTable table, String name) {
        return table.find(name).orElseThrow().physicalAddress();
    }

    private static Optional<Long> weightAddress(VariableTable table) {
        return table.variables().stream()
                .filter(v -> v.name().startsWith("identity_82"))
                .map(MemRef::physicalAddress)
                .findFirst();
    }

    /** container.md §8.2, the worked example: a cayman file on trn1. */
    @Test
    void matmulSmallIsRefusedOnTrn1() throws IOException {
        byte[] neff = Files.readAllBytes(Corpus.neff("nkipy-matmul_small.neff"));
        try (TestLoad device = TestLoad.on(InstanceType.TRN1_2XLARGE, 1)) {
            LoadException failure = device.fail(neff);
            assertThat(failure.status()).isEqualTo(NrtStatus.NRT_INVALID);
            assertThat(TestLoad.errorLines(failure))
                    .startsWith("NEFF:load Loading a NEFF compiled for a different arch is not allowed, NEFF arch: v3,"
                            + " instance arch: v2")
                    .endsWith("NMGR:kmgr_load_nn_post_metrics Failed to load NN: file.neff, err: 2");
        }
    }
}
