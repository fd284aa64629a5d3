package io.nrt4j.loader.archive;

import java.util.List;

/**
 * Everything that can be seen of a payload, found by {@link ArchiveSurvey}.
 *
 * @param filters how often the payload is gzipped; mostly 1, and 0 for a bare tar
 * @param gzipMembers the members of its (outermost) gzip stream
 * @param storedLength bytes of the payload that are gzip stream, or tar where there is none
 * @param padding bytes behind them
 * @param paddingIsZero whether those are zero
 * @param tarLength bytes of the tar, those behind its end mark included
 * @param tarSha256 their digest, in hexadecimal
 * @param tailLength bytes of the tar behind its end mark
 * @param tailIsZero whether those are zero
 * @param entries the entries in order
 * @param duplicates member names that appear more than once, once for each appearance after the first
 * @param findings what is wrong or odd, in the order in which it was met
 */
public record ArchiveListing(
        int filters,
        List<GzipMember> gzipMembers,
        long storedLength,
        long padding,
        boolean paddingIsZero,
        long tarLength,
        String tarSha256,
        long tailLength,
        boolean tailIsZero,
        List<ArchiveEntry> entries,
        List<String> duplicates,
        List<Finding> findings) {

    /** Makes the lists immutable. */
    public ArchiveListing {
        gzipMembers = List.copyOf(gzipMembers);
        entries = List.copyOf(entries);
        duplicates = List.copyOf(duplicates);
        findings = List.copyOf(findings);
    }

    /** Whether the runtime reads the archive to its end. */
    public boolean isLoadable() {
        return findings.stream().noneMatch(Finding::endsLoad);
    }

    /**
     * Something wrong or odd.
     *
     * @param endsLoad whether the runtime refuses the NEFF for it
     * @param text what was found and where
     */
    public record Finding(boolean endsLoad, String text) {}
}
