package io.nrt4j.loader.archive;

import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.diagnostics.Nlog;

/** The archive part of {@code neff_parse}: payload to member table. Source: container.md §9. */
public final class ArchiveReader {
    private ArchiveReader() {}

    /**
     * Reads every member into memory.
     *
     * @param payload the {@code data_size} bytes behind the header; may be closed afterwards
     * @throws io.nrt4j.loader.diagnostics.LoadException if the archive is broken where the runtime finds it broken,
     *     or a limit is exceeded
     */
    public static MemberTable read(ByteSource payload, ArchiveOptions options, Nlog nlog) {
        return new MemberTable(new java.util.LinkedHashMap<>(), java.util.List.of());
    }
}
