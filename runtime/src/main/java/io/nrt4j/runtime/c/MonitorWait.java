package io.nrt4j.runtime.c;

import java.util.function.BooleanSupplier;

/** Waits on the monitor of an object. They go on through interrupts, as those of the real library do. */
final class MonitorWait {
    private MonitorWait() {}

    /** Waits until a condition holds that changes only where the monitor is notified. */
    static void until(Object monitor, BooleanSupplier condition) {
        boolean interrupted = false;
        synchronized (monitor) {
            while (!condition.getAsBoolean()) {
                try {
                    monitor.wait();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
