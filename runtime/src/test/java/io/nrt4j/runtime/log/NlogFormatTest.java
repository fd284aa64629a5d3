package io.nrt4j.runtime.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.loader.diagnostics.LogLevel;
import io.nrt4j.loader.diagnostics.LogRecord;
import java.time.LocalDateTime;
import org.junit.jupiter.api.Test;

class NlogFormatTest {
    /** The example line of errors.md §1.1. */
    @Test
    void rebuildsTheExampleLine() {
        LogRecord record = new LogRecord(
                LogLevel.ERROR, "NMGR", "kmgr_load_nn_post_metrics", "Failed to load NN: baseline.neff, err: 10");
        assertThat(NlogFormat.MICROSECONDS.line(record, LocalDateTime.of(2026, 1, 5, 10, 0, 0, 1_000), 1234, 1234))
                .isEqualTo("2026-Jan-05 10:00:00.000001  1234:1234  ERROR  NMGR:kmgr_load_nn_post_metrics"
                        + "               Failed to load NN: baseline.neff, err: 10");
    }

    /** The published line of 2021, errors.md §7.2: four digits of fraction. */
    @Test
    void oldRuntimesPrintFourDigits() {
        LogRecord record = new LogRecord(LogLevel.ERROR, "TDRV", "tdrv_init_mla_phase1", "Could not open the nd0");
        assertThat(new NlogFormat(4).line(record, LocalDateTime.of(2021, 11, 11, 15, 33, 20, 16_100_000), 7912, 7912))
                .isEqualTo("2021-Nov-11 15:33:20.0016  7912:7912  ERROR  TDRV:tdrv_init_mla_phase1"
                        + "                    Could not open the nd0");
    }

    /** errors.md §1.1: no separator after the function column. */
    @Test
    void aLongFunctionNameRunsIntoTheMessage() {
        String name = "dma_ring_create_static_rings_for_queue_bundle_instance";
        LogRecord record = new LogRecord(LogLevel.ERROR, "TDRV", name, "Failed to allocate");
        assertThat(NlogFormat.MICROSECONDS.line(record, LocalDateTime.of(2024, 7, 10, 0, 0), 12345, 123456))
                .endsWith("12345:123456 ERROR  TDRV:" + name + "Failed to allocate");
    }
}
