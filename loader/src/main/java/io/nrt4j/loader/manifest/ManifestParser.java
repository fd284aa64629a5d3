package io.nrt4j.loader.manifest;

import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;

/** The manifest stage: member table to {@link Manifest}. */
public final class ManifestParser {
    static final LogMessage NEFF_JSON_MISSING =
            LogMessage.error("NMGR", "kmgr_load_nn_nc", "Invalid NN: %s, neff.json is missing");

    private ManifestParser() {}

    /**
     * Reads {@code neff.json}, the kelf descriptor and every graph's definition, in the order of the runtime.
     *
     * @param members the archive; must stay open as long as the result is used
     * @throws io.nrt4j.loader.diagnostics.LoadException if the runtime would refuse the files
     */
    public static Manifest parse(MemberTable members, ManifestOptions options, Nlog nlog) {
        if (members.find("neff.json").isEmpty()) {
            throw nlog.fail(NrtStatus.NRT_INVALID, LoadStage.MANIFEST, NEFF_JSON_MISSING, options.modelName());
        }
        throw new UnsupportedOperationException("follows with the next commit");
    }
}
