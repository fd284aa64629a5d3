package io.nrt4j.hal.engine.machine;

import io.nrt4j.hal.engine.compute.ComputeDecoder;
import io.nrt4j.hal.engine.control.ControlDecoder;
import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.gpsimd.LibraryDecoder;
import io.nrt4j.hal.engine.sequencer.Operation;
import io.nrt4j.hal.engine.sequencer.OperationDecoder;
import io.nrt4j.hal.engine.sequencer.Sequencer;
import io.nrt4j.hal.engine.transfer.TransferDecoder;
import io.nrt4j.hal.isa.Generation;
import io.nrt4j.hal.isa.Instruction;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Slot;

/** Makes the operations of one core's slots. */
final class CoreDecoder implements OperationDecoder {
    private final Generation generation;
    private final ComputeDecoder compute;
    private final TransferDecoder transfer;
    private final LibraryDecoder libraries;

    CoreDecoder(Generation generation, ComputeDecoder compute, TransferDecoder transfer, LibraryDecoder libraries) {
        this.generation = generation;
        this.compute = compute;
        this.transfer = transfer;
        this.libraries = libraries;
    }

    @Override
    public Operation decode(Slot slot, Sequencer sequencer) {
        return generation == Generation.V1 ? TongaDecoder.decode(slot) : flat(slot, sequencer);
    }

    /** For the generations that share one namespace of opcodes, v2 to v5. */
    private Operation flat(Slot slot, Sequencer sequencer) {
        Opcode opcode = slot.opcode()
                .filter(o -> o.existsIn(generation))
                .orElseThrow(() -> new InstructionFaultException(
                        FaultKind.ILLEGAL_OPCODE,
                        "0x%02x is no opcode of %s".formatted(slot.opcodeCode(), generation.codeName())));
        if (opcode.isPseudo()) {
            throw new InstructionFaultException(
                    FaultKind.ILLEGAL_OPCODE, opcode + " is a pseudo instruction, which a loader replaces");
        }
        if (!opcode.engines().contains(sequencer.engine()) && opcode != Opcode.TENSOR_REDUCE_RANGE_CHECK) {
            throw new InstructionFaultException(FaultKind.ILLEGAL_OPCODE, opcode + " on engine " + sequencer.engine());
        }
        return libraries.decode(opcode, slot, sequencer).orElseGet(() -> ordinary(opcode, slot));
    }

    private Operation ordinary(Opcode opcode, Slot slot) {
        Instruction instruction = Instruction.decode(slot, generation);
        return compute.decode(instruction)
                .or(() -> ControlDecoder.decode(instruction))
                .or(() -> transfer.decode(instruction, slot))
                .orElseThrow(() -> new InstructionFaultException(
                        FaultKind.UNSUPPORTED_OPCODE, "the semantics of " + opcode + " are not known"));
    }
}
