package io.nrt4j.hal.engine.sequencer;

/**
 * What a slot does between its wait and its update, with its operands bound to one core.
 *
 * <p>Operations are made once per slot and run as often as the program counter comes by.
 */
@FunctionalInterface
public interface Operation {
    /** Does nothing: the slot has events only. */
    Operation NOTHING = sequencer -> {};

    /**
     * Carries the operation out.
     *
     * @throws io.nrt4j.hal.engine.fault.InstructionFaultException where it cannot be
     */
    void execute(Sequencer sequencer);
}
