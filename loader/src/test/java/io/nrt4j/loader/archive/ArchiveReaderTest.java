package io.nrt4j.loader.archive;

import static io.nrt4j.loader.diagnostics.LoadStage.ARCHIVE;
import static io.nrt4j.loader.testing.Failures.assertFails;
import static io.nrt4j.loader.testing.TarFixture.concat;
import static io.nrt4j.loader.testing.TarFixture.gzip;
import static io.nrt4j.loader.testing.TarFixture.tar;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.nrt4j.loader.archive.ArchiveOptions.NameLocale;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.testing.TarFixture;
import io.nrt4j.loader.testing.TarFixture.Header;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every row of container.md §9.2 to §9.4: what loads, and what is refused with which line.
 *
 * <p>All lines come from {@code neff_parse} with status 2 unless said.
 */
class ArchiveReaderTest {
    private static final String UNRECOGNIZED = "Failed to open NEFF Unrecognized archive format";
    private static final String DAMAGED = "failure while reading NEFF metadata Damaged tar archive";

    // ---- §9.2 gzip filter

    private static byte[] twoFiles() {
        return tar().file("a", "first").file("b", "second").end().bytes();
    }

    private static final Map<String, String> TWO_FILES = members("a", "first", "b", "second");

    static Stream<Arguments> loadableStreams() {
        byte[] zipped = gzip(twoFiles());
        byte[] first = tar().file("a", "first").bytes();
        byte[] second = tar().file("b", "second").end().bytes();
        byte[] wrongCrc = zipped.clone();
        wrongCrc[zipped.length - 8] ^= 0x55;
        byte[] wrongSize = zipped.clone();
        wrongSize[zipped.length - 1] ^= 0x55;
        byte[] deflated = Arrays.copyOfRange(zipped, 10, zipped.length);
        return Stream.of(
                arguments("plain", zipped),
                arguments("zero fill", concat(zipped, new byte[7839])),
                arguments("garbage behind", concat(zipped, "garbage".getBytes(UTF_8))),
                arguments("half a gzip magic behind", concat(zipped, new byte[] {0x1f, (byte) 0x8b})),
                arguments("member of another method behind", concat(zipped, new byte[] {0x1f, (byte) 0x8b, 7, 0})),
                arguments("second member", concat(gzip(first), gzip(second))),
                arguments("second member and fill", concat(gzip(first), gzip(second), new byte[500])),
                arguments("empty member between", concat(gzip(first), gzip(new byte[0]), gzip(second))),
                arguments("wrong CRC", wrongCrc),
                arguments("wrong ISIZE", wrongSize),
                arguments("gzip in gzip", gzip(zipped)),
                arguments(
                        "gzip in gzip in gzip, each padded",
                        gzip(concat(gzip(concat(zipped, new byte[9])), new byte[9]))),
                arguments("file name", concat(header(8, "name\0"), deflated)),
                arguments("extra field", concat(header(4, "\3\0abc"), deflated)),
                arguments("comment", concat(header(16, "words\0"), deflated)),
                arguments("header CRC that is wrong", concat(header(2, "xx"), deflated)),
                arguments("all of them", concat(header(4 | 8 | 16 | 2, "\2\0IGname\0words\0xx"), deflated)),
                arguments("bare tar", twoFiles()));
    }

    private static byte[] header(int flags, String rest) {
        return concat(new byte[] {0x1f, (byte) 0x8b, 8, (byte) flags, 0, 0, 0, 0, 0, 3}, rest.getBytes(ISO_8859_1));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("loadableStreams")
    void readsGzipStreams(String name, byte[] payload) {
        assertThat(read(payload)).isEqualTo(TWO_FILES);
    }

    static Stream<Arguments> brokenStreams() {
        byte[] zipped = gzip(twoFiles());
        byte[] reservedFlag = zipped.clone();
        reservedFlag[3] = 0x20;
        return Stream.of(
                arguments("empty", new byte[0], UNRECOGNIZED),
                arguments("511 bytes", new byte[511], UNRECOGNIZED),
                arguments("text", "x".repeat(600).getBytes(UTF_8), UNRECOGNIZED),
                arguments("gzip of nothing", gzip(new byte[0]), UNRECOGNIZED),
                arguments("gzip of text", gzip("x".repeat(600).getBytes(UTF_8)), UNRECOGNIZED),
                arguments("zip", "PK\3\4".concat("x".repeat(600)).getBytes(UTF_8), UNRECOGNIZED),
                arguments("xz", "\u00fd7zXZ\0".concat("x".repeat(600)).getBytes(ISO_8859_1), UNRECOGNIZED),
                arguments("reserved flag", reservedFlag, UNRECOGNIZED),
                arguments("header alone", Arrays.copyOf(zipped, 10), "Failed to open NEFF truncated gzip input"),
                arguments("9 bytes", Arrays.copyOf(zipped, 9), UNRECOGNIZED),
                arguments("name without end", concat(header(8, "name")), UNRECOGNIZED),
                arguments("extra field too long", header(4, "\377\377abc"), "Failed to open NEFF truncated gzip input"),
                arguments("cut deflate", Arrays.copyOf(zipped, 40), "Failed to open NEFF truncated gzip input"),
                arguments("no trailer", Arrays.copyOf(zipped, zipped.length - 8), "Failed to open NEFF (null)"),
                arguments("7 bytes of trailer", Arrays.copyOf(zipped, zipped.length - 1), "Failed to open NEFF (null)"),
                arguments(
                        "invalid deflate",
                        concat(header(0, ""), new byte[] {(byte) 0xFF, (byte) 0xFF}),
                        "Failed to open NEFF gzip decompression failed"),
                arguments(
                        "second member broken",
                        concat(zipped, header(0, ""), new byte[] {(byte) 0xFF, (byte) 0xFF}),
                        "Failed to open NEFF gzip decompression failed"),
                arguments(
                        "second member without body",
                        concat(zipped, header(0, "")),
                        "Failed to open NEFF truncated gzip input"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("brokenStreams")
    void refusesBrokenStreamsAtOpen(String name, byte[] payload, String line) {
        assertRefused(payload, line);
    }

    /**
     * A window of 64 KiB is filled as a whole or lost as a whole: a fault in the second window is met by the member
     * that needs its first byte.
     */
    @Test
    void aBrokenWindowIsLostAsAWhole() {
        byte[] noise = new byte[100_000];
        new Random(1).nextBytes(noise);
        byte[] archive = tar().file("small", "x")
                .file("large", noise)
                .file("last", "y")
                .end()
                .bytes();
        byte[] zipped = gzip(archive);
        byte[] cut = Arrays.copyOf(zipped, zipped.length - 20);
        assertRefused(cut, "(open NEFF) failed to read large, expected 100000, got -30");
        byte[] broken = concat(zipped, header(0, ""), new byte[] {(byte) 0xFF, (byte) 0xFF});
        assertRefused(broken, "(open NEFF) failed to read large, expected 100000, got -30");
        byte[] untrailed = Arrays.copyOf(zipped, zipped.length - 1);
        assertRefused(untrailed, "(open NEFF) failed to read large, expected 100000, got -30");
    }

    @Test
    void aFaultBetweenMembersIsMetByTheNextHeader() {
        byte[] noise = new byte[65536 - 512];
        new Random(1).nextBytes(noise);
        byte[] first = tar().file("first", noise).bytes();
        byte[] zipped = gzip(concat(first, tar().file("second", "y").end().bytes()));
        assertRefused(
                Arrays.copyOf(zipped, zipped.length - 20), "failure while reading NEFF metadata truncated gzip input");
        assertRefused(Arrays.copyOf(zipped, zipped.length - 1), "failure while reading NEFF metadata (null)");
    }

    /** libarchive stacks at most 25 filters; one that never ends is a gzip quine. */
    @Test
    void tooManyFiltersAreRefused() {
        byte[] payload = twoFiles();
        for (int i = 0; i < 24; i++) {
            payload = gzip(payload);
        }
        assertThat(read(payload)).isEqualTo(TWO_FILES);
        assertRefused(gzip(payload), "Failed to open NEFF Input requires too many filters for decoding");
    }

    // ---- §9.3 tar reader

    static Stream<Arguments> loadableArchives() {
        return Stream.of(
                arguments(
                        "POSIX ustar",
                        tar().file("a", "first").file("b", "second").end(),
                        TWO_FILES),
                arguments("no end mark", tar().file("a", "first").file("b", "second"), TWO_FILES),
                arguments(
                        "one zero block, then more",
                        tar().file("a", "1").raw(new byte[512]).file("b", "2").end(),
                        members("a", "1")),
                arguments(
                        "two zero blocks, then garbage",
                        tar().file("a", "1").end().raw("garbage".getBytes(UTF_8)),
                        members("a", "1")),
                arguments("nothing but an end mark", tar().end(), members()),
                arguments("one zero block", tar().raw(new byte[512]), members()),
                arguments(
                        "GNU and V7 mixed in",
                        tar().file("a", "1")
                                .entry(Header.gnu("b").size(1), bytes("2"))
                                .entry(Header.v7("c").size(1), bytes("3"))
                                .end(),
                        members("a", "1", "b", "2", "c", "3")),
                arguments(
                        "prefix",
                        tar().entry(Header.ustar("n").at(345, "some/prefix").size(1), bytes("1"))
                                .entry(Header.ustar("n").at(345, "slash/").size(1), bytes("2"))
                                .end(),
                        members("some/prefix/n", "1", "slash/n", "2")),
                arguments(
                        "no prefix in the GNU dialect",
                        tar().entry(Header.gnu("n").at(345, "notaprefix").size(1), bytes("1"))
                                .end(),
                        members("n", "1")),
                arguments("name of 100 bytes", tar().file("n".repeat(100), "1").end(), members("n".repeat(100), "1")),
                arguments(
                        "pax path",
                        tar().pax('x', "path=real/name").file("short", "1").end(),
                        members("real/name", "1")),
                arguments(
                        "pax path of Sun's tar",
                        tar().pax('X', "path=real/name").file("short", "1").end(),
                        members("real/name", "1")),
                arguments(
                        "last pax path, others ignored",
                        tar().pax('x', "path=one", "comment=x", "path=two", "VENDOR.key=y")
                                .file("short", "1")
                                .end(),
                        members("two", "1")),
                arguments(
                        "empty pax path",
                        tar().pax('x', "path=").file("short", "1").end(),
                        members("short", "1")),
                arguments(
                        "pax size",
                        tar().pax('x', "size=6")
                                .entry(Header.ustar("a").size(0), bytes("123456"))
                                .end(),
                        members("a", "123456")),
                arguments(
                        "global pax records are ignored",
                        tar().pax('g', "path=global")
                                .file("own", "1")
                                .file("other", "2")
                                .end(),
                        members("own", "1", "other", "2")),
                arguments(
                        "pax header without records",
                        tar().special('x', new byte[0]).file("a", "1").end(),
                        members("a", "1")),
                arguments(
                        "global pax header at the end",
                        tar().file("a", "1").pax('g', "comment=x").end(),
                        members("a", "1")),
                arguments(
                        "GNU long name",
                        tar().special('L', bytes("long/".repeat(60) + "x\0"))
                                .file("short", "1")
                                .end(),
                        members("long/".repeat(60) + "x", "1")),
                arguments(
                        "GNU long name wins over a pax path",
                        tar().special('L', bytes("long\0"))
                                .pax('x', "path=pax")
                                .file("short", "1")
                                .end(),
                        members("long", "1")),
                arguments(
                        "GNU long link is read and dropped",
                        tar().special('K', bytes("target\0")).file("a", "1").end(),
                        members("a", "1")),
                arguments(
                        "volume label",
                        tar().entry(Header.gnu("label").type('V'))
                                .file("a", "1")
                                .end(),
                        members("a", "1")),
                arguments(
                        "nothing but a volume label",
                        tar().entry(Header.gnu("label").type('V')).end(),
                        members()),
                arguments(
                        "Solaris ACL",
                        tar().special('A', bytes("1000003\0user::rwx,group::r-x,other:---\0"))
                                .file("a", "1")
                                .end(),
                        members("a", "1")),
                arguments(
                        "Solaris ACLs of both families",
                        tar().special('A', bytes("1000003\0user::rwx,default:group:joe:r-x:5,mask::r\0"))
                                .file("a", "1")
                                .special('A', bytes("3000001\0owner@:rwxp:fd:allow,user:joe:r::deny:5\0"))
                                .file("b", "2")
                                .special('A', bytes("1000001\0other:rz\0"))
                                .file("c", "3")
                                .end(),
                        members("a", "1", "b", "2", "c", "3")),
                arguments(
                        "base-256 size",
                        tar().entry(Header.gnu("a").at(124, "\u0080\0\0\0\0\0\0\0\0\0\0\3"), bytes("123"))
                                .end(),
                        members("a", "123")),
                arguments(
                        "size with blanks",
                        tar().entry(Header.gnu("a").at(124, "          3 "), bytes("123"))
                                .end(),
                        members("a", "123")),
                arguments(
                        "size without a terminator",
                        tar().entry(Header.gnu("a").at(124, "000000000003"), bytes("123"))
                                .end(),
                        members("a", "123")),
                arguments(
                        "signed checksum",
                        tar().raw(signedChecksum(Header.ustar("a\u00e9").size(1)))
                                .data(bytes("1"))
                                .end(),
                        members("a\u00e9", "1")),
                arguments(
                        "types with data",
                        tar().entry(Header.v7("nul").type('\0').size(1), bytes("1"))
                                .entry(Header.ustar("contiguous").type('7').size(1), bytes("2"))
                                .entry(Header.ustar("unknown").type('Z').size(1), bytes("3"))
                                .entry(Header.ustar("oldgnu").type('N').size(1), bytes("4"))
                                .end(),
                        members("nul", "1", "contiguous", "2", "unknown", "3", "oldgnu", "4")),
                arguments(
                        "types without data",
                        tar().entry(Header.ustar("hard").type('1').at(157, "a"))
                                .entry(Header.ustar("symbolic").type('2').at(157, "a"))
                                .entry(Header.ustar("char").type('3'))
                                .entry(Header.ustar("block").type('4'))
                                .entry(Header.ustar("fifo").type('6'))
                                .file("a", "1")
                                .end(),
                        members("hard", "", "symbolic", "", "char", "", "block", "", "fifo", "", "a", "1")),
                arguments(
                        "symbolic link with a size is empty",
                        tar().entry(Header.ustar("s").type('2').size(100))
                                .file("a", "1")
                                .end(),
                        members("s", "", "a", "1")),
                arguments(
                        "hard link with a size, GNU: the size is dropped",
                        tar().entry(Header.gnu("h").type('1').size(1))
                                .file("a", "1")
                                .end(),
                        members("h", "", "a", "1")),
                arguments(
                        "hard link with a size, POSIX without pax: the size is dropped",
                        tar().entry(Header.ustar("h").type('1').size(1))
                                .file("a", "1")
                                .end(),
                        members("h", "", "a", "1")),
                arguments(
                        "hard link with a size behind a pax header: it has data",
                        tar().pax('x', "comment=x")
                                .entry(Header.ustar("h").type('1').size(1), bytes("2"))
                                .file("a", "1")
                                .end(),
                        members("h", "2", "a", "1")),
                arguments(
                        "directories",
                        tar().entry(Header.ustar("d").type('5'))
                                .entry(Header.ustar("posix").type('5').size(700))
                                .entry(Header.ustar("e/"))
                                .entry(Header.gnu("incremental").type('D').size(3), bytes("Yab"))
                                .file("a", "1")
                                .end(),
                        members("a", "1")),
                arguments(
                        "old GNU sparse file",
                        tar().entry(
                                        Header.gnu("s")
                                                .type('S')
                                                .size(4)
                                                .at(386, "%011o\0%011o\0".formatted(2, 2))
                                                .at(410, "%011o\0%011o\0".formatted(6, 2))
                                                .at(483, "%011o\0".formatted(8)),
                                        bytes("abcd"))
                                .end(),
                        members("s", "\0\0ab\0\0cd")),
                arguments(
                        "pax sparse 0.1",
                        tar().pax('x', "GNU.sparse.name=real", "GNU.sparse.size=8", "GNU.sparse.map=2,2,6,2")
                                .file("synthetic", "abcd")
                                .end(),
                        members("real", "\0\0ab\0\0cd")),
                arguments(
                        "pax sparse 1.0",
                        tar().pax(
                                        'x',
                                        "GNU.sparse.major=1",
                                        "GNU.sparse.minor=0",
                                        "GNU.sparse.name=real",
                                        "GNU.sparse.realsize=8")
                                .entry(
                                        Header.ustar("synthetic").size(516),
                                        concat(sparseMap("2\n2\n2\n6\n2\n"), bytes("abcd")))
                                .end(),
                        members("real", "\0\0ab\0\0cd")),
                arguments(
                        "holes of Solaris are stored and passed over",
                        tar().pax('x', "SUN.holesdata= 2 4").file("s", "xxab").end(),
                        members("s", "\0\0ab")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("loadableArchives")
    void readsArchives(String name, TarFixture archive, Map<String, String> expected) {
        assertThat(read(archive.bytes())).isEqualTo(expected);
        assertThat(read(archive.gzipped())).isEqualTo(expected);
    }

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

    // ---- names: §9.3 (locale), §9.4, §17

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

    // ---- §5 #9 and §9.5

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

    // ---- helpers

    private static void assertRefused(byte[] payload, String line) {
        assertFails(() -> open(payload, ArchiveOptions.DEFAULT), 2, ARCHIVE, "NEFF", "neff_parse", line);
    }

    private static Map<String, String> read(byte[] payload) {
        try (MemberTable table = open(payload, ArchiveOptions.DEFAULT)) {
            return contents(table);
        }
    }

    private static MemberTable open(byte[] payload, ArchiveOptions options) {
        try (ByteSource source = ByteSource.of(payload)) {
            return ArchiveReader.read(source, options, Nlog.silent());
        }
    }

    private static Map<String, String> contents(MemberTable table) {
        Map<String, String> contents = new LinkedHashMap<>();
        table.members()
                .forEach(member -> contents.put(member.name(), member.content().toString(ISO_8859_1)));
        return contents;
    }

    private static Map<String, String> members(String... namesAndContents) {
        Map<String, String> members = new LinkedHashMap<>();
        for (int i = 0; i < namesAndContents.length; i += 2) {
            members.put(namesAndContents[i], namesAndContents[i + 1]);
        }
        return members;
    }

    private static byte[] specialHeaders(int count) {
        TarFixture archive = tar();
        for (int i = 0; i < count; i++) {
            archive.special('L', bytes("n\0"));
        }
        return archive.file("a", "1").bytes();
    }

    private static byte[] signedChecksum(Header header) {
        byte[] block = header.bytes();
        int sum = 8 * ' ';
        for (int i = 0; i < block.length; i++) {
            sum += i >= 148 && i < 156 ? 0 : block[i];
        }
        return header.withChecksum(sum);
    }

    private static byte[] sparseMap(String lines) {
        return Arrays.copyOf(bytes(lines), 512);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(ISO_8859_1);
    }
}
