package io.nrt4j.loader.archive;

import static io.nrt4j.loader.archive.Archives.DAMAGED;
import static io.nrt4j.loader.archive.Archives.UNRECOGNIZED;
import static io.nrt4j.loader.archive.Archives.assertRefused;
import static io.nrt4j.loader.archive.Archives.bytes;
import static io.nrt4j.loader.testing.TarFixture.concat;
import static io.nrt4j.loader.testing.TarFixture.gzip;
import static io.nrt4j.loader.testing.TarFixture.tar;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.nrt4j.loader.testing.TarFixture;
import io.nrt4j.loader.testing.TarFixture.Header;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The rows of container.md §9.3 that are refused, with which line of {@code neff_parse}. */
class BrokenTarTest {
    static Stream<Arguments> brokenArchives() {
        byte[] good = tar().file("a", "1").bytes();
        return Stream.of(
                arguments("bad checksum in the first header", Header.ustar("a").damaged(), UNRECOGNIZED),
                arguments("bad checksum later", concat(good, Header.ustar("b").damaged()), DAMAGED),
                arguments(
                        "garbage where a header should be",
                        concat(good, "x".repeat(512).getBytes(UTF_8)),
                        DAMAGED),
                arguments(
                        "half a header",
                        concat(good, Arrays.copyOf(Header.ustar("b").bytes(), 100)),
                        "failure while reading NEFF metadata Truncated tar archive"),
                arguments(
                        "no body",
                        Header.ustar("a").size(10).bytes(),
                        "(open NEFF) failed to read a, expected 10, got -30"),
                arguments(
                        "body cut",
                        concat(Header.ustar("a").size(1000).bytes(), new byte[600]),
                        "(open NEFF) failed to read a, expected 1000, got -30"),
                arguments(
                        "padding cut",
                        concat(Header.ustar("a").size(10).bytes(), new byte[10]),
                        "failure while reading NEFF metadata Truncated input file (needed 512 bytes, only 10 available)"),
                arguments(
                        "padding cut in the middle",
                        concat(Header.ustar("a").size(10).bytes(), new byte[110]),
                        "failure while reading NEFF metadata"
                                + " Truncated input file (needed 512 bytes, only 110 available)"),
                arguments(
                        "regular file with a slash and a size",
                        tar().entry(Header.ustar("d/").size(5), bytes("abcde")).bytes(),
                        DAMAGED),
                arguments(
                        "negative size",
                        tar().entry(Header.ustar("a").at(124, "-0000000001\0")).bytes(),
                        // libarchive recognises no header whose numbers are not octal.
                        UNRECOGNIZED),
                arguments(
                        "negative size later",
                        tar().file("a", "1")
                                .entry(Header.ustar("b").at(124, "-0000000001\0"))
                                .bytes(),
                        "failure while reading NEFF metadata Tar entry has negative size"),
                arguments(
                        "negative base-256 size",
                        tar().entry(Header.gnu("a").at(124, "\u00ff".repeat(12)))
                                .bytes(),
                        "failure while reading NEFF metadata Tar entry has negative size"),
                arguments(
                        "size overflow",
                        tar().entry(Header.gnu("a").at(124, "\u0080\1" + "\0".repeat(10)))
                                .bytes(),
                        "failure while reading NEFF metadata Tar entry size overflow"),
                arguments(
                        "negative pax size",
                        tar().pax('x', "size=-1").file("a", "1").bytes(),
                        "failure while reading NEFF metadata Tar size attribute is negative"),
                arguments(
                        "pax size overflow",
                        tar().pax('x', "size=99999999999999999999")
                                .file("a", "1")
                                .bytes(),
                        "failure while reading NEFF metadata Tar size attribute overflow"),
                arguments(
                        "negative real size",
                        tar().pax('x', "GNU.sparse.size=-5").file("a", "1").bytes(),
                        "invalid files size(-5) for a - (null)"),
                arguments(
                        "pax record without a length",
                        tar().special('x', bytes("path=x\n")).file("a", "1").bytes(),
                        "failure while reading NEFF metadata Ignoring malformed pax extended attributes"),
                arguments(
                        "pax record of a wrong length",
                        tar().special('x', bytes("99 path=x\n")).file("a", "1").bytes(),
                        "failure while reading NEFF metadata Ignoring malformed pax extended attribute"),
                arguments(
                        "pax record without a line feed",
                        tar().special('x', bytes("10 path=xx")).file("a", "1").bytes(),
                        "failure while reading NEFF metadata Ignoring malformed pax extended attribute"),
                arguments(
                        "pax record without a value",
                        tar().special('x', bytes("8 path\n")).file("a", "1").bytes(),
                        "failure while reading NEFF metadata Ignoring malformed pax extended attribute"),
                arguments(
                        "pax record without an equals sign",
                        tar().special('x', bytes("7 path\n")).file("a", "1").bytes(),
                        "failure while reading NEFF metadata Invalid pax extended attributes"),
                arguments(
                        "pax record without a key",
                        tar().special('x', bytes("5 =x\n")).file("a", "1").bytes(),
                        "failure while reading NEFF metadata (null)"),
                arguments(
                        "pax record that is too long",
                        tar().special('x', bytes("1000000 path=x\n"))
                                .file("a", "1")
                                .bytes(),
                        "failure while reading NEFF metadata Rejecting pax extended attribute > 1MB"),
                arguments(
                        "two pax headers",
                        tar().pax('x', "path=x")
                                .pax('x', "path=y")
                                .file("a", "1")
                                .bytes(),
                        "failure while reading NEFF metadata Ignoring malformed pax extended attribute"),
                arguments(
                        "pax header behind the last file",
                        tar().file("a", "1").pax('x', "path=x").end().bytes(),
                        DAMAGED),
                arguments(
                        "special header of more than 1 MiB",
                        tar().entry(Header.ustar("x").type('L').size(1048577)).bytes(),
                        "failure while reading NEFF metadata Special header too large"),
                arguments(
                        "special header cut",
                        tar().entry(Header.ustar("x").type('x').size(600))
                                .raw(new byte[512])
                                .bytes(),
                        "failure while reading NEFF metadata (null)"),
                arguments(
                        "33 special headers",
                        specialHeaders(33),
                        "failure while reading NEFF metadata Too many special headers"),
                arguments(
                        "Solaris ACL of an unknown kind",
                        tar().special('A', bytes("2000001\0x")).file("a", "1").bytes(),
                        "failure while reading NEFF metadata"
                                + " Malformed Solaris ACL attribute (unsupported type 2000001)"),
                arguments(
                        "Solaris ACL with a letter",
                        tar().special('A', bytes("x")).file("a", "1").bytes(),
                        "failure while reading NEFF metadata Malformed Solaris ACL attribute (invalid digit)"),
                arguments(
                        "Solaris ACL with too large a number",
                        tar().special('A', bytes("777777777\0")).file("a", "1").bytes(),
                        "failure while reading NEFF metadata Malformed Solaris ACL attribute (count too large)"),
                arguments(
                        "Solaris ACL without a list",
                        tar().special('A', bytes("1000001\0")).file("a", "1").bytes(),
                        "failure while reading NEFF metadata Malformed Solaris ACL attribute (body overflow)"),
                arguments(
                        "Solaris ACL with a bad list",
                        tar().special('A', bytes("1000001\0nobody::rwx\0"))
                                .file("a", "1")
                                .bytes(),
                        "failure while reading NEFF metadata Malformed Solaris ACL attribute (unparsable)"),
                arguments(
                        "sparse records before a link",
                        tar().pax('x', "GNU.sparse.size=5")
                                .entry(Header.ustar("l").type('2'))
                                .bytes(),
                        "failure while reading NEFF metadata Non-regular file cannot be sparse"),
                arguments(
                        "unknown sparse format",
                        tar().pax('x', "GNU.sparse.major=2").file("a", "1").bytes(),
                        "failure while reading NEFF metadata Unrecognized GNU sparse file format"),
                arguments(
                        "sparse map line too long",
                        tar().pax('x', "GNU.sparse.major=1", "GNU.sparse.minor=0")
                                .file("a", "1".repeat(200))
                                .bytes(),
                        "failure while reading NEFF metadata Line too long"),
                arguments(
                        "malformed sparse map",
                        tar().pax('x', "GNU.sparse.map=1,9223372036854775807")
                                .file("a", "1")
                                .bytes(),
                        "failure while reading NEFF metadata Malformed sparse map data"),
                arguments(
                        "malformed Solaris holes",
                        tar().pax('x', "SUN.holesdata=5").file("a", "1").bytes(),
                        "failure while reading NEFF metadata Parse error: SUN.holesdata"),
                arguments(
                        "sparse extension missing",
                        tar().entry(Header.gnu("s")
                                        .type('S')
                                        .at(386, "%011o\0%011o\0".formatted(0, 0))
                                        .at(482, "\1"))
                                .bytes(),
                        "failure while reading NEFF metadata"
                                + " Truncated tar archive detected while reading sparse file data"),
                arguments(
                        "sparse blocks out of order",
                        tar().pax('x', "GNU.sparse.size=8", "GNU.sparse.map=4,2,0,2")
                                .file("s", "abcd")
                                .bytes(),
                        "(open NEFF) failed to read s, expected 8, got -10"),
                arguments(
                        "sparse file that ends in a hole",
                        tar().pax('x', "GNU.sparse.size=8", "GNU.sparse.map=2,2")
                                .file("s", "ab")
                                .bytes(),
                        "(open NEFF) failed to read s, expected 8, got 4"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("brokenArchives")
    void refusesBrokenArchives(String name, byte[] archive, String line) {
        assertRefused(archive, line);
        assertRefused(gzip(archive), line);
    }

    private static byte[] specialHeaders(int count) {
        TarFixture archive = tar();
        for (int i = 0; i < count; i++) {
            archive.special('L', bytes("n\0"));
        }
        return archive.file("a", "1").bytes();
    }
}
