package io.nrt4j.loader.image;

/** Turns one slot of a program into the slots of the image. */
interface SlotTranslator {
    /**
     * Appends the translation of the slot at {@code point}, possibly nothing.
     *
     * @throws io.nrt4j.loader.diagnostics.LoadException if the runtime would refuse the slot
     */
    void translate(TranslationPoint point);

    /** Whether the translation of this slot is a choice of the emulator that no real image confirms. */
    boolean isSynthetic(TranslationPoint point);

    /** Copies every slot: the v1 dialect, whose loaded form is not known. */
    static SlotTranslator verbatim() {
        return new SlotTranslator() {
            @Override
            public void translate(TranslationPoint point) {
                point.emit(point.source());
            }

            @Override
            public boolean isSynthetic(TranslationPoint point) {
                return true;
            }
        };
    }
}
