package io.nrt4j.loader.testing;

import io.nrt4j.loader.archive.ArchiveOptions;
import io.nrt4j.loader.archive.ArchiveReader;
import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.diagnostics.Nlog;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** Member tables made of a few members, for tests of a single stage. */
public final class Members {
    private final Map<String, byte[]> contents = new LinkedHashMap<>();

    /** Adds a member. */
    public Members with(String name, byte[] content) {
        contents.put(name, content);
        return this;
    }

    /** Adds a member with text in UTF-8. */
    public Members with(String name, String content) {
        return with(name, content.getBytes(StandardCharsets.UTF_8));
    }

    /** The table; the caller closes it. */
    public MemberTable table() {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
                for (Map.Entry<String, byte[]> member : contents.entrySet()) {
                    TarArchiveEntry entry = new TarArchiveEntry(member.getKey());
                    entry.setSize(member.getValue().length);
                    tar.putArchiveEntry(entry);
                    tar.write(member.getValue());
                    tar.closeArchiveEntry();
                }
            }
            try (ByteSource payload = ByteSource.of(bytes.toByteArray())) {
                return ArchiveReader.read(payload, ArchiveOptions.DEFAULT, Nlog.silent());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
