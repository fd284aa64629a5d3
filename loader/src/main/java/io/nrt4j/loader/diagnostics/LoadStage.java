package io.nrt4j.loader.diagnostics;

import java.util.Locale;

/** The stages of a load, in order; the command line prints their lower-case names. */
public enum LoadStage {
    CONTAINER,
    ARCHIVE,
    MANIFEST,
    VARIABLES,
    IMAGES,
    UCODE,
    STAGE;

    /** The name in reports, such as {@code container}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
