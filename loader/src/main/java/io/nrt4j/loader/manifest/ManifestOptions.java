package io.nrt4j.loader.manifest;

import io.nrt4j.hal.Arch;

/**
 * How the manifests are read.
 *
 * @param instanceArch the architecture of the instance that loads
 * @param allowLegacyNeff {@code NEURON_RT_ALLOW_LEGACY_NEFF=1}: lets another architecture and a missing state-buffer
 *     reservation pass
 * @param modelName the name in the NEFF header, for the log
 * @param strict refuses what only lint reports otherwise: a semaphore set of another length than its queue set
 * @param maxJsonMemory most bytes that the JSON documents of the NEFF together may take in parsed form
 * @param fp8Overrides the {@code NEURON_RT_DBG_*} variables for 8-bit floats
 * @param ucode what the ucode stage does when the parser meets a library
 * @param listener hears how far the parser is
 */
public record ManifestOptions(
        Arch instanceArch,
        boolean allowLegacyNeff,
        String modelName,
        boolean strict,
        long maxJsonMemory,
        Fp8Overrides fp8Overrides,
        UcodeLibraryStep ucode,
        ManifestListener listener) {
    /** Options of a plain load on an instance of {@code instanceArch}. */
    public static ManifestOptions forArch(Arch instanceArch) {
        return new ManifestOptions(
                instanceArch,
                false,
                "",
                false,
                defaultJsonMemory(),
                Fp8Overrides.NONE,
                (reference, directory, members, nlog) -> {},
                new ManifestListener() {});
    }

    /** The same with or without {@code NEURON_RT_ALLOW_LEGACY_NEFF=1}. */
    public ManifestOptions withAllowLegacyNeff(boolean allow) {
        return new ManifestOptions(
                instanceArch, allow, modelName, strict, maxJsonMemory, fp8Overrides, ucode, listener);
    }

    /** The same for a NEFF of this name. */
    public ManifestOptions withModelName(String name) {
        return new ManifestOptions(
                instanceArch, allowLegacyNeff, name, strict, maxJsonMemory, fp8Overrides, ucode, listener);
    }

    /** The same with strict checks or without. */
    public ManifestOptions withStrict(boolean on) {
        return new ManifestOptions(
                instanceArch, allowLegacyNeff, modelName, on, maxJsonMemory, fp8Overrides, ucode, listener);
    }

    /** The same with another limit on parsed documents, in bytes. */
    public ManifestOptions withMaxJsonMemory(long bytes) {
        return new ManifestOptions(
                instanceArch, allowLegacyNeff, modelName, strict, bytes, fp8Overrides, ucode, listener);
    }

    /** The same with values of the environment for 8-bit floats. */
    public ManifestOptions withFp8Overrides(Fp8Overrides overrides) {
        return new ManifestOptions(
                instanceArch, allowLegacyNeff, modelName, strict, maxJsonMemory, overrides, ucode, listener);
    }

    /** The same with a ucode stage. */
    public ManifestOptions withUcode(UcodeLibraryStep step) {
        return new ManifestOptions(
                instanceArch, allowLegacyNeff, modelName, strict, maxJsonMemory, fp8Overrides, step, listener);
    }

    /** The same with a listener. */
    public ManifestOptions withListener(ManifestListener newListener) {
        return new ManifestOptions(
                instanceArch, allowLegacyNeff, modelName, strict, maxJsonMemory, fp8Overrides, ucode, newListener);
    }

    /**
     * An eighth of the heap, as the records made of a document take at most a few times its parsed form: hostile documents
     * end in an error, never in an exhausted heap.
     */
    public static long defaultJsonMemory() {
        return Runtime.getRuntime().maxMemory() / 8;
    }
}
