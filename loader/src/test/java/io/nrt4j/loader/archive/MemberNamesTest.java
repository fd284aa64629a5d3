package io.nrt4j.loader.archive;

import static io.nrt4j.loader.archive.Archives.assertRefused;
import static io.nrt4j.loader.archive.Archives.bytes;
import static io.nrt4j.loader.archive.Archives.contents;
import static io.nrt4j.loader.archive.Archives.members;
import static io.nrt4j.loader.archive.Archives.open;
import static io.nrt4j.loader.archive.Archives.read;
import static io.nrt4j.loader.diagnostics.LoadStage.ARCHIVE;
import static io.nrt4j.loader.testing.Failures.assertFails;
import static io.nrt4j.loader.testing.TarFixture.concat;
import static io.nrt4j.loader.testing.TarFixture.tar;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.nrt4j.loader.archive.ArchiveOptions.NameLocale;
import io.nrt4j.loader.testing.TarFixture;
import io.nrt4j.loader.testing.TarFixture.Header;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What names members have: container.md §9.3 (locale), §9.4, §17. */
class MemberNamesTest {
    @Test
    void paxNamesOutsideAsciiLoadUnlessTheLocaleIsC() {
        byte[] archive =
                tar().pax('x', "path=sg00/h\u00e9.bin").file("x", "1").end().bytes();
        assertThat(read(archive)).isEqualTo(members("sg00/h\u00e9.bin", "1"));
        assertFails(
                () -> open(archive, new ArchiveOptions(ArchiveLimits.DEFAULT, NameLocale.C)),
                2,
                ARCHIVE,
                "NEFF",
                "neff_parse",
                "failure while reading NEFF metadata Pathname can't be converted from UTF-8 to current locale.");
    }

    @Test
    void paxTextsThatAreNoUtf8AreRefusedInEveryLocale() {
        for (String key : new String[] {"path", "linkpath", "uname", "gname"}) {
            byte[] record = TarFixture.paxRecord((key + "=a\u00ff").getBytes(ISO_8859_1));
            byte[] archive = tar().special('x', record).file("x", "1").bytes();
            String what = Map.of("path", "Pathname", "linkpath", "Linkname", "uname", "Uname", "gname", "Gname")
                    .get(key);
            assertRefused(
                    archive,
                    "failure while reading NEFF metadata " + what
                            + " can't be converted from UTF-8 to current locale.");
            byte[] binary = concat(TarFixture.paxRecord(bytes("hdrcharset=BINARY")), record);
            assertThat(read(tar().special('x', binary).file("x", "1").bytes())).hasSize(1);
        }
    }

    @Test
    void headerNamesAreAnyBytes() {
        byte[] archive = tar().file("\u00ff\u0001", "raw")
                .entry(
                        Header.ustar(new String("h\u00e9".getBytes(UTF_8), ISO_8859_1))
                                .size(1),
                        bytes("u"))
                .end()
                .bytes();
        assertThat(read(archive)).isEqualTo(members("\u00ff\u0001", "raw", "h\u00e9", "u"));
    }

    static Stream<Arguments> strippedNames() {
        return Stream.of(
                arguments("./x", "x"),
                arguments("././x", "./x"),
                arguments("./", ""),
                arguments("../x", "../x"),
                arguments("/x", "/x"),
                arguments("a//b", "a//b"),
                arguments("a/./b", "a/./b"),
                arguments(".x", ".x"),
                arguments("wavegraph-bin.jso", "wavegraph-bin.jso"),
                arguments("wavegraph-bin.json.txt", "wavegraph-bin.json.txt"),
                arguments("avegraph-bin.json", "avegraph-bin.json"));
    }

    @ParameterizedTest
    @MethodSource("strippedNames")
    void stripsOneLeadingDotSlash(String path, String name) {
        // A link, since a file whose path ends in a slash is a directory.
        byte[] archive =
                tar().entry(Header.ustar(path).type('2')).file("z", "1").bytes();
        assertThat(read(archive)).isEqualTo(members(name, "", "z", "1"));
    }

    @Test
    void anEmptyNameIsAKey() {
        assertThat(read(tar().file("", "1").end().bytes())).isEqualTo(members("", "1"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"wavegraph-bin.json", "sg00/wavegraph-bin.json", "xwavegraph-bin.json", "./wavegraph-bin.json"})
    void passesWavegraphsOver(String path) {
        assertThat(read(tar().file(path, "big").file("z", "1").bytes())).isEqualTo(members("z", "1"));
    }

    @Test
    void theLastDuplicateWins() {
        byte[] archive = tar().file("a", "1")
                .file("b", "2")
                .file("./a", "33")
                .file("a", "")
                .bytes();
        try (MemberTable table = open(archive, ArchiveOptions.DEFAULT)) {
            assertThat(contents(table)).isEqualTo(members("b", "2", "a", ""));
            assertThat(table.members()).extracting(Member::name).containsExactly("b", "a");
            assertThat(table.duplicates()).containsExactly("a", "a");
        }
    }

    @Test
    void findsMembersByTheirExactName() {
        byte[] archive = tar().file("sg00/def.json", "{}").bytes();
        try (MemberTable table = open(archive, ArchiveOptions.DEFAULT)) {
            assertThat(table.find("sg00/def.json")).map(Member::size).contains(2L);
            assertThat(table.find("./sg00/def.json")).isEmpty();
            assertThat(table.find("SG00/def.json")).isEmpty();
            assertThat(table.find("")).isEmpty();
        }
    }
}
