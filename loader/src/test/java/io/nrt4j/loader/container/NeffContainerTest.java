package io.nrt4j.loader.container;

import static io.nrt4j.loader.diagnostics.LoadStage.CONTAINER;
import static io.nrt4j.loader.testing.Failures.assertFails;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.diagnostics.RuntimeAbortException;
import io.nrt4j.loader.profile.RuntimeProfile;
import io.nrt4j.loader.testing.NeffFixture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every check of the container in its order, with its exact line and status. */
class NeffContainerTest {
    private static final byte[] PAYLOAD = "not looked at here".getBytes(UTF_8);
    private static final String NEWER =
            "This NEFF (version: 2.%d, features: 0x%s) has been compiled by a newer version of Neuron compiler."
                    + " Features supported by this Neuron Runtime: 0x7ffffff. Please update the"
                    + " aws-neuronx-runtime-lib package to the latest version.";

    /** container.md §4, test vectors. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0x400 |    0 | Invalid number of NEFF bytes received 0",
                "0x400 |    1 | Invalid number of NEFF bytes received 1",
                "0x400 | 1023 | Invalid number of NEFF bytes received 3ff",
                "0x400 | 1024 | Invalid NEFF file size hdr sz: 400, file sz: 400:",
                "0x500 | 1280 | Invalid NEFF file size hdr sz: 500, file sz: 500:",
                "0x500 | 1279 | Invalid NEFF file size hdr sz: 500, file sz: 4ff:",
                "-1    | 5000 | Invalid NEFF file size hdr sz: ffffffffffffffff, file sz: 1388:",
            })
    void preflightRefuses(long headerSize, int fileLength, String line) {
        NeffFixture file = NeffFixture.of(PAYLOAD).headerSize(headerSize).fileLength(fileLength);
        assertFails(() -> preflight(file), 2, CONTAINER, "NEFF", "neff_get_header_from_buffer", line);
        assertFails(() -> parse(file), 2, CONTAINER, "NEFF", "neff_get_header_from_buffer", line);
    }

    /** container.md §4 #1. */
    @Test
    void preflightRefusesANullPointer() {
        assertFails(
                () -> NeffContainer.preflight(null, Nlog.silent()),
                2,
                CONTAINER,
                "NEFF",
                "neff_get_header_from_buffer",
                "Invalid NEFF buffer");
    }

    /** container.md §4: size 1025 passes, as do a header_size of 0 and any below the file size. */
    @ParameterizedTest
    @CsvSource({"0x400, 1025", "0, 1024", "0x500, 5000"})
    void preflightAccepts(long headerSize, int fileLength) {
        NeffHeader header =
                preflight(NeffFixture.of(PAYLOAD).headerSize(headerSize).fileLength(fileLength));
        assertThat(header.headerSize()).isEqualTo(headerSize);
    }

    /** container.md §4: the payload is read from 0x400 whatever header_size says. */
    @Test
    void payloadStartsAt0x400() {
        NeffContainer container =
                parse(NeffFixture.of(PAYLOAD).headerSize(0x405).fileLength(5000));
        assertThat(bytes(container.payload())).isEqualTo(PAYLOAD);
    }

    /** container.md §1: bytes behind the payload are ignored. */
    @Test
    void payloadEndsWithDataSize() {
        NeffContainer container = parse(NeffFixture.of(PAYLOAD).dataSize(3).fileLength(2000));
        assertThat(bytes(container.payload())).isEqualTo("not".getBytes(UTF_8));
    }

    /** container.md §5, test vectors for #2 and #3; errors.md §4, C4 and C5. */
    static Stream<Arguments> refusedVersions() {
        return Stream.of(
                arguments(3, 0, 0L, "NEFF version: 3.0 is not supported, accepted version range: 0.x-2.x"),
                arguments(3, 7, 0L, "NEFF version: 3.7 is not supported, accepted version range: 0.x-2.x"),
                arguments(
                        -1,
                        -1,
                        0L,
                        "NEFF version: 18446744073709551615.18446744073709551615 is not supported,"
                                + " accepted version range: 0.x-2.x"),
                arguments(2, 0, 0x8000000L, NEWER.formatted(0, "8000000")),
                arguments(2, 0, 0x8000C00L, NEWER.formatted(0, "8000000")),
                arguments(2, 5, 0xC00L | 1L << 40, NEWER.formatted(5, "10000000000")),
                arguments(2, 0, -1L, NEWER.formatted(0, "7ffffffff8000000")));
    }

    @ParameterizedTest
    @MethodSource("refusedVersions")
    void refusesVersionsAndFeatures(long major, long minor, long features, String line) {
        NeffFixture file = NeffFixture.of(PAYLOAD).version(major, minor).features(features);
        assertFails(() -> parse(file), 10, CONTAINER, "NEFF", "neff_parse", line);
    }

    /** container.md §5: the trapdoor is armed for major 2 only, and bit 63 is never tested. */
    @ParameterizedTest
    @CsvSource({"2, 7, 0x7FFFFFF", "2, 0, 0x8000000000000000", "2, 99, 0", "1, 0, 0x8000000", "0, 0, 0xFFFFFFFFFFFFFFFF"
    })
    void acceptsVersionsAndFeatures(long major, long minor, String features) {
        long bits = Long.parseUnsignedLong(features.replace("0x", ""), 16);
        NeffContainer container =
                parse(NeffFixture.of(PAYLOAD).version(major, minor).features(bits));
        assertThat(container.header().featureBits()).isEqualTo(bits);
    }

    /** container.md §5 #4: data_size against the file size less 1024; the whole file size is printed. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0x13  | Invalid NEFF data size(13 vs 412)",
                "0x412 | Invalid NEFF data size(412 vs 412)",
                "-1    | Invalid NEFF data size(ffffffffffffffff vs 412)",
                "0x8000000000000000 | Invalid NEFF data size(8000000000000000 vs 412)",
            })
    void refusesMissingPayload(String dataSize, String line) {
        long size = dataSize.startsWith("0x")
                ? Long.parseUnsignedLong(dataSize.substring(2), 16)
                : Long.parseLong(dataSize);
        assertFails(() -> parse(NeffFixture.of(PAYLOAD).dataSize(size)), 2, CONTAINER, "NEFF", "neff_parse", line);
    }

    /** container.md §5 #5c. */
    @ParameterizedTest
    @CsvSource({"0, 0", "3, 3", "-1, 18446744073709551615"})
    void refusesOtherPackagers(long packager, String printed) {
        assertFails(
                () -> parse(NeffFixture.of(PAYLOAD).packager(packager)),
                10,
                CONTAINER,
                "NEFF",
                "neff_parse",
                "Unsupported NEFF packager: " + printed);
    }

    /** container.md §5: with two faults the earlier check speaks. */
    static Stream<Arguments> twoFaults() {
        return Stream.of(
                arguments(
                        fixture().headerSize(0x412).version(3, 0),
                        2,
                        "neff_get_header_from_buffer",
                        "Invalid NEFF file size hdr sz: 412, file sz: 412:"),
                arguments(
                        fixture().version(3, 0).features(1L << 30),
                        10,
                        "neff_parse",
                        "NEFF version: 3.0 is not supported, accepted version range: 0.x-2.x"),
                arguments(
                        fixture().version(3, 0).dataSize(-1),
                        10,
                        "neff_parse",
                        "NEFF version: 3.0 is not supported, accepted version range: 0.x-2.x"),
                arguments(fixture().features(1L << 30).dataSize(-1), 10, "neff_parse", NEWER.formatted(0, "40000000")),
                arguments(fixture().features(1L << 30).packager(9), 10, "neff_parse", NEWER.formatted(0, "40000000")),
                arguments(fixture().dataSize(19).packager(9), 2, "neff_parse", "Invalid NEFF data size(13 vs 412)"),
                arguments(fixture().dataSize(19), 2, "neff_parse", "Invalid NEFF data size(13 vs 412)"),
                arguments(fixture().packager(9), 10, "neff_parse", "Unsupported NEFF packager: 9"));
    }

    @ParameterizedTest
    @MethodSource("twoFaults")
    void theEarlierFaultIsReported(NeffFixture file, int status, String function, String line) {
        assertFails(() -> parse(file, HashCheck.STRICT), status, CONTAINER, "NEFF", function, line);
    }

    private static NeffFixture fixture() {
        return NeffFixture.of(PAYLOAD);
    }

    /** container.md §6: off by default, then the whole table of digest forms and modes. */
    @ParameterizedTest
    @EnumSource(HashCheck.class)
    void acceptsTheNaturalDigestInEveryMode(HashCheck mode) {
        parse(fixture().packager(1).rightHash(), mode);
        parse(fixture().packager(2).rightHash(), mode);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void onlyTheLenientModeAcceptsTheSwappedDigest(int packager) {
        NeffFixture file = fixture().packager(packager);
        file.hash(PayloadDigest.wordSwapped(file.digest()));
        parse(file, HashCheck.OFF);
        parse(file, HashCheck.LENIENT);
        assertFails(() -> parse(file, HashCheck.STRICT), 2, CONTAINER, "NEFF", "neff_parse", mismatch(packager));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void refusesAnyOtherDigestUnlessOff(int packager) {
        NeffFixture file = fixture().packager(packager);
        parse(file, HashCheck.OFF);
        assertFails(() -> parse(file, HashCheck.STRICT), 2, CONTAINER, "NEFF", "neff_parse", mismatch(packager));
        assertFails(() -> parse(file, HashCheck.LENIENT), 2, CONTAINER, "NEFF", "neff_parse", mismatch(packager));
    }

    private static String mismatch(int packager) {
        return packager == 1 ? "SHA256 mismatch!" : "MD5 mismatch!";
    }

    /** container.md §6: SHA-256 counts with all 32 bytes, MD5 with the first 16. */
    @Test
    void comparesAsManyBytesAsTheDigestHas() {
        ByteField junk = ByteField.of(new byte[] {1, 2, 3, 4});
        byte[] md5 = fixture().digest().toBytes();
        byte[] longer = java.util.Arrays.copyOf(md5, 20);
        System.arraycopy(junk.toBytes(), 0, longer, 16, 4);
        parse(fixture().hash(ByteField.of(longer)), HashCheck.STRICT);

        byte[] sha = fixture().packager(1).digest().toBytes();
        sha[31] ^= 1;
        assertFails(
                () -> parse(fixture().packager(1).hash(ByteField.of(sha)), HashCheck.STRICT),
                2,
                CONTAINER,
                "NEFF",
                "neff_parse",
                "SHA256 mismatch!");
    }

    /** container.md §6: the line before hashing, at level DEBUG. */
    @Test
    void announcesTheVerification() {
        Nlog nlog = Nlog.silent();
        NeffContainer.parse(source(fixture().rightHash()), options(HashCheck.STRICT), nlog);
        assertThat(nlog.records()).extracting(LogRecord::message).containsExactly("Verifying the md5 hash");
        Nlog other = Nlog.silent();
        NeffContainer.parse(source(fixture().packager(1).rightHash()), options(HashCheck.STRICT), other);
        assertThat(other.records()).extracting(LogRecord::message).containsExactly("Verifying the sha256 hash");
    }

    /** container.md §6: an empty payload fails an assertion of the digest function. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | /opt/workspace/KaenaRuntime/kelf/neff.cpp:52:"
                        + " void sha256(const uint8_t*, size_t, uint8_t*): Assertion `len > 0' failed.",
                "2 | /opt/workspace/KaenaRuntime/kelf/neff.cpp:64:"
                        + " void md5(const uint8_t*, size_t, uint8_t*): Assertion `len > 0' failed.",
            })
    void anEmptyPayloadAborts(int packager, String text) {
        NeffFixture file = fixture().packager(packager).dataSize(0);
        RuntimeAbortException abort =
                catchThrowableOfType(RuntimeAbortException.class, () -> parse(file, HashCheck.STRICT));
        assertThat(abort).hasMessage(text);
        assertThat(abort.status()).isEqualTo(NrtStatus.NRT_FAILURE);
        assertThat(parse(file, HashCheck.OFF).payload().size()).isZero();
    }

    /** container.md §13 and errors.md §4: older runtimes, their masks and words. */
    static Stream<Arguments> olderRuntimes() {
        String notSupported = "NEFF version: 2.0, features: 0x%s are not supported.  Currently supporting: 0x%s";
        return Stream.of(
                arguments("1.6", 2, 0L, "NEFF version mismatch supported: 1.1 received: 2.0"),
                arguments("2.15", 2, 0x100L, notSupported.formatted("100", "800000000000001f")),
                arguments("2.15", 2, 0x20L, notSupported.formatted("20", "800000000000001f")),
                arguments("2.16", 2, 0x100L, notSupported.formatted("100", "80000000000000ff")),
                arguments("2.18.9", 2, 0xF00L, notSupported.formatted("f00", "80000000000000ff")),
                arguments(
                        "2.19.5.0",
                        2,
                        0x100000L,
                        "NEFF version 2.0 uses unsupported features: [0x100000]. Neuron Runtime NEFF supported features"
                                + " map: [0x1ff]. Please update the aws-neuronx-runtime-lib package"),
                arguments("2.19.5.0", 3, 0L, "NEFF version: 3.0 is not supported, accepted version range: 0.x-2.x"),
                arguments("2.31.24.0", 2, 0x8000000L, NEWER.formatted(0, "8000000")));
    }

    @ParameterizedTest
    @MethodSource("olderRuntimes")
    void olderRuntimesRefuseInTheirOwnWords(String version, long major, long features, String line) {
        ContainerOptions options =
                new ContainerOptions(RuntimeProfile.named(version).orElseThrow(), HashCheck.OFF);
        NeffFixture file = fixture().version(major, 0).features(features);
        assertFails(
                () -> NeffContainer.parse(source(file), options, Nlog.silent()),
                10,
                CONTAINER,
                "NEFF",
                "neff_parse",
                line);
    }

    @ParameterizedTest
    @CsvSource({"1.6, 1, 1, 0", "1.6, 1, 0, 256", "2.15, 2, 0, 0x1F", "2.16, 2, 0, 0xFF", "2.19, 2, 0, 0x1FF"})
    void olderRuntimesAcceptWhatTheyKnow(String version, long major, long minor, String features) {
        ContainerOptions options =
                new ContainerOptions(RuntimeProfile.named(version).orElseThrow(), HashCheck.OFF);
        NeffFixture file = fixture().version(major, minor).features(Long.decode(features));
        assertThat(NeffContainer.parse(source(file), options, Nlog.silent())
                        .header()
                        .versionMajor())
                .isEqualTo(major);
    }

    private static NeffHeader preflight(NeffFixture file) {
        return NeffContainer.preflight(source(file), Nlog.silent());
    }

    private static NeffContainer parse(NeffFixture file) {
        return parse(file, HashCheck.OFF);
    }

    private static NeffContainer parse(NeffFixture file, HashCheck mode) {
        return NeffContainer.parse(source(file), options(mode), Nlog.silent());
    }

    private static ContainerOptions options(HashCheck mode) {
        return new ContainerOptions(RuntimeProfile.DEFAULT, mode);
    }

    private static ByteSource source(NeffFixture file) {
        return ByteSource.of(file.bytes());
    }

    private static byte[] bytes(ByteSource source) {
        return io.netty.buffer.ByteBufUtil.getBytes(source.retainedSlice(0, (int) source.size()));
    }
}
