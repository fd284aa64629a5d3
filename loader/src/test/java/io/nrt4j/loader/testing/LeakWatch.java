package io.nrt4j.loader.testing;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/**
 * Fails a test after which Netty's leak detector reports a buffer that was never released.
 *
 * <p>The detector reports when it tracks a new buffer after a collection, so both are brought about here.
 */
public final class LeakWatch implements BeforeEachCallback, AfterEachCallback {
    private static final Logger DETECTOR = (Logger) LoggerFactory.getLogger(ResourceLeakDetector.class);
    private static final int COLLECTIONS = 3;

    private final ListAppender<ILoggingEvent> reports = new ListAppender<>();

    @Override
    public void beforeEach(ExtensionContext context) {
        reports.list.clear();
        reports.start();
        DETECTOR.addAppender(reports);
    }

    @Override
    public void afterEach(ExtensionContext context) throws InterruptedException {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
            Thread.sleep(50);
            for (int j = 0; j < 64; j++) {
                ByteBufAllocator.DEFAULT.directBuffer(16).release();
            }
        }
        DETECTOR.detachAppender(reports);
        assertThat(reports.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .filteredOn(m -> m.startsWith("LEAK"))
                .isEmpty();
    }
}
