package io.nrt4j.loader.image;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.nrt4j.hal.Arch;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.loader.diagnostics.LogLevel;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.pack.NeffBuilder;
import io.nrt4j.loader.pack.TensorType;
import io.nrt4j.loader.testing.TestLoad;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a successful assembly prints. */
class ImageLogTest {
    private static List<LogRecord> load(boolean withFp8) {
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
        Nlog nlog = Nlog.silent();
        try (TestLoad device = TestLoad.on(InstanceType.TRN2_3XLARGE, 1)) {
            device.load(neff, nlog).close();
        }
        return nlog.records().stream()
                .filter(r -> r.message().endsWith("for OCP enablement"))
                .toList();
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
        assertThat(load(true))
                .allMatch(r -> r.level() == LogLevel.DEBUG)
                .extracting(LogRecord::message)
                .containsExactly(
                        "Engine act does not require TPB programming for OCP enablement",
                        "Engine dve does not require TPB programming for OCP enablement",
                        "Engine pe does not require TPB programming for OCP enablement",
                        "Engine pool does not require TPB programming for OCP enablement",
                        "Engine sp does not require TPB programming for OCP enablement");
        assertThat(load(false)).isEmpty();
    }
}
