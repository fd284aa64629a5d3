package io.nrt4j.hal.isa;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Instructions as text, in the format of the vendor's profiler where a profile shows it.
 *
 * <p>A line is {@code MNEMONIC waits updates operands}, with single spaces. Bytes that no field names end the line
 * as {@code ?46=0x1}. Source: isa.md §10.
 */
public final class Disassembler {
    private static final Map<Class<? extends Operands>, Printer<Operands>> PRINTERS = new HashMap<>();

    static {
        on(PeOperands.LoadWeights.class, ComputeText::loadWeights);
        on(PeOperands.MatMul.class, ComputeText::matMul);
        on(ActOperands.Activate.class, ComputeText::activate);
        on(VectorOperands.TensorReduce.class, ComputeText::tensorReduce);
        on(VectorOperands.TensorScalar.class, ComputeText::tensorScalar);
        on(VectorOperands.TensorTensor.class, ComputeText::tensorTensor);
        on(VectorOperands.Memset.class, ComputeText::memset);
        on(ControlOperands.Plain.class, ControlText::plain);
        on(ControlOperands.EventSemaphore.class, ControlText::eventSemaphore);
        on(ControlOperands.SetOrderingMode.class, ControlText::setOrderingMode);
        on(ControlOperands.Write.class, ControlText::write);
        on(ControlOperands.CompareBranch.class, ControlText::compareBranch);
        on(ControlOperands.Memory2d.class, ControlText::memory2d);
        on(ControlOperands.RangeClear.class, ControlText::rangeClear);
        on(ControlOperands.Move.class, ControlText::move);
        on(ControlOperands.AluRegister.class, ControlText::aluRegister);
        on(DmaOperands.Direct2d.class, DmaText::direct2d);
        on(PseudoOperands.DmaTrigger.class, DmaText::trigger);
        on(PseudoOperands.TriggerCollective.class, DmaText::triggerCollective);
        on(PseudoOperands.TriggerCollective2.class, DmaText::triggerCollective2);
        on(PseudoOperands.PseudoMemory2d.class, ControlText::pseudoMemory2d);
        on(PseudoOperands.BranchLabel.class, (slot, o, text) -> text.put("label_id", o.label()));
    }

    private final Generation generation;
    private final SemaphoreNames semaphores;
    private final VariableNames variables;

    /** A disassembler for slots of one generation. */
    public Disassembler(Generation generation, SemaphoreNames semaphores, VariableNames variables) {
        this.generation = generation;
        this.semaphores = semaphores;
        this.variables = variables;
    }

    /** Prints one kind of operands. */
    @FunctionalInterface
    private interface Printer<T extends Operands> {
        void print(Instruction slot, T operands, SlotText text);
    }

    private static <T extends Operands> void on(Class<T> type, Printer<T> printer) {
        PRINTERS.put(type, (slot, operands, text) -> printer.print(slot, type.cast(operands), text));
    }

    /**
     * One disassembled slot.
     *
     * @param mnemonic the instruction's name, or {@code UNKNOWN_0x50} for a code that the generation does not define
     * @param operands everything else; hex words for an unknown code
     */
    public record Line(String mnemonic, String operands) {
        /** Both, with a space between them. */
        public String text() {
            return operands.isEmpty() ? mnemonic : mnemonic + " " + operands;
        }
    }

    /** Disassembles a slot that follows no other. */
    public Line disassemble(Slot slot) {
        return disassemble(slot, Optional.empty());
    }

    /**
     * Disassembles a slot.
     *
     * @param previous opcode of the slot before it, which decides what an extension means
     */
    public Line disassemble(Slot slot, Optional<Opcode> previous) {
        DecodedSlot decoded;
        try {
            decoded = DecodedSlot.decode(slot, generation);
        } catch (BadInstructionException undefinedOpcode) {
            return new Line("UNKNOWN_0x%02x".formatted(slot.opcodeCode()), hex(slot));
        }
        return new Line(decoded.mnemonic(), operands(decoded, previous));
    }

    /** The operands of a decoded slot. */
    public String operands(DecodedSlot decoded, Optional<Opcode> previous) {
        SlotText text = new SlotText(generation, semaphores, variables);
        if (decoded instanceof Instruction instruction) {
            append(instruction, previous, text);
        } else if (decoded instanceof TongaInstruction instruction) {
            append(instruction, text);
        }
        return text.word(decoded.unknown().toString()).toString();
    }

    private static void append(Instruction slot, Optional<Opcode> previous, SlotText text) {
        text.semaphoreWait(slot.events())
                .semaphoreUpdate(slot.events(), slot.events().value());
        if (slot.operands() instanceof PseudoOperands.Extension extension) {
            if (previous.filter(o -> o == Opcode.PSEUDO_TRIGGER_COLLECTIVE2).isPresent()) {
                DmaText.extension(extension.ofCollective(), text);
            } else {
                DmaText.extension(extension.ofDma(), text);
            }
            return;
        }
        Printer<Operands> printer = PRINTERS.get(slot.operands().getClass());
        if (printer == null) {
            FieldText.append(slot, text);
        } else {
            printer.print(slot, slot.operands(), text);
        }
        if ((slot.debugCommand() & 0x3) != 0) {
            text.put("trace", SlotText.constant(FieldType.TRACE_MODE, slot.debugCommand() & 0x3));
        }
        text.putUnlessZero("debugHint", slot.debugHint());
    }

    private static void append(TongaInstruction slot, SlotText text) {
        TongaEvents events = slot.events();
        if (events.waitMode() != 0) {
            text.word("$E[%d]==1%s"
                    .formatted(events.waitIndex(), events.waitMode() == TongaEvents.SET_THEN_CLEAR ? "-" : ""));
        }
        if (events.setMode() != 0) {
            text.word("$E[%d]+@%s".formatted(events.setIndex(), setMoment(events.setMode())));
        }
        FieldText.append(slot, text);
    }

    private static String setMoment(int setMode) {
        return switch (setMode) {
            case 1 -> "read";
            case 2 -> "write";
            case 3 -> "complete";
            default -> "0x" + Integer.toHexString(setMode);
        };
    }

    private static String hex(Slot slot) {
        return Bytes.of(slot.toBytes()).toString();
    }
}
