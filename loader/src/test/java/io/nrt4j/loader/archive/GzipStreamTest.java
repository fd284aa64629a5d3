package io.nrt4j.loader.archive;

import static io.nrt4j.loader.archive.Archives.TWO_FILES;
import static io.nrt4j.loader.archive.Archives.UNRECOGNIZED;
import static io.nrt4j.loader.archive.Archives.assertRefused;
import static io.nrt4j.loader.archive.Archives.read;
import static io.nrt4j.loader.archive.Archives.twoFiles;
import static io.nrt4j.loader.testing.TarFixture.concat;
import static io.nrt4j.loader.testing.TarFixture.gzip;
import static io.nrt4j.loader.testing.TarFixture.tar;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every row of container.md §9.2: gzip streams that load, and those that are refused with which line. */
class GzipStreamTest {
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
}
