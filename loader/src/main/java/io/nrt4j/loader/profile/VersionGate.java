package io.nrt4j.loader.profile;

import io.nrt4j.loader.diagnostics.LogMessage;

/**
 * The NEFF versions and feature bits that a version of the runtime loads, and its words when it does not.
 *
 * <p>Between 2.20 and 2.31.24 no ceiling or mask was ever published, while profiles of 2.23 to 2.30 show those
 * versions running files with bits that 2.19.5 refuses; so from 2.20 on the values of 2.31.24 hold. Source:
 * container.md §13, errors.md §4.
 *
 * @param maxMajor highest accepted major version
 * @param maxMinor highest accepted minor version of {@code maxMajor}; compared only by {@link Wording#NRTD}
 * @param supportedFeatures feature bits that are known; bit 63 is never tested
 * @param wording the texts of a refusal
 */
public record VersionGate(int maxMajor, int maxMinor, long supportedFeatures, Wording wording) {
    private static final String MODULE = "NEFF";
    private static final String FUNCTION = "neff_parse";
    /** Bit 63 takes no part in the test of any version. */
    private static final long TESTED_FEATURES = Long.MAX_VALUE;

    private static final LogMessage VERSION_MISMATCH =
            LogMessage.error(MODULE, FUNCTION, "NEFF version mismatch supported: %u.%u received: %lu.%lu");
    private static final LogMessage VERSION_NOT_SUPPORTED = LogMessage.error(
            MODULE, FUNCTION, "NEFF version: %lu.%lu is not supported, accepted version range: %u.x-%u.x");
    private static final LogMessage FEATURES_NOT_SUPPORTED = LogMessage.error(
            MODULE, FUNCTION, "NEFF version: %lu.%lu, features: 0x%lx are not supported.  Currently supporting: 0x%lx");
    private static final LogMessage FEATURES_UNSUPPORTED_MAP = LogMessage.error(
            MODULE,
            FUNCTION,
            "NEFF version %lu.%lu uses unsupported features: [0x%lx]. Neuron Runtime NEFF supported features map:"
                    + " [0x%lx]. Please update the aws-neuronx-runtime-lib package");
    private static final LogMessage FEATURES_NEWER_COMPILER = LogMessage.error(
            MODULE,
            FUNCTION,
            "This NEFF (version: %lu.%lu, features: 0x%lx) has been compiled by a newer version of Neuron compiler."
                    + " Features supported by this Neuron Runtime: 0x%lx. Please update the aws-neuronx-runtime-lib"
                    + " package to the latest version.");

    /** The generations of the refusal texts. */
    public enum Wording {
        /** neuron-rtd, the daemon of the first runtime: a ceiling of 1.1 and no feature bits. */
        NRTD,
        /** libnrt before 2.19. */
        NOT_SUPPORTED,
        /** libnrt 2.19.5. */
        UNSUPPORTED_MAP,
        /** libnrt 2.31.24. */
        NEWER_COMPILER
    }

    static VersionGate of(RuntimeVersion version) {
        if (version.isBefore(2, 0)) {
            return new VersionGate(1, 1, 0, Wording.NRTD);
        }
        if (version.isBefore(2, 16)) {
            return new VersionGate(2, 0, 0x8000_0000_0000_001FL, Wording.NOT_SUPPORTED);
        }
        if (version.isBefore(2, 19)) {
            return new VersionGate(2, 0, 0x8000_0000_0000_00FFL, Wording.NOT_SUPPORTED);
        }
        if (version.isBefore(2, 20)) {
            return new VersionGate(2, 0, 0x1FF, Wording.UNSUPPORTED_MAP);
        }
        return new VersionGate(2, 0, 0x7FF_FFFF, Wording.NEWER_COMPILER);
    }

    /** Whether a NEFF of this version is refused whatever its features are; the numbers are unsigned. */
    public boolean refusesVersion(long major, long minor) {
        int byMajor = Long.compareUnsigned(major, maxMajor);
        return byMajor > 0 || (wording == Wording.NRTD && byMajor == 0 && Long.compareUnsigned(minor, maxMinor) > 0);
    }

    /** The feature bits that make this runtime refuse a NEFF of {@code major}; 0 when it loads. */
    public long refusedFeatures(long major, long featureBits) {
        return major == 2 ? featureBits & ~supportedFeatures & TESTED_FEATURES : 0;
    }

    /** The text of a refused version; its arguments are {@link #versionArguments}. */
    public LogMessage versionMessage() {
        return wording == Wording.NRTD ? VERSION_MISMATCH : VERSION_NOT_SUPPORTED;
    }

    /** The arguments of {@link #versionMessage()} for a NEFF of this version. */
    public Object[] versionArguments(long major, long minor) {
        return wording == Wording.NRTD
                ? new Object[] {maxMajor, maxMinor, major, minor}
                : new Object[] {major, minor, 0, maxMajor};
    }

    /**
     * The text of a refused feature bit; arguments: major, minor, the offending bits, the supported bits, all 64-bit.
     */
    public LogMessage featuresMessage() {
        return switch (wording) {
            case NRTD, NOT_SUPPORTED -> FEATURES_NOT_SUPPORTED;
            case UNSUPPORTED_MAP -> FEATURES_UNSUPPORTED_MAP;
            case NEWER_COMPILER -> FEATURES_NEWER_COMPILER;
        };
    }
}
