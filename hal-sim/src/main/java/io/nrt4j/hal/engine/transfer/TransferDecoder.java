package io.nrt4j.hal.engine.transfer;

import io.netty.buffer.Unpooled;
import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.numeric.ElementCodec;
import io.nrt4j.hal.engine.numeric.ElementCodecs;
import io.nrt4j.hal.engine.operand.OnChipMemories;
import io.nrt4j.hal.engine.sequencer.Operation;
import io.nrt4j.hal.isa.DmaOperands;
import io.nrt4j.hal.isa.Dtype;
import io.nrt4j.hal.isa.Instruction;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.PseudoOperands;
import io.nrt4j.hal.isa.Slot;
import java.util.Optional;

/** Makes the operations of one core's DMA instructions. */
public final class TransferDecoder {
    private final OnChipMemories memories;
    private final ElementCodecs codecs;
    private final TransferUnits units;

    public TransferDecoder(OnChipMemories memories, ElementCodecs codecs, TransferUnits units) {
        this.memories = memories;
        this.codecs = codecs;
        this.units = units;
    }

    /** The operation of an instruction, or empty for one that is not known here. */
    public Optional<Operation> decode(Instruction instruction, Slot slot) {
        return Optional.ofNullable(
                switch (instruction.opcode()) {
                    case DMAMEMCPY -> new DynamicCopy((DmaOperands.Direct2d) instruction.operands(), units);
                    case DMA_INDIRECT -> new IndirectCopy((DmaOperands.Indirect1d) instruction.operands(), units);
                    case TENSOR_REDUCE_RANGE_CHECK -> rangeCheck(slot);
                    default -> null;
                });
    }

    /** The loader keeps the operands of the pseudo that the check came from. */
    private Operation rangeCheck(Slot slot) {
        Slot pseudo =
                Slot.at(Unpooled.wrappedBuffer(slot.toBytes()), 0).setU8(Slot.OPCODE, Opcode.PSEUDO_RANGE_CHECK.code());
        PseudoOperands.RangeCheck operands = (PseudoOperands.RangeCheck)
                Instruction.decode(pseudo, memories.generation()).operands();
        return new RangeCheck(operands, memories, codec(Dtype.UINT64), codec(Dtype.UINT8));
    }

    private ElementCodec codec(Dtype type) {
        return codecs.find(type).orElseThrow(() -> new InstructionFaultException(FaultKind.BAD_DTYPE, type.text()));
    }
}
