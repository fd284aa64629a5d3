package io.nrt4j.loader;

import io.nrt4j.loader.container.NeffHeader;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.RuntimeAbortException;
import io.nrt4j.loader.manifest.Definition;
import io.nrt4j.loader.manifest.Manifest;
import io.nrt4j.loader.manifest.ManifestListener;
import io.nrt4j.loader.profile.RuntimeProfile;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The lines that every caller on the way up prints after the leaf line of a failed load.
 *
 * <p>How far the load came decides which callers there are. Source: errors.md §3, container.md §12.2.
 */
final class FailureCascade implements ManifestListener {
    private static final LogMessage CONSTRUCT_KBIN =
            LogMessage.error("NEFF", "construct_kbin", "Failed to load subgraph %s");
    private static final LogMessage LOAD_MLAOP = LogMessage.error("NMGR", "dlr_kelf_load", "Failed to load mlaop");
    private static final LogMessage LOAD_KELF = LogMessage.error("NMGR", "load_kelf_graphs", "Failed to load KELF %s");
    private static final LogMessage STAGE_SUBGRAPH =
            LogMessage.error("NMGR", "dlr_kelf_stage", "Failed to load subgraph");
    private static final LogMessage STAGE_GRAPH =
            LogMessage.error("NMGR", "kmgr_load_nn_nc", "Failed to stage graph: %s to NeuronCore");
    private static final LogMessage LOAD_NN =
            LogMessage.error("NMGR", "kmgr_load_nn_post_metrics", "Failed to load NN: %s, err: %d");

    private final RuntimeProfile profile;
    private final Nlog nlog;
    private @Nullable NeffHeader header;
    private @Nullable String kelfMember;
    private @Nullable String definitionPath;
    private boolean manifestComplete;
    private boolean onCores;
    private @Nullable LogMessage step;

    FailureCascade(RuntimeProfile profile, Nlog nlog) {
        this.profile = profile;
        this.nlog = nlog;
    }

    void headerRead(NeffHeader read) {
        header = read;
    }

    @Override
    public void kelfNamed(String member) {
        kelfMember = member;
    }

    @Override
    public void graphStarted(String path) {
        definitionPath = path;
    }

    @Override
    public void graphDone(Definition definition) {
        definitionPath = null;
    }

    void manifestRead(Manifest manifest) {
        kelfMember = manifest.kelf().member();
        manifestComplete = true;
    }

    void coresFound() {
        onCores = true;
    }

    /** @param error the line of {@code kbl_model_add} if this step fails */
    void stepStarted(LogMessage error) {
        step = error;
    }

    void stepFinished() {
        step = null;
    }

    /** Prints the lines and returns the failure with the whole log. */
    LoadException print(LoadException leaf) {
        // An assertion ends the process: nobody is left to print.
        if (leaf instanceof RuntimeAbortException) {
            return leaf;
        }
        // A failure of nrt_load_util's own look at the header has no callers that print.
        NeffHeader read = header;
        if (read != null) {
            if (manifestComplete) {
                printStaging();
            } else if (kelfMember != null) {
                printKelf(kelfMember);
            }
            nlog.log(
                    LOAD_NN.in(LOAD_NN.module(), profile.loadFunction()),
                    read.modelName(),
                    leaf.status().code());
        }
        LoadException whole = new LoadException(leaf.status(), leaf.stage(), leaf.getMessage(), nlog.records());
        whole.initCause(leaf);
        return whole;
    }

    private void printKelf(String member) {
        Optional.ofNullable(definitionPath).ifPresent(path -> nlog.log(CONSTRUCT_KBIN, path));
        nlog.log(LOAD_MLAOP);
        nlog.log(LOAD_KELF, member);
    }

    private void printStaging() {
        Optional.ofNullable(step).ifPresent(nlog::log);
        if (onCores) {
            nlog.log(STAGE_SUBGRAPH);
        }
        nlog.log(profile.stageGraph(STAGE_GRAPH), String.valueOf(kelfMember));
    }
}
