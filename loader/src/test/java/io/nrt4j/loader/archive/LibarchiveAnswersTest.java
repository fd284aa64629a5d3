package io.nrt4j.loader.archive;

import static io.nrt4j.loader.diagnostics.LoadStage.ARCHIVE;
import static io.nrt4j.loader.testing.Failures.assertFails;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.netty.buffer.ByteBuf;
import io.nrt4j.loader.archive.ArchiveOptions.NameLocale;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.container.ContainerOptions;
import io.nrt4j.loader.container.NeffContainer;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.testing.Corpus;
import io.nrt4j.loader.testing.DirectMemory;
import io.nrt4j.loader.testing.NeffFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The archives that two archive libraries keep as test resources, with what a stock libarchive 3.6.2 in the C locale
 * answers for each: the same members, bytes, statuses and texts. Source: corpus/tars/README.md.
 *
 * <p>One kind of answer is not libarchive's: of the sparse member {@code sparse2}, 99000001 bytes long, the recording
 * left the content out and noted 0 bytes. The library itself gives all of them, with the digest below.
 */
@Tag("corpus")
class LibarchiveAnswersTest {
    private static final ArchiveOptions C_LOCALE = new ArchiveOptions(ArchiveLimits.DEFAULT, NameLocale.C);

    private static final String NOT_RECORDED = "sparse2";
    private static final long NOT_RECORDED_SIZE = 99_000_001;
    private static final String NOT_RECORDED_SHA256 = "bdecf207c3105a8b";

    static Stream<String> archives() {
        if (!Corpus.present()) {
            return Stream.empty();
        }
        List<String> names = new ArrayList<>();
        Corpus.json("tars/manifest.json").fieldNames().forEachRemaining(names::add);
        return names.stream();
    }

    @ParameterizedTest
    @MethodSource("archives")
    void readerAnswersAsLibarchive(String name) throws IOException {
        JsonNode expected = Corpus.json("tars/manifest.json").get(name);
        LastError error = new LastError();
        byte[] payload = payload(name);
        ArchiveGuard guard = new ArchiveGuard(ArchiveLimits.NONE, payload.length);
        try (ByteSource source = ByteSource.of(payload);
                InputPipeline input = new InputPipeline(source, error, guard)) {
            if (!input.open()) {
                assertThat(expected.get("open").asInt()).isEqualTo(ArchiveStatus.FATAL.code());
                assertThat(error.text()).isEqualTo(expected.get("error").textValue());
                return;
            }
            assertThat(expected.get("open").asInt()).isZero();
            TarReader tar = new TarReader(input.top(), error, new NameCharset(NameLocale.C), guard.sparseLimit());
            for (JsonNode member : expected.get("members")) {
                assertThat(tar.next()).isEqualTo(ArchiveStatus.OK);
                assertMember(tar, member);
            }
            assertThat(tar.next().code()).isEqualTo(expected.get("end").asInt());
            assertThat(error.text()).isEqualTo(expected.get("error").textValue());
        }
    }

    private static void assertMember(TarReader tar, JsonNode member) {
        TarEntry entry = tar.entry();
        assertThat(new String(entry.name, ISO_8859_1))
                .isEqualTo(member.get("name").textValue());
        assertThat(Integer.toOctalString(entry.fileType()))
                .isEqualTo(member.get("filetype").textValue());
        assertThat(entry.size).isEqualTo(member.get("size").asLong());
        MessageDigest digest = Sha256.newDigest();
        long got = readToEnd(tar, digest);
        assertThat(got).as(member.get("name").textValue()).isEqualTo(got(member));
        if (got >= 0) {
            assertThat(Sha256.hex(digest)).startsWith(sha256(member));
        }
    }

    /** As the recorded answers were made: read until the end of the entry is reported, padding included. */
    private static long readToEnd(TarReader tar, MessageDigest digest) {
        long done = 0;
        while (true) {
            ArchiveStatus status = tar.nextData();
            if (status != ArchiveStatus.OK) {
                return status == ArchiveStatus.EOF ? done : status.code();
            }
            assertThat(tar.dataOffset()).isGreaterThanOrEqualTo(done);
            digest.update(new byte[(int) (tar.dataOffset() - done)]);
            digest.update(tar.dataBuffer().nioBuffer(tar.dataIndex(), tar.dataLength()));
            done = tar.dataOffset() + tar.dataLength();
        }
    }

    /** The same archives behind a NEFF header: what the runtime's walk makes of libarchive's answers. */
    @ParameterizedTest
    @MethodSource("archives")
    void loaderWalksAsTheRuntime(String name) throws Exception {
        JsonNode expected = Corpus.json("tars/manifest.json").get(name);
        byte[] payload = payload(name);
        byte[] neff = NeffFixture.of(payload)
                .packager(payload[0] == 0x1f ? 2 : 1)
                .rightHash()
                .bytes();
        long before = DirectMemory.inUse();
        String failure = expectedFailure(expected);
        if (failure == null) {
            try (MemberTable table = read(neff)) {
                assertThat(digests(table)).isEqualTo(expectedDigests(expected));
            }
        } else {
            assertFails(() -> read(neff), 2, ARCHIVE, "NEFF", "neff_parse", failure);
        }
        assertThat(DirectMemory.inUse()).isEqualTo(before);
    }

    private static MemberTable read(byte[] neff) {
        try (ByteSource source = ByteSource.of(neff)) {
            Nlog nlog = Nlog.silent();
            NeffContainer container = NeffContainer.parse(source, ContainerOptions.DEFAULT, nlog);
            return ArchiveReader.read(container.payload(), C_LOCALE, nlog);
        }
    }

    private static String expectedFailure(JsonNode answer) {
        String error =
                answer.get("error").isNull() ? "(null)" : answer.get("error").textValue();
        if (answer.get("open").asInt() != 0) {
            return "Failed to open NEFF " + error;
        }
        for (JsonNode member : answer.get("members")) {
            long size = member.get("size").asLong();
            long got = got(member);
            if (!isDirectory(member) && got != size) {
                return "(open NEFF) failed to read %s, expected %d, got %d".formatted(memberName(member), size, got);
            }
        }
        return answer.get("end").asInt() == 1 ? null : "failure while reading NEFF metadata " + error;
    }

    private static Map<String, String> expectedDigests(JsonNode answer) {
        Map<String, String> digests = new LinkedHashMap<>();
        for (JsonNode member : answer.get("members")) {
            if (!isDirectory(member)) {
                digests.put(memberName(member), sha256(member));
            }
        }
        return digests;
    }

    private static Map<String, String> digests(MemberTable table) {
        Map<String, String> digests = new LinkedHashMap<>();
        for (Member member : table.members()) {
            MessageDigest digest = Sha256.newDigest();
            for (ByteBuf chunk : member.chunks()) {
                digest.update(chunk.nioBuffer());
            }
            digests.put(member.name(), Sha256.hex(digest).substring(0, 16));
        }
        return digests;
    }

    private static long got(JsonNode member) {
        return isNotRecorded(member) ? NOT_RECORDED_SIZE : member.get("got").asLong();
    }

    private static String sha256(JsonNode member) {
        return isNotRecorded(member)
                ? NOT_RECORDED_SHA256
                : member.get("sha256").textValue();
    }

    private static boolean isNotRecorded(JsonNode member) {
        return member.get("name").textValue().equals(NOT_RECORDED)
                && member.get("size").asLong() == NOT_RECORDED_SIZE;
    }

    private static boolean isDirectory(JsonNode member) {
        return member.get("filetype").textValue().equals("40000");
    }

    private static String memberName(JsonNode member) {
        return MemberName.of(member.get("name").textValue().getBytes(ISO_8859_1))
                .text();
    }

    private static byte[] payload(String name) throws IOException {
        return Files.readAllBytes(Corpus.root().resolve("tars").resolve(name));
    }
}
