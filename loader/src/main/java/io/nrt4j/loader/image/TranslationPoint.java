package io.nrt4j.loader.image;

import io.netty.buffer.Unpooled;
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
    private int index;
    private Slot source = new Slot();

    TranslationPoint(SourceProgram program, SourceFunction function, BranchLabels labels, CodeBlock out) {
        this.program = program;
        this.function = function;
        this.labels = labels;
        this.out = out;
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

    /** The first slot of the function: FUNCTION_BEGIN, in the main program anything. */
    Slot functionBegin() {
        return program.slot(function.first());
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
