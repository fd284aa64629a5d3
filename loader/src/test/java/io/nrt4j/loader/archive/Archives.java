package io.nrt4j.loader.archive;

import static io.nrt4j.loader.diagnostics.LoadStage.ARCHIVE;
import static io.nrt4j.loader.testing.Failures.assertFails;
import static io.nrt4j.loader.testing.TarFixture.tar;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.diagnostics.Nlog;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads archives made in a test. Names and contents are texts of one byte per letter. */
final class Archives {
    static final String UNRECOGNIZED = "Failed to open NEFF Unrecognized archive format";
    static final String DAMAGED = "failure while reading NEFF metadata Damaged tar archive";
    static final Map<String, String> TWO_FILES = members("a", "first", "b", "second");

    private Archives() {}

    static byte[] twoFiles() {
        return tar().file("a", "first").file("b", "second").end().bytes();
    }

    /** Status 2 and one line of {@code neff_parse}. */
    static void assertRefused(byte[] payload, String line) {
        assertFails(() -> open(payload, ArchiveOptions.DEFAULT), 2, ARCHIVE, "NEFF", "neff_parse", line);
    }

    static Map<String, String> read(byte[] payload) {
        try (MemberTable table = open(payload, ArchiveOptions.DEFAULT)) {
            return contents(table);
        }
    }

    static MemberTable open(byte[] payload, ArchiveOptions options) {
        try (ByteSource source = ByteSource.of(payload)) {
            return ArchiveReader.read(source, options, Nlog.silent());
        }
    }

    static Map<String, String> contents(MemberTable table) {
        Map<String, String> contents = new LinkedHashMap<>();
        table.members()
                .forEach(member -> contents.put(member.name(), member.content().toString(ISO_8859_1)));
        return contents;
    }

    static Map<String, String> members(String... namesAndContents) {
        Map<String, String> members = new LinkedHashMap<>();
        for (int i = 0; i < namesAndContents.length; i += 2) {
            members.put(namesAndContents[i], namesAndContents[i + 1]);
        }
        return members;
    }

    static byte[] bytes(String text) {
        return text.getBytes(ISO_8859_1);
    }
}
