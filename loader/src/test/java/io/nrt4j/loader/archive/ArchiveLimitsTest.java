package io.nrt4j.loader.archive;

import static io.nrt4j.loader.archive.Archives.TWO_FILES;
import static io.nrt4j.loader.archive.Archives.contents;
import static io.nrt4j.loader.archive.Archives.open;
import static io.nrt4j.loader.archive.Archives.twoFiles;
import static io.nrt4j.loader.diagnostics.LoadStage.ARCHIVE;
import static io.nrt4j.loader.testing.Failures.assertFails;
import static io.nrt4j.loader.testing.TarFixture.gzip;
import static io.nrt4j.loader.testing.TarFixture.tar;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.nrt4j.loader.archive.ArchiveOptions.NameLocale;
import io.nrt4j.loader.testing.TarFixture.Header;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is too much: container.md §5 #9 and §9.5. */
class ArchiveLimitsTest {
    /** container.md §5 #9: no address space holds such a block. Status 4. */
    @Test
    void sizesThatCannotBeAllocatedEndWithStatus4() {
        byte[] archive = tar().entry(Header.gnu("a").at(124, "\u0080\0\0\0\0\1\0\0\0\0\0\0"))
                .bytes();
        assertFails(
                () -> open(archive, ArchiveOptions.DEFAULT),
                4,
                ARCHIVE,
                "NEFF",
                "neff_parse",
                "fail to allocate memory(281474976710656) for file a");
    }

    static Stream<Arguments> limits() {
        ArchiveLimits none = ArchiveLimits.NONE;
        return Stream.of(
                arguments(
                        new ArchiveLimits(10, none.members(), none.nameBytes(), none.ratio()),
                        "members unpack to more than 10 bytes"),
                arguments(
                        new ArchiveLimits(none.totalBytes(), 1, none.nameBytes(), none.ratio()), "more than 1 members"),
                arguments(
                        new ArchiveLimits(none.totalBytes(), none.members(), 0, none.ratio()),
                        "member name of 1 bytes, more than 0"),
                arguments(
                        new ArchiveLimits(none.totalBytes(), none.members(), none.nameBytes(), 2),
                        "payload inflates to more than 2 times its stored size"));
    }

    @ParameterizedTest
    @MethodSource("limits")
    void limitsEndALoadWithStatus4(ArchiveLimits limits, String reason) {
        assertFails(
                () -> open(gzip(twoFiles()), new ArchiveOptions(limits, NameLocale.UTF_8)),
                4,
                ARCHIVE,
                "NEFF",
                "neff_parse",
                "(open NEFF) limit of the emulator exceeded: " + reason);
        try (MemberTable table = open(gzip(twoFiles()), new ArchiveOptions(ArchiveLimits.NONE, NameLocale.UTF_8))) {
            assertThat(contents(table)).isEqualTo(TWO_FILES);
        }
    }
}
