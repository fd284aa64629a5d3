package io.nrt4j.loader.ucode;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What happens to the libraries that a NEFF brings along. Source: q7.md §0.1. */
public enum UcodeMode {
    /**
     * They are prelinked on the host and loaded into the pool cores: on SUNDA in the place of the firmware, which does
     * it there, elsewhere as an aid, since libnrt itself only checks their manifest.
     */
    PRELINK,
    /** As libnrt: staged as they are on SUNDA, checked and forgotten elsewhere. */
    FAITHFUL;

    /** The mode of its lower-case name. */
    public static Optional<UcodeMode> named(String text) {
        return Arrays.stream(values()).filter(m -> m.label().equals(text)).findFirst();
    }

    /** The lower-case name, such as {@code prelink}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
