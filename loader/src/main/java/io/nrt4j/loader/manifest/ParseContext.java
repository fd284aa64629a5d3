package io.nrt4j.loader.manifest;

import io.nrt4j.loader.archive.Member;
import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.json.JsonMembers;

/** What every parser of this stage needs: the members, the options, the log, and what a failure leads to. */
final class ParseContext {
    private static final LogMessage FILE_NOT_FOUND =
            LogMessage.error("NEFF", "neff_get_file_content", "file not found %s in NEFF");

    private final MemberTable members;
    private final ManifestOptions options;
    private final Nlog nlog;
    private final FailurePolicy policy;
    private final JsonMembers json;

    ParseContext(MemberTable members, ManifestOptions options, Nlog nlog, FailurePolicy policy) {
        this.members = members;
        this.options = options;
        this.nlog = nlog;
        this.policy = policy;
        this.json = new JsonMembers(members, LoadStage.MANIFEST, options.maxJsonMemory(), nlog);
    }

    MemberTable members() {
        return members;
    }

    ManifestOptions options() {
        return options;
    }

    Nlog nlog() {
        return nlog;
    }

    JsonMembers json() {
        return json;
    }

    /** Prints the line that ends the load with status 2. */
    LoadException refuse(LogMessage message, Object... args) {
        return nlog.fail(NrtStatus.NRT_INVALID, LoadStage.MANIFEST, message, args);
    }

    void log(LogMessage message, Object... args) {
        nlog.log(message, args);
    }

    /**
     * Takes one step whose failure need not spoil the others.
     *
     * @param where the member that the step reads, for a list of problems
     */
    void attempt(String where, Runnable step) {
        policy.attempt(where, step);
    }

    /**
     * {@code neff_get_file_content}: a member that must be there.
     *
     * @param refusal what the caller prints behind the look-up's own line; takes the path
     */
    Member member(String path, LogMessage refusal) {
        return members.find(path).orElseThrow(() -> {
            log(FILE_NOT_FOUND, path);
            return refuse(refusal, path);
        });
    }
}
