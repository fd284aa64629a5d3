package io.nrt4j.loader.image;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.loader.diagnostics.LogLevel;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.pack.NeffBuilder;
import io.nrt4j.loader.pack.TensorType;
import io.nrt4j.loader.testing.TestLoad;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a successful assembly prints. */
class ImageLogTest {
    private static List<LogRecord> fp8Lines(boolean withFp8) {
        byte[] neff = NeffBuilder.named("quiet")
                .target(Arch.CAYMAN)
                .graph(g -> g.input("x", TensorType.FLOAT32, 32)
                        .output("y", TensorType.FLOAT32, 32)
                        .definition(definition -> {
                            if (withFp8) {
                                fp8(definition.putObject("fp8_conversion_config"));
                            }
                        }))
                .toByteArray();
        return load(neff).stream()
                .filter(r -> r.message().endsWith("for OCP enablement"))
                .toList();
    }

    private static List<LogRecord> load(byte[] neff) {
        Nlog nlog = Nlog.silent();
        try (TestLoad device = TestLoad.on(InstanceType.TRN2_3XLARGE, 1)) {
            device.load(neff, nlog).close();
        }
        return nlog.records();
    }

    /** The real values of manifest.md §7.5. */
    private static void fp8(ObjectNode config) {
        config.put("fp8_range_extension", true)
                .put("emax_fp8_e4m3", 8)
                .put("emax_fp8_e5m2", 15)
                .put("ocp_sat", true)
                .put("fp8_sis", false)
                .put("fp8_sns", false);
    }

    /** image-assembly.md §15: nothing is emitted, a line per engine is; in the order of §1. */
    @Test
    void fp8NeedsNoProgramming() {
        assertThat(fp8Lines(true))
                .allMatch(r -> r.level() == LogLevel.DEBUG)
                .extracting(LogRecord::message)
                .containsExactly(
                        "Engine act does not require TPB programming for OCP enablement",
                        "Engine dve does not require TPB programming for OCP enablement",
                        "Engine pe does not require TPB programming for OCP enablement",
                        "Engine pool does not require TPB programming for OCP enablement",
                        "Engine sp does not require TPB programming for OCP enablement");
        assertThat(fp8Lines(false)).isEmpty();
    }

    /** dma.md §4: a ring of 64 for one run on each engine; rings that wait for tensors are copied at execution. */
    @Test
    void everyRingThatIsCompleteAtLoadIsCopied() {
        byte[] neff = NeffBuilder.named("rings")
                .target(Arch.CAYMAN)
                .graph(g -> g.input("x", TensorType.FLOAT32, 32)
                        .output("y", TensorType.FLOAT32, 32)
                        .virtual("scratch", 4096, 0)
                        .queue("qPoolIO0", "in", EngineType.POOL, 8)
                        .queue("qPoolSpill", "data", EngineType.POOL, 24)
                        .copy(EngineType.POOL, "qPoolIO0", 0, 8, "x", "scratch", 128)
                        .copy(EngineType.POOL, "qPoolSpill", 0, 24, "scratch", "scratch", 128))
                .toByteArray();
        List<LogRecord> copied = load(neff).stream()
                .filter(r -> r.message().startsWith("vring is copied"))
                .toList();
        assertThat(copied)
                .allMatch(r -> r.level() == LogLevel.DEBUG && r.module().equals("TDRV"))
                .extracting(LogRecord::function)
                .containsOnly("dma_ring_create_static_rings_for_queue_bundle_instance");
        String run = "vring is copied to pring. ndesc=2/64";
        String completion = "vring is copied to pring. ndesc=1/64";
        List<String> expected = new ArrayList<>(List.of(run, run));
        expected.addAll(Collections.nCopies(30, completion));
        // The I/O set: engine 0 takes the run from the input, so its source ring waits.
        expected.add(run);
        expected.addAll(Collections.nCopies(30, completion));
        assertThat(copied).extracting(LogRecord::message).isEqualTo(expected);
    }
}
