package io.nrt4j.runtime.cli;

import java.io.PrintWriter;
import java.util.Locale;

/**
 * One line on a terminal that says how far a long execution is. How many steps a program takes is not known before its
 * end, so it counts.
 */
final class RunProgress implements AutoCloseable {
    private static final long PATIENCE = 1_000_000_000L;
    private static final long INTERVAL = 200_000_000L;

    private final PrintWriter out;
    private final boolean visible;
    private final long start = System.nanoTime();
    private long next = start + PATIENCE;
    private boolean shown;

    /** Nothing is shown where the launcher found no terminal. */
    RunProgress(PrintWriter out) {
        this.out = out;
        this.visible = Boolean.getBoolean("nrt4j.terminal");
    }

    /** So many steps are done. */
    void steps(long steps) {
        long now = System.nanoTime();
        if (visible && now - next >= 0) {
            next = now + INTERVAL;
            shown = true;
            out.print(String.format(Locale.ROOT, "\r%,d steps in %.1f s ", steps, (now - start) / 1e9));
            out.flush();
        }
    }

    /** Wipes the line. */
    @Override
    public void close() {
        if (shown) {
            out.print("\r\u001B[K");
            out.flush();
        }
    }
}
