package io.nrt4j.hal.engine.machine;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.sequencer.Operation;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.isa.TongaInstruction;
import io.nrt4j.hal.isa.TongaOpcode;

/**
 * Makes the operations of v1 slots, a dialect of its own.
 *
 * <p>Names, events and most layouts of v1 are known; what a runtime makes of its programs is not, and no v1 program was
 * ever executed outside the chip (exec-corpus.md §7). So only what has no effect runs, and everything else faults by its
 * v1 name. Source: isa-encodings.md §7.1.
 */
final class TongaDecoder {
    private TongaDecoder() {}

    /** The operation of a slot; throws as {@link io.nrt4j.hal.engine.sequencer.OperationDecoder}. */
    static Operation decode(Slot slot) {
        TongaInstruction instruction = TongaInstruction.decode(slot);
        if (instruction.opcode() == TongaOpcode.NOP) {
            return Operation.NOTHING;
        }
        throw new InstructionFaultException(
                FaultKind.UNSUPPORTED_OPCODE, "the semantics of v1's " + instruction.opcode() + " are not known");
    }
}
