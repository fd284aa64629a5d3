package io.nrt4j.runtime.log;

import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.LogSink;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes records on to SLF4J: one logger for each module, such as {@code nrt.TDRV}, so that an application filters and
 * formats them as it does with its own.
 */
public final class Slf4jLog implements LogSink {
    private static final String PREFIX = "nrt.";

    @Override
    public void accept(LogRecord record) {
        Logger logger = LoggerFactory.getLogger(PREFIX + record.module());
        String function = record.function();
        String message = record.message();
        switch (record.level()) {
            case ERROR -> logger.error("{}: {}", function, message);
            case WARN -> logger.warn("{}: {}", function, message);
            case INFO -> logger.info("{}: {}", function, message);
            case DEBUG -> logger.debug("{}: {}", function, message);
            case TRACE -> logger.trace("{}: {}", function, message);
            case DISABLED -> {}
        }
    }
}
