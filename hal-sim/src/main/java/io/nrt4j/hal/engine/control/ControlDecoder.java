package io.nrt4j.hal.engine.control;

import io.nrt4j.hal.engine.sequencer.Operation;
import io.nrt4j.hal.engine.sequencer.Sequencer;
import io.nrt4j.hal.isa.ControlOperands;
import io.nrt4j.hal.isa.Instruction;
import java.util.Optional;

/** Makes the operations of the control instructions. Source: isa-encodings.md §4, image-assembly.md §6, §14. */
public final class ControlDecoder {
    private ControlDecoder() {}

    /** The operation of an instruction, or empty for one that is not known here. */
    public static Optional<Operation> decode(Instruction instruction) {
        return Optional.ofNullable(
                switch (instruction.opcode()) {
                    // An in-order engine has nothing to drain, flush, reorder or prefetch.
                    case NOP,
                            DRAIN,
                            INSTRUCTION_FLUSH,
                            ENGINE_NOP,
                            EVENT_SEMAPHORE,
                            SET_ORDERING_MODE,
                            BRANCH_PREFETCH_HINT -> Operation.NOTHING;
                    case HALT -> Sequencer::halt;
                    case WRITE -> new RegisterWrite(operands(instruction, ControlOperands.Write.class));
                    case NOTIFY -> new Notify(operands(instruction, ControlOperands.Plain.class));
                    case MOVE -> new Move(operands(instruction, ControlOperands.Move.class));
                    case ALU_OP -> new RegisterArithmetic(operands(instruction, ControlOperands.AluRegister.class));
                    case COMPARE_BRANCH -> new Branch(operands(instruction, ControlOperands.CompareBranch.class));
                    case TENSOR_LOAD -> MemoryTransfer.load(operands(instruction, ControlOperands.Memory2d.class));
                    case TENSOR_STORE -> MemoryTransfer.store(operands(instruction, ControlOperands.Memory2d.class));
                    case EVENT_SEMAPHORE_RANGE_CLEAR ->
                        new RangeClear(operands(instruction, ControlOperands.RangeClear.class));
                    default -> null;
                });
    }

    private static <T> T operands(Instruction instruction, Class<T> type) {
        return type.cast(instruction.operands());
    }
}
