package io.nrt4j.runtime.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nrt4j.hal.InstanceType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class MachineConditionsTest {
    private static final SimulatedDriver PLAIN = SimulatedDriver.of(InstanceType.TRN2_48XLARGE);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "no-device",
                "no-driver-version",
                "driver=2.18",
                "driver=2.19.64.0",
                "compatibility=2-4",
                "cores-in-use=0-3,7",
                "cores-in-use=0-3@2",
                "hidden-devices=0,2",
                "unopenable-device=3"
            })
    void aConditionIsWrittenAsItIsRead(String condition) {
        assertThat(MachineConditions.of(MachineConditions.apply(PLAIN, condition)))
                .containsExactly(condition);
    }

    @ParameterizedTest
    @EnumSource
    void everyFaultHasALabel(MachineFault fault) {
        SimulatedDriver broken = MachineConditions.apply(PLAIN, fault.label());
        assertThat(broken.deviceWith(fault)).contains(0);
        assertThat(MachineConditions.of(broken)).containsExactly(fault.label());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "driver=2", "compatibility=2", "cores-in-use=3-1", "hbm-error=x", "hbm_error"})
    void otherTextsAreRefused(String condition) {
        assertThatThrownBy(() -> MachineConditions.apply(PLAIN, condition))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("hbm-error");
    }

    @Test
    void aPlainMachineHasNoConditions() {
        assertThat(MachineConditions.of(PLAIN)).isEmpty();
    }
}
