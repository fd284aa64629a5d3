package io.nrt4j.loader.manifest;

import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.container.NeffHeader;
import java.util.List;

/**
 * Looks for what the runtime accepts and no known compiler writes. Works on whatever could be read: what is broken
 * altogether is in {@link ManifestInspection#problems()} already.
 */
public final class ManifestLint {
    private ManifestLint() {}

    /**
     * Applies all rules.
     *
     * @param members the archive that {@code inspection} was made from
     * @return the findings, file by file; cut off after the first two hundred
     */
    public static List<LintFinding> lint(NeffHeader header, MemberTable members, ManifestInspection inspection) {
        LintContext context = new LintContext(header, members, inspection);
        GraphLint.check(context);
        for (Definition definition : inspection.definitions()) {
            VariableLint.check(definition, context);
            QueueLint.check(definition, context);
            EngineLint.check(definition, context);
            DefinitionLint.check(definition, context);
        }
        UnknownKeyLint.check(context);
        return context.findings();
    }
}
