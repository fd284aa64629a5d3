package io.nrt4j.runtime.log;

import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.runtime.config.RuntimeConfiguration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The lines that the runtime printed last, in a ring for each logical core: what a core dump ends with. Source: errors.md
 * §1.1.
 *
 * <p>Keeps what the environment lets the runtime print, wherever that goes. Thread-safe.
 */
public final class LogRings {
    private static final long PID = ProcessHandle.current().pid();

    private final NlogFormat format;
    private final ConcurrentMap<Integer, LogRing> rings = new ConcurrentHashMap<>();
    private volatile LogRules rules = LogRules.of(RuntimeConfiguration.EMPTY);

    /** @param format the line format of the emulated runtime */
    public LogRings(NlogFormat format) {
        this.format = format;
    }

    /** From now on an environment says what is printed. */
    public void configure(RuntimeConfiguration configuration) {
        rules = LogRules.of(configuration);
    }

    /** Keeps a record, if it is printed. */
    public void keep(int core, LogRecord record) {
        if (rules.prints(record)) {
            String line = format.line(record, LocalDateTime.now(ZoneId.systemDefault()), PID, PID);
            rings.computeIfAbsent(core, c -> new LogRing()).add(NlogFormat.cut(line));
        }
    }

    /** The ring of a core, oldest line first; its first line may have lost its beginning. */
    public String text(int core) {
        return Optional.ofNullable(rings.get(core)).map(LogRing::text).orElse("");
    }
}
