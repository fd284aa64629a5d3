package io.nrt4j.hal.q7;

/** The behaviour of a library function, in Java: what its Xtensa code would do. */
@FunctionalInterface
public interface PoolFunction {
    /**
     * Executes one instruction, on behalf of all cores that run the library.
     *
     * @param call the instruction and the memories it may use
     */
    void run(PoolCall call);
}
