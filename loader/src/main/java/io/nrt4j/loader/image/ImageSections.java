package io.nrt4j.loader.image;

/**
 * Where the parts of an image begin; all numbers are slot indices.
 *
 * <p>The parts follow each other: MODEL_SWITCH and request part (together the section PREAMBLE), MAIN, POSTAMBLE,
 * FUNCTION. Source: image-assembly.md §5.
 *
 * @param programStart end of the MODEL_SWITCH block: where inferences after the first enter
 * @param mainStart first slot of the program
 * @param mainEnd slot behind the program: first of the postamble
 * @param functionsStart slot behind the postamble: first of the functions
 * @param end slot behind the image
 */
public record ImageSections(int programStart, int mainStart, int mainEnd, int functionsStart, int end) {
    /** Whether a slot belongs to a section. */
    public boolean isIn(PatchSection section, int slot) {
        return slot >= start(section) && slot < end(section);
    }

    /** The section of a slot of the image. */
    public PatchSection of(int slot) {
        if (slot < mainStart) {
            return PatchSection.PREAMBLE;
        }
        if (slot < mainEnd) {
            return PatchSection.MAIN;
        }
        return slot < functionsStart ? PatchSection.POSTAMBLE : PatchSection.FUNCTION;
    }

    /** First slot of a section. */
    public int start(PatchSection section) {
        return switch (section) {
            case PREAMBLE -> 0;
            case MAIN -> mainStart;
            case POSTAMBLE -> mainEnd;
            case FUNCTION -> functionsStart;
        };
    }

    /** Slot behind a section. */
    public int end(PatchSection section) {
        return switch (section) {
            case PREAMBLE -> mainStart;
            case MAIN -> mainEnd;
            case POSTAMBLE -> functionsStart;
            case FUNCTION -> end;
        };
    }

    /** Number of slots of a section. */
    public int size(PatchSection section) {
        return end(section) - start(section);
    }
}
