package io.nrt4j.runtime.cli;

import io.netty.util.internal.logging.InternalLoggerFactory;
import io.netty.util.internal.logging.JdkLoggerFactory;

/**
 * Keeps what libraries log off standard output, and out of the way of a fast start.
 *
 * <p>Of the command line only: an application that embeds the runtime configures SLF4J as it likes.
 */
final class LibraryLogging {
    private LibraryLogging() {}

    /** To be called before any class of a library is used. */
    static void install() {
        System.setProperty("logback.configurationFile", "io/nrt4j/runtime/cli/logback-cli.xml");
        // Netty logs while it starts; through SLF4J that would load and configure Logback, for nothing.
        InternalLoggerFactory.setDefaultFactory(JdkLoggerFactory.INSTANCE);
    }
}
