package io.nrt4j.loader.variable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.memory.ScratchpadConfig;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expected values: memory.md §6.3. */
class ScratchpadSettingsTest {
    private final Nlog nlog = Nlog.silent();

    @Test
    void pageSizes() {
        assertThat(ScratchpadSettings.DEFAULT.resolve(Arch.CAYMAN, 2, nlog)).isEqualTo(ScratchpadConfig.DEFAULT);
        assertThat(new ScratchpadSettings(3584, false, true)
                        .resolve(Arch.SUNDA, 1, nlog)
                        .pageSize())
                .isEqualTo(3584L << 20);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "4096, 4294967296"})
    void pageSizesThatAreRefused(long mib, String bytes) {
        assertThatThrownBy(() -> new ScratchpadSettings(mib, false, true).resolve(Arch.CAYMAN, 2, nlog))
                .isInstanceOfSatisfying(
                        LoadException.class, e -> assertThat(e.status()).isEqualTo(NrtStatus.NRT_INVALID))
                .hasMessage("Invalid scratchpad page size " + bytes + " bytes, must be less than 4294967295 bytes");
    }

    @Test
    void contiguousPagesNeedTheirDriverAndMoreThanOneCore() {
        ScratchpadSettings wanted = new ScratchpadSettings(512, true, true);
        assertThat(wanted.resolve(Arch.CAYMAN, 2, nlog)).isEqualTo(ScratchpadConfig.CONTIGUOUS);
        assertThat(wanted.resolve(Arch.SUNDA, 1, nlog)).isEqualTo(ScratchpadConfig.CONTIGUOUS);
        assertThat(nlog.records()).isEmpty();
        assertThat(wanted.resolve(Arch.MARIANA, 1, nlog)).isEqualTo(ScratchpadConfig.DEFAULT);
        assertThat(new ScratchpadSettings(512, true, false).resolve(Arch.SUNDA, 1, nlog))
                .isEqualTo(ScratchpadConfig.DEFAULT);
        assertThat(nlog.records())
                .extracting(LogRecord::message)
                .containsExactly(
                        "Contiguous Scratchpad feature is disabled on LNC 1",
                        "Contiguous Scratchpad feature is disabled due to incompatible driver");
    }
}
