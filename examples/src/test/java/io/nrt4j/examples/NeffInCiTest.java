package io.nrt4j.examples;

import static io.nrt4j.runtime.junit.NeffAssert.assertThatNeff;
import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.hal.InstanceType;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.runtime.Model;
import io.nrt4j.runtime.NrtRuntime;
import io.nrt4j.runtime.junit.NeuronDevice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a project tests its own NEFFs: a runtime per test, and assertions about files. */
@NeuronDevice(instance = InstanceType.TRN2_3XLARGE)
class NeffInCiTest {
    private static final Path NEFF = Path.of("neffs/allreduce.neff");

    @Test
    void loadsOnEveryGeneration() {
        assertThatNeff(NEFF).loadsOn(InstanceType.TRN1_2XLARGE).loadsOn(InstanceType.TRN2_3XLARGE);
    }

    @Test
    void aFileThatIsCutOffIsRefused(@TempDir Path directory) throws IOException {
        Path cut = Files.write(directory.resolve("cut.neff"), new byte[100]);
        assertThatNeff(cut).failsWith(NrtStatus.NRT_INVALID).saying("Invalid number of NEFF bytes received 64");
    }

    /** An all-reduce of one rank gives back what it gets. */
    @Test
    void hasTheExpectedOutputs() {
        float[] gradient = new float[32];
        for (int i = 0; i < gradient.length; i++) {
            gradient[i] = i / 4f;
        }
        assertThatNeff(NEFF)
                .on(InstanceType.TRN2_3XLARGE)
                .withInput("input", gradient)
                .outputs("output")
                .areCloseTo(1e-6f, gradient);
    }

    /** On a machine whose cores another process holds. */
    @Test
    void aBusyMachineIsRefused() {
        assertThatNeff(NEFF)
                .on(InstanceType.TRN2_3XLARGE)
                .in("cores-in-use=0-7")
                .failsWith(NrtStatus.NRT_FAILURE)
                .saying("not available");
    }

    @Test
    void hasTheExpectedInputs(NrtRuntime runtime) throws IOException {
        try (Model model = runtime.load(NEFF)) {
            assertThat(model.inputs()).singleElement().satisfies(input -> {
                assertThat(input.name()).isEqualTo("input");
                assertThat(input.shape()).containsExactly(32L);
            });
        }
    }
}
