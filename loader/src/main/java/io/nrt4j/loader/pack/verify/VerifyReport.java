package io.nrt4j.loader.pack.verify;

import io.nrt4j.loader.pack.WriterDialect;
import java.util.List;
import java.util.Optional;

/**
 * What there is to say about the making of a file.
 *
 * @param checks everything that was looked at
 * @param digest {@code natural}, {@code word_swapped} or {@code neither}; {@code unknown} for a package version
 *     without a digest
 * @param dialect the packager that wrote it
 * @param generation the compilers that write such files
 * @param toolVersion the compiler that the file names
 * @param reproducible whether packing its members again gives the same bytes
 * @param differences what of it packing does not reproduce
 */
public record VerifyReport(
        List<VerifyCheck> checks,
        String digest,
        Optional<WriterDialect> dialect,
        Optional<CompilerGeneration> generation,
        Optional<String> toolVersion,
        boolean reproducible,
        List<String> differences) {
    public VerifyReport {
        checks = List.copyOf(checks);
        differences = List.copyOf(differences);
    }

    /** Whether nothing is broken or changed. */
    public boolean isSound() {
        return checks.stream().noneMatch(check -> check.outcome() == VerifyCheck.Outcome.BAD);
    }
}
