package io.nrt4j.loader.image;

import io.netty.buffer.Unpooled;
import io.nrt4j.hal.isa.Events;
import io.nrt4j.hal.isa.Generation;
import io.nrt4j.hal.isa.Instruction;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Operands;
import io.nrt4j.hal.isa.PseudoOperands;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.loader.image.CodeBlock.DistanceField;
import io.nrt4j.loader.image.CodeBlock.Label;
import io.nrt4j.loader.image.SourceProgram.SourceFunction;
import java.util.Optional;

/** The slot that is being translated, with what surrounds it and the place where its translation goes. */
final class TranslationPoint {
    private final SourceProgram program;
    private final SourceFunction function;
    private final BranchLabels labels;
    private final CodeBlock out;
    private final Generation generation;
    private int index;
    private Slot source = new Slot();

    TranslationPoint(
            SourceProgram program, SourceFunction function, BranchLabels labels, CodeBlock out, Generation generation) {
        this.program = program;
        this.function = function;
        this.labels = labels;
        this.out = out;
        this.generation = generation;
    }

    void moveTo(int slotIndex) {
        index = slotIndex;
        source = program.slot(slotIndex);
    }

    /** Index of the slot in the program. */
    int index() {
        return index;
    }

    /** The slot; not to be written. */
    Slot source() {
        return source;
    }

    /** The operands of the slot, whose opcode the generation must define. */
    <T extends Operands> T operands(Class<T> layout) {
        return operands(source, layout);
    }

    /** The extension behind the slot, or empty if something else stands there. */
    Optional<PseudoOperands.Extension> extension() {
        return next().filter(n -> n.opcodeCode() == Opcode.PSEUDO_EXTENSION.code())
                .map(n -> operands(n, PseudoOperands.Extension.class));
    }

    /** The first slot of the function, which is FUNCTION_BEGIN in all but the main program. */
    Optional<PseudoOperands.FunctionBegin> functionBegin() {
        return function.id() == 0
                ? Optional.empty()
                : Optional.of(operands(program.slot(function.first()), PseudoOperands.FunctionBegin.class));
    }

    private <T extends Operands> T operands(Slot slot, Class<T> layout) {
        return layout.cast(Instruction.decode(slot, generation).operands());
    }

    /** A new slot that has the control and event bytes of this one. */
    Slot lowered(Opcode opcode, Operands operands) {
        Slot slot = Slot.at(Unpooled.wrappedBuffer(new byte[Slot.BYTES]), 0);
        Instruction.of(generation, opcode, Events.NONE, operands).encode(slot);
        return EventFields.copyControlAndEvents(source, slot);
    }

    /** A copy of the slot that may be changed. */
    Slot copy() {
        return Slot.at(Unpooled.wrappedBuffer(source.toBytes()), 0);
    }

    /** The slot behind, or empty at the end of the function. */
    Optional<Slot> next() {
        return index + 1 < function.end() ? Optional.of(program.slot(index + 1)) : Optional.empty();
    }

    /** The slot before, or empty at the start of the function. */
    Optional<Slot> previous() {
        return index > function.first() ? Optional.of(program.slot(index - 1)) : Optional.empty();
    }

    /** The function that the slot belongs to. */
    SourceFunction function() {
        return function;
    }

    BranchLabels labels() {
        return labels;
    }

    void emit(Slot slot) {
        out.add(slot);
    }

    void emit(Iterable<Slot> slots) {
        slots.forEach(out::add);
    }

    void emitBranch(Slot branch, Label target, DistanceField field) {
        out.addBranch(branch, target, field);
    }

    void place(Label label) {
        out.place(label);
    }
}
