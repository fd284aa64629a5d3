package io.nrt4j.runtime.c;

import org.jspecify.annotations.Nullable;

/** Options of {@code nrt_profile_continuous_start}. Source: nrt-api.md §4.9. */
public final class NrtContinuousProfile {
    private volatile String outputDirectory = "./output";

    NrtContinuousProfile() {}

    /** Where recordings would go. */
    public String outputDirectory() {
        return outputDirectory;
    }

    void setOutputDirectory(@Nullable String directory) {
        outputDirectory = Library.require(directory);
    }
}
