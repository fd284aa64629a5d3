package io.nrt4j.runtime.log;

import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.LogSink;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;

/**
 * Sends records to a syslog daemon: ident {@code NRT} and the console's text without its time.
 *
 * <p>By UDP, as Java has no datagrams for {@code /dev/log}. A record that cannot be sent is lost, as syslog(3) loses it.
 * Source: errors.md §1.2.
 */
public final class SystemLog implements LogSink {
    private static final int PORT = 514;
    /** Of user processes. */
    private static final int FACILITY = 1 << 3;

    private static final int SEVERITY_ERROR = 3;
    private static final int SEVERITY_WARNING = 4;
    private static final int SEVERITY_INFO = 6;
    private static final int SEVERITY_DEBUG = 7;
    private static final long PID = ProcessHandle.current().pid();

    private final InetSocketAddress daemon;

    public SystemLog(InetSocketAddress daemon) {
        this.daemon = daemon;
    }

    /** The daemon of this machine. */
    public static SystemLog local() {
        return new SystemLog(new InetSocketAddress("localhost", PORT));
    }

    @Override
    public void accept(LogRecord record) {
        byte[] line = NlogFormat.cut(text(record, PID, PID));
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.send(new DatagramPacket(line, line.length, daemon));
        } catch (IOException e) {
            // There is nowhere to tell it.
        }
    }

    /** The message of a record: priority, ident, and the line. */
    static String text(LogRecord record, long pid, long tid) {
        return "<" + (FACILITY | severity(record)) + ">NRT:  " + NlogFormat.lineWithoutTime(record, pid, tid);
    }

    private static int severity(LogRecord record) {
        return switch (record.level()) {
            case DISABLED, TRACE, DEBUG -> SEVERITY_DEBUG;
            case INFO -> SEVERITY_INFO;
            case WARN -> SEVERITY_WARNING;
            case ERROR -> SEVERITY_ERROR;
        };
    }
}
