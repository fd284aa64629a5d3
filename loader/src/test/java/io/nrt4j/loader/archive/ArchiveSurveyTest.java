package io.nrt4j.loader.archive;

import static io.nrt4j.loader.testing.TarFixture.concat;
import static io.nrt4j.loader.testing.TarFixture.gzip;
import static io.nrt4j.loader.testing.TarFixture.tar;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.loader.archive.ArchiveEntry.Fate;
import io.nrt4j.loader.archive.ArchiveListing.Finding;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.testing.TarFixture.Header;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What can be read is shown, and what is wrong is listed. */
class ArchiveSurveyTest {
    private static final String SHA256_OF_ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    @Test
    void listsABareTar() {
        byte[] archive = tar().file("./a", "abc").end().raw(new byte[512]).bytes();
        ArchiveListing listing = survey(archive);
        assertThat(listing.filters()).isZero();
        assertThat(listing.gzipMembers()).isEmpty();
        assertThat(listing.storedLength()).isEqualTo(archive.length);
        assertThat(listing.padding()).isZero();
        assertThat(listing.tarLength()).isEqualTo(archive.length);
        assertThat(listing.tailLength()).isEqualTo(512);
        assertThat(listing.entries())
                .containsExactly(new ArchiveEntry("./a", '0', 3, 0100664, 0, 0, 512, 3, SHA256_OF_ABC, Fate.MEMBER));
        assertThat(listing.entries().get(0).memberName()).isEqualTo("a");
        assertThat(listing.isLoadable()).isTrue();
    }

    @Test
    void describesTheGzipStream() {
        byte[] deflated = gzip(tar().file("a", "abc").end().bytes());
        byte[] named = concat(
                new byte[] {0x1f, (byte) 0x8b, 8, 8, 1, 2, 3, (byte) 0xff, 4, 3},
                "x.tar\0".getBytes(ISO_8859_1),
                Arrays.copyOfRange(deflated, 10, deflated.length));
        ArchiveListing listing = survey(concat(named, new byte[] {0, 0, 7}));
        assertThat(listing.gzipMembers()).hasSize(1);
        GzipMember member = listing.gzipMembers().get(0);
        assertThat(member.mtime()).isEqualTo(0xff030201L);
        assertThat(member.flags()).isEqualTo(8);
        assertThat(member.extraFlags()).isEqualTo(4);
        assertThat(member.os()).isEqualTo(3);
        assertThat(member.fileName()).contains("x.tar");
        assertThat(member.inflatedLength()).isEqualTo(2048);
        assertThat(member.storedLength()).isEqualTo(named.length);
        assertThat(listing.storedLength()).isEqualTo(named.length);
        assertThat(listing.padding()).isEqualTo(3);
        assertThat(listing.paddingIsZero()).isFalse();
    }

    @Test
    void reportsAWrongTrailerThatALoadIgnores() {
        byte[] zipped = gzip(tar().file("a", "abc").end().bytes());
        zipped[zipped.length - 8] ^= 1;
        zipped[zipped.length - 1] ^= 1;
        ArchiveListing listing = survey(zipped);
        assertThat(listing.isLoadable()).isTrue();
        assertThat(listing.findings()).hasSize(1);
        assertThat(listing.findings().get(0).text())
                .startsWith("gzip member at 0: trailer says CRC ")
                .contains("length 16779264; data has CRC ")
                .endsWith("length 2048");
    }

    @Test
    void goesOnBehindADamagedHeader() {
        byte[] archive = tar().file("a", "abc")
                .raw(Header.ustar("b").size(3).damaged())
                .data("abc".getBytes(UTF_8))
                .file("c", "abc")
                .end()
                .bytes();
        ArchiveListing listing = survey(archive);
        assertThat(listing.entries()).extracting(ArchiveEntry::path).containsExactly("a", "c");
        assertThat(listing.findings()).containsExactly(new Finding(true, "header at 1024: Damaged tar archive"));
        assertThat(listing.isLoadable()).isFalse();
    }

    @Test
    void showsTheStartOfABrokenStream() {
        byte[] noise = new byte[100_000];
        new java.util.Random(1).nextBytes(noise);
        byte[] zipped = gzip(tar().file("small", "abc")
                .file("large", noise)
                .file("z", "")
                .end()
                .bytes());
        ArchiveListing listing = survey(Arrays.copyOf(zipped, zipped.length - 30));
        assertThat(listing.entries()).extracting(ArchiveEntry::path).containsExactly("small", "large");
        assertThat(listing.entries().get(1).bytesRead()).isEqualTo(65536 - 1536);
        assertThat(listing.findings())
                .extracting(Finding::text)
                .containsExactly(
                        "member large has 64000 of 100000 bytes: truncated gzip input",
                        "header at 1024: Truncated input file (needed 36352 bytes, only 0 available)");
        assertThat(listing.tarLength()).isEqualTo(65536);
    }

    @Test
    void saysWhatALoadMakesOfEachEntry() {
        ArchiveListing listing = survey(tar().entry(Header.ustar("d").type('5'))
                .file("sg00/wavegraph-bin.json", "abc")
                .file("a", "1")
                .file("./a", "2")
                .entry(Header.ustar("l").type('2').at(157, "a"))
                .end()
                .raw("tail".getBytes(UTF_8))
                .bytes());
        assertThat(listing.entries())
                .extracting(ArchiveEntry::fate)
                .containsExactly(Fate.DIRECTORY, Fate.IGNORED, Fate.REPLACED, Fate.MEMBER, Fate.MEMBER);
        assertThat(listing.duplicates()).containsExactly("a");
        assertThat(listing.findings())
                .containsExactly(new Finding(false, "member a appears again; the later one counts"));
        assertThat(listing.tailLength()).isEqualTo(4);
        assertThat(listing.tailIsZero()).isFalse();
    }

    @Test
    void namesWhatIsNoArchive() {
        ArchiveListing listing = survey("not an archive".getBytes(UTF_8));
        assertThat(listing.entries()).isEmpty();
        assertThat(listing.findings())
                .containsExactly(new Finding(true, "cannot be opened: Unrecognized archive format"));
        assertThat(survey(new byte[0]).isLoadable()).isFalse();
    }

    @Test
    void reportsABreakBehindTheEndOfTheArchive() {
        byte[] noise = new byte[200_000];
        new java.util.Random(1).nextBytes(noise);
        byte[] zipped = gzip(tar().file("a", "abc").end().raw(noise).bytes());
        ArchiveListing listing = survey(Arrays.copyOf(zipped, zipped.length - 30));
        assertThat(listing.isLoadable()).isTrue();
        assertThat(listing.findings())
                .containsExactly(new Finding(false, "behind the end of the archive: truncated gzip input"));
    }

    @Test
    void stopsAtTheLimits() {
        byte[] sparse = tar().pax('x', "GNU.sparse.size=1099511627776", "GNU.sparse.map=1099511627775,1")
                .file("s", "x")
                .bytes();
        assertThat(survey(sparse).findings())
                .containsExactly(new Finding(
                        true, "member s has 0 of 1099511627776 bytes: members unpack to more than 17179869184 bytes"));

        byte[] two = tar().file("a", "1").file("b", "2").end().bytes();
        ArchiveLimits one = new ArchiveLimits(100, 1, 100, 2000);
        try (ByteSource source = ByteSource.of(two)) {
            ArchiveListing listing = ArchiveSurvey.of(source, new ArchiveOptions(one, ArchiveOptions.NameLocale.UTF_8));
            assertThat(listing.entries()).extracting(ArchiveEntry::path).containsExactly("a");
            assertThat(listing.findings()).containsExactly(new Finding(true, "header at 1024: more than 1 members"));
        }
    }

    private static ArchiveListing survey(byte[] payload) {
        try (ByteSource source = ByteSource.of(payload)) {
            return ArchiveSurvey.of(source, ArchiveOptions.DEFAULT);
        }
    }
}
