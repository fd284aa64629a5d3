package io.nrt4j.loader.profile;

import io.nrt4j.loader.diagnostics.LogMessage;
import java.util.Optional;

/**
 * What a given version of the runtime accepts and how it words its refusals.
 *
 * <p>A load is judged by one profile from end to end. Source: container.md §13, errors.md §1.1, §3 and §4,
 * image-assembly.md §0.
 *
 * @param version the version that is imitated
 * @param gate which NEFF versions and feature bits it loads
 * @param stageGraphFunction the function that prints {@code Failed to stage graph: %s to NeuronCore}
 * @param loadFunction the function that prints {@code Failed to load NN: %s, err: %d}
 * @param timestampDigits digits of the fraction in a console line's timestamp
 */
public record RuntimeProfile(
        RuntimeVersion version, VersionGate gate, String stageGraphFunction, String loadFunction, int timestampDigits) {

    /** The version whose behaviour the sheets describe. */
    public static final RuntimeProfile DEFAULT = of(new RuntimeVersion(2, 31, 24, 0));

    /** The profile of a version written as {@code 2.31.24.0}, {@code 2.19} or {@code 1}; empty for any other text. */
    public static Optional<RuntimeProfile> named(String text) {
        return RuntimeVersion.parse(text).map(RuntimeProfile::of);
    }

    /** The profile of {@code version}: the newest known behaviour that is not newer than it. */
    public static RuntimeProfile of(RuntimeVersion version) {
        return new RuntimeProfile(
                version,
                VersionGate.of(version),
                stageGraphFunction(version),
                version.isBefore(2, 0) ? "kmgr_load_nn" : "kmgr_load_nn_post_metrics",
                version.isBefore(2, 16) ? 4 : 6);
    }

    /** The image recipe for cayman and later chips. */
    public ImageProfile caymanImages() {
        return version.isBefore(2, 30) ? ImageProfile.P227 : ImageProfile.P230;
    }

    /** The image recipe for sunda. */
    public ImageProfile sundaImages() {
        return version.isBefore(2, 25) ? ImageProfile.P223 : ImageProfile.P225;
    }

    /** Whether sunda images have the additions seen in 2.23.110. Source: image-assembly.md §9.1. */
    public boolean hasSunda23110Additions() {
        return sundaImages() == ImageProfile.P223 && version.compareTo(new RuntimeVersion(2, 23, 110, 0)) >= 0;
    }

    /** The same text under the function name that this version prints it with. */
    public LogMessage stageGraph(LogMessage message) {
        return message.in(message.module(), stageGraphFunction);
    }

    private static String stageGraphFunction(RuntimeVersion version) {
        if (version.isBefore(2, 21)) {
            return "stage_kelf_models";
        }
        return version.isBefore(2, 30) ? "kmgr_load_nn_internal_v2" : "kmgr_load_nn_nc";
    }
}
