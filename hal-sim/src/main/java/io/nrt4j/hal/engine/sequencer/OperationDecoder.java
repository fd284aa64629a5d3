package io.nrt4j.hal.engine.sequencer;

import io.nrt4j.hal.isa.Slot;

/** Makes the operation of a slot. */
@FunctionalInterface
public interface OperationDecoder {
    /**
     * The operation that a slot asks of an engine.
     *
     * @param slot the slot; not kept
     * @param sequencer the engine that will run it
     * @throws io.nrt4j.hal.engine.fault.InstructionFaultException for an opcode or operands that cannot be run
     * @throws io.nrt4j.hal.isa.BadInstructionException for fields that are not defined
     */
    Operation decode(Slot slot, Sequencer sequencer);
}
