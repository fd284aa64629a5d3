package io.nrt4j.loader;

import io.nrt4j.loader.archive.ArchiveOptions;
import io.nrt4j.loader.container.ContainerOptions;
import io.nrt4j.loader.container.HashCheck;
import io.nrt4j.loader.image.CollectiveOptions;
import io.nrt4j.loader.manifest.Fp8Overrides;
import io.nrt4j.loader.profile.RuntimeProfile;
import io.nrt4j.loader.ucode.UcodeOptions;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How one NEFF is loaded. What the real runtime reads from its environment comes in here as plain values.
 *
 * @param profile the version of the runtime that is imitated
 * @param hashCheck whether and how the header's digest is compared ({@code NEURON_RT_VALIDATE_HASH})
 * @param archive limits and name handling of the archive reader
 * @param allowLegacyNeff lets another architecture and a missing state-buffer reservation pass
 *     ({@code NEURON_RT_ALLOW_LEGACY_NEFF})
 * @param strict refuses what the runtime tolerates and only lint reports otherwise
 * @param ucode how GPSIMD libraries are treated
 * @param collectives the place among the ranks of a job
 * @param fp8 what replaces the values of {@code fp8_conversion_config} ({@code NEURON_RT_DBG_FP8_*})
 * @param sharesWeights whether instances of a model on cores of one HBM share one copy of its weights
 *     ({@code NEURON_RT_MULTI_INSTANCE_SHARED_WEIGHTS})
 * @param memoryTables where the memory table of an allocation that failed is also written
 *     ({@code NEURON_RT_OOM_DUMP_DIRECTORY}); empty for nowhere
 */
public record LoadOptions(
        RuntimeProfile profile,
        HashCheck hashCheck,
        ArchiveOptions archive,
        boolean allowLegacyNeff,
        boolean strict,
        UcodeOptions ucode,
        CollectiveOptions collectives,
        Fp8Overrides fp8,
        boolean sharesWeights,
        Optional<Path> memoryTables) {
    /** The newest known runtime in an empty environment. */
    public static final LoadOptions DEFAULT = new LoadOptions(
            RuntimeProfile.DEFAULT,
            HashCheck.OFF,
            ArchiveOptions.DEFAULT,
            false,
            false,
            UcodeOptions.defaults(),
            CollectiveOptions.SINGLE,
            Fp8Overrides.NONE,
            false,
            Optional.empty());

    /** How the file is opened. */
    public ContainerOptions containerOptions() {
        return new ContainerOptions(profile, hashCheck);
    }

    public LoadOptions withProfile(RuntimeProfile newProfile) {
        return new LoadOptions(
                newProfile,
                hashCheck,
                archive,
                allowLegacyNeff,
                strict,
                ucode,
                collectives,
                fp8,
                sharesWeights,
                memoryTables);
    }

    public LoadOptions withHashCheck(HashCheck check) {
        return new LoadOptions(
                profile, check, archive, allowLegacyNeff, strict, ucode, collectives, fp8, sharesWeights, memoryTables);
    }

    public LoadOptions withArchive(ArchiveOptions options) {
        return new LoadOptions(
                profile,
                hashCheck,
                options,
                allowLegacyNeff,
                strict,
                ucode,
                collectives,
                fp8,
                sharesWeights,
                memoryTables);
    }

    public LoadOptions withAllowLegacyNeff(boolean allow) {
        return new LoadOptions(
                profile, hashCheck, archive, allow, strict, ucode, collectives, fp8, sharesWeights, memoryTables);
    }

    public LoadOptions withStrict(boolean on) {
        return new LoadOptions(
                profile, hashCheck, archive, allowLegacyNeff, on, ucode, collectives, fp8, sharesWeights, memoryTables);
    }

    public LoadOptions withUcode(UcodeOptions options) {
        return new LoadOptions(
                profile,
                hashCheck,
                archive,
                allowLegacyNeff,
                strict,
                options,
                collectives,
                fp8,
                sharesWeights,
                memoryTables);
    }

    public LoadOptions withCollectives(CollectiveOptions options) {
        return new LoadOptions(
                profile, hashCheck, archive, allowLegacyNeff, strict, ucode, options, fp8, sharesWeights, memoryTables);
    }

    public LoadOptions withFp8(Fp8Overrides overrides) {
        return new LoadOptions(
                profile,
                hashCheck,
                archive,
                allowLegacyNeff,
                strict,
                ucode,
                collectives,
                overrides,
                sharesWeights,
                memoryTables);
    }

    public LoadOptions withSharesWeights(boolean shares) {
        return new LoadOptions(
                profile, hashCheck, archive, allowLegacyNeff, strict, ucode, collectives, fp8, shares, memoryTables);
    }

    public LoadOptions withMemoryTables(Optional<Path> directory) {
        return new LoadOptions(
                profile,
                hashCheck,
                archive,
                allowLegacyNeff,
                strict,
                ucode,
                collectives,
                fp8,
                sharesWeights,
                directory);
    }
}
