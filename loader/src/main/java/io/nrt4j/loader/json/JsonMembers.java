package io.nrt4j.loader.json;

import io.nrt4j.loader.archive.Member;
import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;

/** The JSON members of an archive: {@code json_parse_load_elements}. Source: manifest.md §1.1, container.md §12.2. */
public final class JsonMembers {
    static final LogMessage UNABLE_TO_OPEN =
            LogMessage.error("NEFF", "json_parse_load_elements", "Unable to open: %s - %d");
    static final LogMessage UNABLE_TO_PARSE =
            LogMessage.error("NEFF", "json_parse_load_elements", "Unable to parse: %s - %d");
    static final LogMessage TOO_BIG = LogMessage.error(
            "NEFF", "json_parse_load_elements", "File %s size (%zu) exceeds json parser maximum (%zu)");

    /** What the runtime prints for an absent member: it once read files, and this is their error for it. */
    private static final int ENOENT = 2;

    private final MemberTable members;
    private final LoadStage stage;
    private final Nlog nlog;
    private long memoryLeft;

    /**
     * @param stage the stage that reads, for the exception
     * @param maxMemory most bytes that all documents read through this object may take in parsed form; the document that
     *     exceeds it fails with {@link SimdjsonError#MEMALLOC}
     */
    public JsonMembers(MemberTable members, LoadStage stage, long maxMemory, Nlog nlog) {
        this.members = members;
        this.stage = stage;
        this.nlog = nlog;
        this.memoryLeft = maxMemory;
    }

    /**
     * The root value of a member.
     *
     * @throws LoadException if the member is absent or the runtime's parser refuses it
     */
    public JsonElement load(String path) {
        Member member = members.find(path)
                .orElseThrow(() -> nlog.fail(NrtStatus.NRT_INVALID, stage, UNABLE_TO_OPEN, path, ENOENT));
        try {
            return parse(member).root();
        } catch (JsonFormatException e) {
            throw refused(member, e.error());
        }
    }

    private JsonDocument parse(Member member) throws JsonFormatException {
        if (member.size() > JsonDocument.MAX_BYTES) {
            throw new JsonFormatException(SimdjsonError.CAPACITY);
        }
        if (member.size() > Integer.MAX_VALUE) {
            throw new JsonFormatException(SimdjsonError.MEMALLOC);
        }
        JsonDocument document = JsonDocument.parse(member.content(), memoryLeft);
        memoryLeft -= document.memory();
        return document;
    }

    private LoadException refused(Member member, SimdjsonError error) {
        if (error != SimdjsonError.CAPACITY) {
            return nlog.fail(NrtStatus.NRT_INVALID, stage, UNABLE_TO_PARSE, member.name(), error.code());
        }
        nlog.log(UNABLE_TO_PARSE, member.name(), error.code());
        return nlog.fail(NrtStatus.NRT_INVALID, stage, TOO_BIG, member.name(), member.size(), JsonDocument.MAX_BYTES);
    }
}
