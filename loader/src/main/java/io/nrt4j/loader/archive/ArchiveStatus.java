package io.nrt4j.loader.archive;

/**
 * The return codes of libarchive. Its tar reader combines them by taking the lower one, so the numbers matter and not
 * only their names.
 */
enum ArchiveStatus {
    /** The clean end of the archive. */
    EOF(1),
    OK(0),
    /** A bare -1 that one path of the pax parser returns without a text. */
    UNSPECIFIED(-1),
    /** The next 512 bytes may be tried as a header again. */
    RETRY(-10),
    /** Partly understood. The runtime takes this for a failure. Source: container.md §17. */
    WARN(-20),
    FAILED(-25),
    FATAL(-30);

    private final int code;

    ArchiveStatus(int code) {
        this.code = code;
    }

    /** The number in libarchive's C interface. */
    int code() {
        return code;
    }

    /** The lower of two codes. */
    ArchiveStatus worse(ArchiveStatus other) {
        return other.code < code ? other : this;
    }

    /** Whether the reader goes on to fill an entry: {@link #OK} or {@link #WARN}. */
    boolean isUsable() {
        return this == OK || this == WARN;
    }
}
