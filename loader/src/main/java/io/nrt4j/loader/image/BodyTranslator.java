package io.nrt4j.loader.image;

import io.nrt4j.hal.isa.Generation;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.loader.image.CodeBlock.Label;
import io.nrt4j.loader.image.SourceProgram.SourceFunction;
import java.util.List;
import java.util.stream.Stream;

/**
 * Translates the slots of one engine's program: pseudo instructions become slots bound to this model, everything else
 * is copied bit for bit ({@code translate_pseudo_instrs_partial_v2}).
 *
 * <p>Source: image-assembly.md §5, §10, §11.
 */
final class BodyTranslator {
    private final SourceProgram program;
    private final SlotTranslator slots;
    private final ImageBuilder out;
    private final Label exit;
    private final Generation generation;
    private final List<Label> starts;

    /**
     * @param generation decides the layout of pseudo instructions
     * @param exit where the program's end goes; placed by the caller
     */
    BodyTranslator(SourceProgram program, SlotTranslator slots, ImageBuilder out, Label exit, Generation generation) {
        this.program = program;
        this.slots = slots;
        this.out = out;
        this.exit = exit;
        this.generation = generation;
        this.starts =
                Stream.generate(Label::new).limit(program.functions().size()).toList();
    }

    /** Appends the main program. */
    void translateMain() {
        translate(program.functions().get(0), PatchSection.MAIN);
    }

    /** Appends the functions, in the order of their ids. */
    void translateFunctions() {
        program.functions().stream().skip(1).forEach(f -> translate(f, PatchSection.FUNCTION));
    }

    private void translate(SourceFunction function, PatchSection section) {
        Label start = starts.get(function.id());
        out.place(start);
        BranchLabels labels = new BranchLabels(program, function, starts, exit);
        TranslationPoint point = new TranslationPoint(program, function, labels, out.code(), generation);
        for (int index = function.first(); index < function.end(); index++) {
            point.moveTo(index);
            int before = out.code().slots();
            slots.translate(point);
            out.translated(index, before, section, slots.isSynthetic(point));
        }
        if (function.id() > 0 && out.code().slots() > start.slot()) {
            out.code().or(start.slot(), Slot.DEBUG_HINT, 1);
        }
    }
}
