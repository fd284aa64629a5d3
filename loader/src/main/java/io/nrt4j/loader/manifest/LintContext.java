package io.nrt4j.loader.manifest;

import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.container.NeffHeader;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.json.JsonElement;
import io.nrt4j.loader.json.JsonMembers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the rules look at, and where they put what they find. */
final class LintContext {
    private static final int MAX_FINDINGS = 200;

    private final NeffHeader header;
    private final MemberTable members;
    private final ManifestInspection inspection;
    private final JsonMembers json;
    private final Map<String, Optional<JsonElement>> documents = new HashMap<>();
    private final List<LintFinding> findings = new ArrayList<>();

    LintContext(NeffHeader header, MemberTable members, ManifestInspection inspection) {
        this.header = header;
        this.members = members;
        this.inspection = inspection;
        this.json = new JsonMembers(members, LoadStage.MANIFEST, ManifestOptions.defaultJsonMemory(), Nlog.silent());
    }

    NeffHeader header() {
        return header;
    }

    MemberTable members() {
        return members;
    }

    ManifestInspection inspection() {
        return inspection;
    }

    /** The root value of a member; empty where it is absent or no JSON. */
    Optional<JsonElement> document(String path) {
        return documents.computeIfAbsent(path, this::load);
    }

    void find(LintRule rule, String where, String text) {
        if (findings.size() < MAX_FINDINGS) {
            findings.add(new LintFinding(rule, where, text));
        }
    }

    List<LintFinding> findings() {
        return List.copyOf(findings);
    }

    private Optional<JsonElement> load(String path) {
        try {
            return Optional.of(json.load(path));
        } catch (LoadException unreadable) {
            return Optional.empty();
        }
    }
}
