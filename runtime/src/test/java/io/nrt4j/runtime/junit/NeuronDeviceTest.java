package io.nrt4j.runtime.junit;

import static io.nrt4j.runtime.junit.NeffAssert.assertThatNeff;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nrt4j.hal.InstanceType;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.testing.AllReduceModel;
import io.nrt4j.runtime.NrtRuntime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@NeuronDevice(instance = InstanceType.TRN2_3XLARGE)
class NeuronDeviceTest {
    @TempDir
    private Path directory;

    private Path neff = Path.of("");
    private Path damaged = Path.of("");

    @BeforeEach
    void writeFiles() throws IOException {
        byte[] bytes = AllReduceModel.toByteArray();
        neff = Files.write(directory.resolve("x.neff"), bytes);
        damaged = Files.write(directory.resolve("y.neff"), new byte[100]);
    }

    @Test
    void theRuntimeIsThatOfTheClass(NrtRuntime runtime) {
        assertThat(runtime.cores()).isEqualTo(4);
    }

    @NeuronDevice(
            instance = InstanceType.TRN1_2XLARGE,
            environment = {"NEURON_RT_NUM_CORES=1"})
    @Test
    void theRuntimeIsThatOfTheMethod(NrtRuntime runtime) {
        assertThat(runtime.cores()).isEqualTo(1);
    }

    @Test
    void assertionsHold() {
        assertThatNeff(neff).loadsOn(InstanceType.TRN2_3XLARGE);
        assertThatNeff(damaged).failsWith(NrtStatus.NRT_INVALID).saying("Invalid number of NEFF bytes received 64");
    }

    @Test
    void assertionsFailWithReasons() {
        assertThatThrownBy(() -> assertThatNeff(damaged).loads())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Invalid number of NEFF bytes received 64");
        assertThatThrownBy(() -> assertThatNeff(neff).failsWith(NrtStatus.NRT_RESOURCE))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("but it loaded");
        assertThatThrownBy(() ->
                        assertThatNeff(damaged).failsWith(NrtStatus.NRT_INVALID).saying("something else"))
                .isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> new OutputAssert(new float[] {1, 2}).isCloseTo(new float[] {1, 3}, 0.5f))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("element 1");
    }
}
