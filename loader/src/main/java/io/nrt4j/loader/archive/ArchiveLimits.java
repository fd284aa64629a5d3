package io.nrt4j.loader.archive;

/**
 * The emulator's own guards against hostile archives; the runtime has none but its memory. Source: container.md §9.5.
 *
 * @param totalBytes most bytes that all members together may unpack to
 * @param members most members
 * @param nameBytes longest member name, in bytes
 * @param ratio most unpacked bytes per stored byte
 */
public record ArchiveLimits(long totalBytes, long members, long nameBytes, long ratio) {
    /** 16 GiB, a million members, names of 64 KiB, 2000 : 1. */
    public static final ArchiveLimits DEFAULT = new ArchiveLimits(16L << 30, 1_000_000, 64 << 10, 2000);
    /** No guard at all, as in the runtime. */
    public static final ArchiveLimits NONE =
            new ArchiveLimits(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
}
