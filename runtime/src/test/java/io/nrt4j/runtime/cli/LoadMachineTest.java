package io.nrt4j.runtime.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code nrt4j load} on machines and in environments that {@code nrt_init} refuses. Source: errors.md §7. */
class LoadMachineTest extends CommandFixture {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--machine=no-device | 2 | No neuron device available",
                "--machine=driver=1.9 | 2 | Neuron Runtime 2.x requires Neuron driver(aws-neuron-dkms) version 2.1 or above.",
                "--machine=cores-in-use=1 | 1 | Logical Neuron Core(s) not available - Requested:lnc0-lnc7 Available:7 Logical Core size:1",
                "--env=NEURON_RT_VISIBLE_CORES=0,2 | 2 | Logical Neuron cores are not contiguous",
                "--env=NEURON_RT_EXEC_TIMEOUT=soon | 2 | Invalid value for NEURON_RT_EXEC_TIMEOUT: soon"
            })
    void whatNrtInitRefuses(String option, int status, String message) throws IOException {
        assertThat(nrt4j("load", allReduce, option, "--json")).isEqualTo(1);
        JsonNode report = json().path(0);
        assertThat(report.path("status").asInt()).isEqualTo(status);
        assertThat(report.path("stage").asText()).isEqualTo("init");
        assertThat(report.path("message").asText()).isEqualTo(message);
    }

    @ParameterizedTest
    @CsvSource({"NEURON_LOGICAL_NC_CONFIG", "NEURON_RT_VIRTUAL_CORE_SIZE"})
    void bothNamesOfTheLogicalCoreSizeAreHeard(String name) throws IOException {
        assertThat(nrt4j("load", allReduce, "--machine=cores-in-use=1", "--env=" + name + "=2", "--json"))
                .isEqualTo(1);
        assertThat(json().path(0).path("message").asText())
                .isEqualTo(
                        "Logical Neuron Core(s) not available - Requested:lnc0-lnc3 Available:3 Logical Core size:2");
    }

    /** nrt-api.md §5: logical cores count from the first visible one. */
    @Test
    void theFirstVisibleCoreIsUsed() throws IOException {
        assertThat(nrt4j("load", allReduce, "--env", "NEURON_RT_VISIBLE_CORES=2-3", "--json"))
                .isZero();
        JsonNode report = json().path(0);
        assertThat(report.path("device").path("logicalCore").asInt()).isEqualTo(2);
    }

    @Test
    void aConditionThatDoesNotExistIsWrongUsage() throws IOException {
        assertThat(nrt4j("load", allReduce, "--machine", "on-fire")).isEqualTo(2);
        assertThat(err.toString()).contains("'on-fire' is no condition of a machine; known: no-device");
    }
}
