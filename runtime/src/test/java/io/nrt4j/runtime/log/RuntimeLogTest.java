package io.nrt4j.runtime.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.loader.diagnostics.LogLevel;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.runtime.config.RuntimeConfiguration;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is printed, where and how. Source: errors.md §1.1, §1.2. */
class RuntimeLogTest {
    private final List<LogRecord> console = new ArrayList<>();
    private final List<LogRecord> systemLog = new ArrayList<>();

    private static LogRecord record(LogLevel level, String module, String message) {
        return new LogRecord(level, module, "f", message);
    }

    private void log(Map<String, String> environment, LogRecord... records) {
        RuntimeLog log =
                new RuntimeLog(LogRules.of(new RuntimeConfiguration(environment)), console::add, systemLog::add);
        List.of(records).forEach(log::accept);
    }

    /** A substring of the value decides, in any case; nothing that is named is ERROR. */
    @ParameterizedTest
    @CsvSource({"info, 3", "xxINFOxx, 3", "error, 1", "DISABLED, 0", "Warn, 2", "TRACE, 5", "quiet, 1"})
    void theLevelIsASubstring(String value, int printed) {
        log(
                Map.of("NEURON_RT_LOG_LEVEL", value),
                record(LogLevel.ERROR, "NRT", "m"),
                record(LogLevel.WARN, "NRT", "m"),
                record(LogLevel.INFO, "NRT", "m"),
                record(LogLevel.DEBUG, "NRT", "m"),
                record(LogLevel.TRACE, "NRT", "m"));
        assertThat(console).hasSize(printed);
    }

    @Test
    void onlyErrorsArePrintedWithoutALevel() {
        log(Map.of(), record(LogLevel.WARN, "NRT", "m"), record(LogLevel.ERROR, "NRT", "m"));
        assertThat(console).extracting(LogRecord::level).containsExactly(LogLevel.ERROR);
    }

    /** A module is looked up by its first four characters. */
    @Test
    void modulesHaveLevelsOfTheirOwn() {
        log(
                Map.of("NEURON_RT_LOG_LEVEL_TDRV", "info", "NEURON_RT_LOG_LEVEL_NRT", "DISABLED"),
                record(LogLevel.INFO, "TDRV", "m"),
                record(LogLevel.INFO, "NMGR", "m"),
                record(LogLevel.ERROR, "NRT", "m"));
        assertThat(console).containsExactly(record(LogLevel.INFO, "TDRV", "m"));
    }

    @Test
    void modulesHaveLocationsOfTheirOwn() {
        log(
                Map.of("NEURON_RT_LOG_LOCATION", "SYSLOG", "NEURON_RT_LOG_LOCATION_ENC", "console"),
                record(LogLevel.ERROR, "NRT", "m"),
                record(LogLevel.ERROR, "ENC", "m"));
        assertThat(systemLog).containsExactly(record(LogLevel.ERROR, "NRT", "m"));
        assertThat(console).containsExactly(record(LogLevel.ERROR, "ENC", "m"));
    }

    @Test
    void anUnknownLocationIsTheConsole() {
        log(Map.of("NEURON_RT_LOG_LOCATION", "file"), record(LogLevel.ERROR, "NRT", "m"));
        assertThat(console).hasSize(1);
    }

    @Test
    void errorsHaveAStreamOfTheirOwnAndColoursOnATerminal() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        ConsoleLog log = new ConsoleLog(stream(out, true), stream(err, true), NlogFormat.MICROSECONDS);
        log.accept(record(LogLevel.ERROR, "NRT", "bad"));
        log.accept(record(LogLevel.WARN, "NRT", "odd"));
        log.accept(record(LogLevel.INFO, "NRT", "fine"));
        assertThat(err.toString(StandardCharsets.UTF_8)).matches("\u001B\\[91m\\d{4}-.*bad\u001B\\[0m\n");
        assertThat(out.toString(StandardCharsets.UTF_8))
                .matches("\u001B\\[95m\\d{4}-.*odd\u001B\\[0m\n\\d{4}-.*fine\n");
    }

    @Test
    void nothingIsColouredInAFile() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        new ConsoleLog(stream(err, false), stream(err, false), NlogFormat.MICROSECONDS)
                .accept(record(LogLevel.ERROR, "NRT", "bad"));
        assertThat(err.toString(StandardCharsets.UTF_8)).matches("\\d{4}-.*bad\n");
    }

    /** 1023 bytes of each line; the report of memory.md §9.1 is longer as a whole. */
    @Test
    void longLinesAreCut() {
        byte[] cut = NlogFormat.cut("x".repeat(2000) + "\n" + "y".repeat(1023) + "\nz");
        assertThat(new String(cut, StandardCharsets.US_ASCII))
                .isEqualTo("x".repeat(1023) + "\n" + "y".repeat(1023) + "\nz");
    }

    /** The published line, errors.md §1.2. */
    @Test
    void theSystemLogHasNoTime() {
        LogRecord record = new LogRecord(LogLevel.ERROR, "TDRV", "db_vtpb_get_mla_and_tpb", "Could not find VNC id n");
        assertThat(SystemLog.text(record, 26638, 26638))
                .isEqualTo("<11>NRT:  26638:26638 ERROR  TDRV:db_vtpb_get_mla_and_tpb                 "
                        + "Could not find VNC id n");
    }

    @Test
    void theSystemLogIsADaemon() throws Exception {
        try (DatagramSocket daemon = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            daemon.setSoTimeout(10_000);
            new SystemLog(new InetSocketAddress(daemon.getLocalAddress(), daemon.getLocalPort()))
                    .accept(record(LogLevel.WARN, "NRT", "odd"));
            DatagramPacket packet = new DatagramPacket(new byte[2048], 2048);
            daemon.receive(packet);
            assertThat(new String(packet.getData(), 0, packet.getLength(), StandardCharsets.UTF_8))
                    .startsWith("<12>NRT: ")
                    .endsWith("odd");
        }
    }

    private static ConsoleLog.Stream stream(ByteArrayOutputStream bytes, boolean terminal) {
        return new ConsoleLog.Stream(new PrintStream(bytes, true, StandardCharsets.UTF_8), terminal);
    }
}
