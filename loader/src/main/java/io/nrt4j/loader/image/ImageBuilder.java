package io.nrt4j.loader.image;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.loader.image.CodeBlock.Label;
import java.util.List;

/** One engine's image while it grows, with its patch table. */
final class ImageBuilder {
    private final EngineType engine;
    private final CodeBlock code = new CodeBlock();
    private final PatchTable.Builder patches = new PatchTable.Builder();
    private final SlotOrigins.Builder origins = new SlotOrigins.Builder();
    private int regionStart;

    ImageBuilder(EngineType engine) {
        this.engine = engine;
    }

    CodeBlock code() {
        return code;
    }

    PatchTable patches() {
        return patches.build();
    }

    SlotOrigins origins() {
        return origins.build(code.slots());
    }

    ImageBuilder add(Slot slot) {
        code.add(slot);
        return this;
    }

    ImageBuilder addAll(List<Slot> slots) {
        code.addAll(slots);
        return this;
    }

    /** The five-engine barrier. */
    ImageBuilder barrier() {
        return addAll(RippleBarrier.of(engine));
    }

    /** Appends a branch on a zero register. */
    ImageBuilder branchIfZero(int register, Label target) {
        code.addBranch(RuntimeSlots.branchIfZero(register), target);
        return this;
    }

    /** Appends a branch that is always taken. */
    ImageBuilder jump(Label target) {
        code.addBranch(RuntimeSlots.branch(), target);
        return this;
    }

    ImageBuilder place(Label label) {
        code.place(label);
        return this;
    }

    /**
     * Records that a slot of the NEFF was translated.
     *
     * @param source index of the slot in the program
     * @param before slots of the image before its translation
     * @param section MAIN or FUNCTION
     * @param isSynthetic whether the translation is a choice of the emulator that no real image confirms
     */
    void translated(int source, int before, PatchSection section, boolean isSynthetic) {
        int count = code.slots() - before;
        patches.expansion(before, count, section);
        origins.add(before, count, source, isSynthetic);
    }

    /** Starts a region of inserted slots here. */
    void beginRegion() {
        regionStart = code.slots();
    }

    /** Records everything since the last region as inserted, and starts the next one. Source: image-assembly.md §12.2. */
    void endRegion(PatchSection section) {
        patches.insert(regionStart, code.slots() - regionStart, section);
        beginRegion();
    }
}
