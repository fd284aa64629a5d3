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
import java.util.Map;
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

    @NeuronDevice(
            instance = InstanceType.TRN2_3XLARGE,
            machine = "cores-in-use=2-7@2",
            environment = "NEURON_RT_NUM_CORES=1")
    @Test
    void theMachineCanBeInACondition(NrtRuntime runtime) {
        assertThat(runtime.cores()).isEqualTo(1);
    }

    @Test
    void theMachineOfAnAssertionCanBeInACondition() {
        assertThatNeff(neff)
                .on(InstanceType.TRN2_3XLARGE)
                .in("no-device")
                .failsWith(NrtStatus.NRT_INVALID)
                .saying("Cannot find Neuron devices.");
    }

    /** exec.md §8 example 1: with one rank the output is the input. */
    @Test
    void outputsAreComparedByName() {
        float[] values = new float[32];
        for (int i = 0; i < values.length; i++) {
            values[i] = i + 1;
        }
        NeffAssert assertion =
                assertThatNeff(neff).on(InstanceType.TRN2_3XLARGE).withInput("input", values);
        assertion.output("output").isCloseTo(values, 0);
        assertion.outputs().areCloseTo(Map.of("output", values), 0);
        assertion.outputs("output").areCloseTo(0, values);
        assertThatThrownBy(() -> assertion.outputs().areCloseTo(Map.of("other", values), 0))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Expecting the outputs [other] but there are [output]");
        values[7]++;
        assertThatThrownBy(() -> assertion.outputs().areCloseTo(0.5f, values))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("output output")
                .hasMessageContaining("element 7");
        assertThatThrownBy(() -> assertion.executionFailsWith(NrtStatus.NRT_TIMEOUT))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("but it ended well");
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
