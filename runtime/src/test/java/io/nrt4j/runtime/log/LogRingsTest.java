package io.nrt4j.runtime.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.loader.diagnostics.LogLevel;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.runtime.config.RuntimeConfiguration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a core dump ends with. Source: errors.md §1.1. */
class LogRingsTest {
    private final LogRings rings = new LogRings(NlogFormat.MICROSECONDS);

    private static LogRecord record(LogLevel level, String message) {
        return new LogRecord(level, "TDRV", "f", message);
    }

    @Test
    void eachCoreHasItsOwn() {
        rings.keep(0, record(LogLevel.ERROR, "first"));
        rings.keep(3, record(LogLevel.ERROR, "second"));
        rings.keep(3, record(LogLevel.ERROR, "third"));
        assertThat(rings.text(0).lines()).singleElement().asString().endsWith("first");
        assertThat(rings.text(3).lines()).hasSize(2).last().asString().endsWith("third");
        assertThat(rings.text(1)).isEmpty();
    }

    @Test
    void onlyWhatIsPrintedIsKept() {
        rings.keep(0, record(LogLevel.INFO, "unseen"));
        rings.configure(new RuntimeConfiguration(Map.of("NEURON_RT_LOG_LEVEL_TDRV", "INFO")));
        rings.keep(0, record(LogLevel.INFO, "seen"));
        rings.keep(0, record(LogLevel.DEBUG, "unseen"));
        assertThat(rings.text(0).lines())
                .singleElement()
                .asString()
                .endsWith("seen")
                .matches(".*  INFO  TDRV:f +seen");
    }

    /** A line of 1023 bytes and its line feed fit 128 times. */
    @Test
    void theOldestBytesGoFirst() {
        String longLine = "x".repeat(2000);
        for (int i = 0; i < 200; i++) {
            rings.keep(0, record(LogLevel.ERROR, i + " " + longLine));
        }
        String text = rings.text(0);
        assertThat(text).hasSize(128 << 10);
        assertThat(text.lines())
                .hasSize(128)
                .allSatisfy(line -> assertThat(line).hasSize(1023));
        assertThat(text).contains(" 72 xxx", " 199 xxx").doesNotContain(" 71 xxx");
        rings.keep(0, record(LogLevel.ERROR, "short"));
        assertThat(rings.text(0)).hasSize(128 << 10).endsWith("short\n");
    }
}
