package io.nrt4j.hal.engine.machine;

/**
 * Runs programs that lie on a device.
 *
 * <p>The one method is all that a faster engine has to provide in place of the interpreter.
 */
@FunctionalInterface
public interface Machine {
    /**
     * Runs until every engine of every core has finished the inference that it is about to start, or has started.
     *
     * @throws io.nrt4j.hal.engine.fault.MachineFaultException if a program does what it must not do
     * @throws DeadlockException if nothing can go on
     * @throws WatchdogException if the limit is reached
     */
    RunResult run(RunLimits limits);
}
