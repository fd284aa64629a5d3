package io.nrt4j.runtime.cli;

import java.io.PrintWriter;

/** One line on a terminal that says how far a long job is; nothing where there is no terminal. Thread-safe. */
final class ProgressBar implements AutoCloseable {
    private static final int WIDTH = 30;
    private static final int LABEL = 40;

    private final PrintWriter out;
    private final int total;
    private final boolean visible;
    private int done;

    private ProgressBar(PrintWriter out, int total, boolean visible) {
        this.out = out;
        this.total = total;
        this.visible = visible;
    }

    /** A bar of {@code total} steps on {@code out}, if the launcher found a terminal there. */
    static ProgressBar onTerminal(PrintWriter out, int total) {
        return new ProgressBar(out, total, Boolean.getBoolean("nrt4j.terminal"));
    }

    /** One more step is done. */
    synchronized void step(String label) {
        done++;
        if (visible) {
            int filled = WIDTH * done / Math.max(1, total);
            String tail = label.length() > LABEL ? "..." + label.substring(label.length() - LABEL + 3) : label;
            out.printf(
                    "\r[%s%s] %d/%d %-" + LABEL + "s",
                    "=".repeat(filled),
                    " ".repeat(WIDTH - filled),
                    done,
                    total,
                    tail);
            out.flush();
        }
    }

    /** Wipes the line. */
    @Override
    public synchronized void close() {
        if (visible) {
            out.print("\r\u001B[K");
            out.flush();
        }
    }
}
