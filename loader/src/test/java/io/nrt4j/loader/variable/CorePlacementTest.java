package io.nrt4j.loader.variable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LogLevel;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.manifest.StateBufferReservation;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CorePlacementTest {
    private final Nlog nlog = Nlog.silent();

    /** hal.md §1.5. */
    @ParameterizedTest
    @CsvSource({
        "TRN2_3XLARGE, 0, Logical core size (0) must be a power of two and less than or equal to 2",
        "TRN2_48XLARGE, 3, Logical core size (3) must be a power of two and less than or equal to 2",
        "TRN2_48XLARGE, 4, Logical core size (4) must be a power of two and less than or equal to 2",
        "TRN1_2XLARGE, 2, Logical core size (2) must be a power of two and less than or equal to 1",
    })
    void sizesThatAnInstanceDoesNotHave(InstanceType type, int size, String message) {
        assertInvalid(() -> CorePlacement.requireSize(type, size, Set.of(), nlog), message);
    }

    @Test
    void instancesThatTakeTwoOnly() {
        Set<InstanceType> twoOnly = Set.of(InstanceType.TRN3_48XLARGE);
        assertInvalid(
                () -> CorePlacement.requireSize(InstanceType.TRN3_48XLARGE, 1, twoOnly, nlog),
                "Only LNC Size of 2 is supported at this moment on this instance type. Requested LNC Size 1");
        assertThatCode(() -> {
                    CorePlacement.requireSize(InstanceType.TRN3_48XLARGE, 2, twoOnly, nlog);
                    CorePlacement.requireSize(InstanceType.TRN2_48XLARGE, 1, twoOnly, nlog);
                    CorePlacement.requireSize(InstanceType.INF2_48XLARGE, 1, twoOnly, nlog);
                })
                .doesNotThrowAnyException();
    }

    /** container.md §8.4: the text is the emulator's own. */
    @Test
    void theSizeThatTheNeffWasCompiledFor() {
        assertInvalid(
                () -> CorePlacement.requireMatch(2, 1, 2, nlog),
                "NEFF was compiled for a logical core size of 2, the configured logical core size is 1");
        assertThatCode(() -> {
                    CorePlacement.requireMatch(1, 2, 1, nlog);
                    CorePlacement.requireMatch(2, 2, 2, nlog);
                })
                .doesNotThrowAnyException();
    }

    /** container.md §8.4, errors.md §6.1. */
    @Test
    void coresForEveryGraph() {
        try (StagingFixture trn2 = StagingFixture.trn2()) {
            assertInvalid(
                    () -> CorePlacement.requireCores(trn2.core, 3, nlog),
                    "Insufficient number of pncs, required 3, available 2");
            assertThatCode(() -> CorePlacement.requireCores(trn2.core, 2, nlog)).doesNotThrowAnyException();
        }
    }

    /** errors.md §6.1. */
    @Test
    void aLogicalCoreThatDoesNotExist() {
        try (StagingFixture trn2 = StagingFixture.trn2()) {
            assertThat(CorePlacement.find(trn2.instance, 0, 4, 3, nlog).index()).isEqualTo(3);
            assertThatThrownBy(() -> CorePlacement.find(trn2.instance, 0, 4, 4, nlog))
                    .isInstanceOf(LoadException.class)
                    .hasMessage("Could not find VNC id 4");
            assertThat(nlog.records())
                    .containsExactly(
                            new LogRecord(LogLevel.ERROR, "TDRV", "db_vtpb_get_mla_and_tpb", "Could not find VNC id 4"),
                            new LogRecord(LogLevel.ERROR, "NMGR", "dlr_kelf_stage", "Failed to create shared io"));
            assertThatThrownBy(() -> CorePlacement.find(trn2.instance, 0, 4, -1, nlog))
                    .hasMessage("Could not find VNC id -1");
        }
    }

    /** nrt-api.md §5: a runtime counts from the first core that it has. */
    @Test
    void aLogicalCoreThatBelongsToSomebodyElse() {
        try (StagingFixture trn2 = StagingFixture.trn2()) {
            assertThat(CorePlacement.find(trn2.instance, 1, 2, 1, nlog).index()).isEqualTo(2);
            assertThatThrownBy(() -> CorePlacement.find(trn2.instance, 1, 2, 2, nlog))
                    .hasMessage("Could not find VNC id 2");
        }
    }

    /** container.md §8.3: one field off at a time, in the order of the checks. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | 127 | 0 | 9 | Event Accel carveout SB partition must start at 0. Got 1",
                "0 | 127 | 0 | 9 | Event Accel carveout SB partition count must be 128. Got 127",
                "0 | 128 | 229360 | 9 | Event Accel carveout SB partition offset must start at 0x37ff8. Got 0x37ff0",
                "0 | 128 | 229368 | 9 | Event Accel carveout SB size must be 8. Got 9",
            })
    void aReservationInTheWrongPlace(long base, long partitions, long offset, long size, String message) {
        assertThatThrownBy(() -> verify(Arch.CAYMAN, offset, size, base, partitions))
                .isInstanceOfSatisfying(
                        LoadException.class, e -> assertThat(e.status()).isEqualTo(NrtStatus.NRT_INVALID))
                .hasMessage(message);
        assertThat(nlog.records())
                .extracting(LogRecord::message)
                .containsExactly(message, "Failed to verify Event Accel State Buffer carveout");
    }

    @Test
    void theReservationOfRealFiles() {
        assertThat(verify(Arch.CAYMAN, 229368, 8, 0, 128)).isTrue();
        assertThat(nlog.records()).isEmpty();
        assertThat(verify(Arch.MARIANA, 1, 1, 1, 1)).as("CAYMAN only").isFalse();
        assertThat(EventAcceleratorCarveOut.verify(StagingFixture.graph("sg00"), "m.neff", Arch.CAYMAN, 1, 4, nlog))
                .isFalse();
        assertThat(nlog.records())
                .containsExactly(new LogRecord(
                        LogLevel.DEBUG,
                        "TDRV",
                        "kbl_model_add",
                        "model: m.neff on: nd1:nc4 has no evtaccel reservation on SBUF"));
    }

    private boolean verify(Arch arch, long offset, long size, long base, long partitions) {
        StateBufferReservation reservation =
                new StateBufferReservation(StateBufferReservation.Type.EVTACCEL, offset, size, base, partitions);
        return EventAcceleratorCarveOut.verify(
                StagingFixture.graph("sg00", List.of(reservation)), "m.neff", arch, 0, 0, nlog);
    }

    private void assertInvalid(ThrowingCallable call, String message) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        LoadException.class, e -> assertThat(e.status()).isEqualTo(NrtStatus.NRT_INVALID))
                .hasMessage(message);
        assertThat(nlog.records()).extracting(LogRecord::message).endsWith(message);
    }
}
