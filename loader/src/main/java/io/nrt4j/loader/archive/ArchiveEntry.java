package io.nrt4j.loader.archive;

/**
 * One entry of the tar, as found by {@link ArchiveSurvey}.
 *
 * @param path the path in the archive, not stripped of anything
 * @param typeflag the type letter of its header
 * @param size the size it is said to have, holes included; bytes
 * @param mode permission and type bits
 * @param mtime seconds since 1970
 * @param headerOffset where its first header starts, in bytes of the tar
 * @param dataOffset where its data starts, behind all its headers
 * @param bytesRead bytes that could be read
 * @param sha256 digest of those, in hexadecimal
 * @param fate what the runtime makes of it
 */
public record ArchiveEntry(
        String path,
        char typeflag,
        long size,
        int mode,
        long mtime,
        long headerOffset,
        long dataOffset,
        long bytesRead,
        String sha256,
        Fate fate) {

    /** What the runtime makes of an entry. Source: container.md §9.4. */
    public enum Fate {
        /** A member of the table. */
        MEMBER,
        /** Passed over as a directory. */
        DIRECTORY,
        /** Passed over by the end of its name. */
        IGNORED,
        /** A later entry of the same name takes its place. */
        REPLACED
    }

    /** The name under which the runtime files it: the path without a leading {@code ./}. */
    public String memberName() {
        return path.startsWith("./") ? path.substring(2) : path;
    }

    ArchiveEntry withFate(Fate newFate) {
        return new ArchiveEntry(
                path, typeflag, size, mode, mtime, headerOffset, dataOffset, bytesRead, sha256, newFate);
    }
}
