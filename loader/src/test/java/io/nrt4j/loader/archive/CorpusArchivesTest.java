package io.nrt4j.loader.archive;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.netty.buffer.ByteBuf;
import io.nrt4j.loader.archive.ArchiveEntry.Fate;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.container.ContainerOptions;
import io.nrt4j.loader.container.HashCheck;
import io.nrt4j.loader.container.NeffContainer;
import io.nrt4j.loader.container.NeffHeader;
import io.nrt4j.loader.container.PayloadDigest;
import io.nrt4j.loader.container.PayloadDigest.Verdict;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.profile.RuntimeProfile;
import io.nrt4j.loader.testing.Corpus;
import io.nrt4j.loader.testing.DirectMemory;
import java.io.IOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** All real NEFFs against {@code corpus/manifest.json}, which an independent reader made. */
@Tag("corpus")
class CorpusArchivesTest {
    private static final ContainerOptions LENIENT = new ContainerOptions(RuntimeProfile.DEFAULT, HashCheck.LENIENT);

    /** container.md §9.4; three files of the first compilers have such a member. */
    private static final String PASSED_OVER = "wavegraph-bin.json";

    static Stream<Path> neffs() {
        return Corpus.neffs();
    }

    @ParameterizedTest
    @MethodSource("neffs")
    void headerEqualsTheManifest(Path file) throws IOException {
        JsonNode expected = Corpus.manifest().get(file.getFileName().toString());
        try (ByteSource source = ByteSource.open(file)) {
            NeffContainer container = NeffContainer.parse(source, LENIENT, Nlog.silent());
            NeffHeader header = container.header();
            assertThat(source.size()).isEqualTo(expected.get("size").asLong());
            assertThat(header.packageVersion())
                    .isEqualTo(expected.get("pkg_version").asLong());
            assertThat(header.headerSize())
                    .isEqualTo(expected.get("header_size").asLong());
            assertThat(header.dataSize()).isEqualTo(expected.get("data_size").asLong());
            assertThat(header.versionMajor())
                    .isEqualTo(expected.get("version").get(0).asLong());
            assertThat(header.versionMinor())
                    .isEqualTo(expected.get("version").get(1).asLong());
            assertThat(header.buildLabel())
                    .isEqualTo(expected.get("build_version").textValue());
            assertThat(header.numTpb()).isEqualTo(expected.get("num_tpb").asInt());
            assertThat(header.hash().toHex())
                    .isEqualTo(expected.get("hash_field").textValue());
            assertThat(header.uuid().toString().replace("-", ""))
                    .isEqualTo(expected.get("uuid").textValue());
            assertThat(header.modelName()).isEqualTo(expected.get("name").textValue());
            assertThat(header.requestedTpbCount())
                    .isEqualTo(expected.get("requested_tpb").asInt());
            assertThat(header.featureBits())
                    .isEqualTo(Long.decode(expected.get("feature_bits").textValue()));
            assertThat(header.vncSize()).isEqualTo(expected.get("lnc_size").asInt());
            assertThat(PayloadDigest.MD5.of(container.payload()).toHex())
                    .isEqualTo(expected.get("payload_md5").textValue());
            assertThat(PayloadDigest.MD5.verdict(container.payload(), header.hash()))
                    .isEqualTo(
                            expected.get("hash_mode").textValue().startsWith("swap32")
                                    ? Verdict.WORD_SWAPPED
                                    : Verdict.NATURAL);
        }
    }

    @ParameterizedTest
    @MethodSource("neffs")
    void tableEqualsTheManifest(Path file) throws IOException {
        JsonNode expected = Corpus.manifest().get(file.getFileName().toString()).get("members");
        long before = DirectMemory.inUse();
        try (MemberTable table = read(file)) {
            List<String> found = new ArrayList<>();
            for (Member member : table.members()) {
                found.add(line(member.name(), member.size(), sha256(member)));
            }
            List<String> kept = lines(expected).stream()
                    .filter(line -> !line.contains(PASSED_OVER))
                    .toList();
            assertThat(found).isEqualTo(kept);
            assertThat(table.duplicates()).isEmpty();
            for (JsonNode member : expected) {
                String name = member.get("name").textValue();
                assertThat(table.find(name).isPresent()).isEqualTo(!name.endsWith(PASSED_OVER));
            }
        }
        assertThat(DirectMemory.inUse()).isEqualTo(before);
    }

    @ParameterizedTest
    @MethodSource("neffs")
    void listingEqualsTheManifest(Path file) throws IOException {
        JsonNode expected = Corpus.manifest().get(file.getFileName().toString());
        JsonNode gzip = expected.get("gzip");
        long before = DirectMemory.inUse();
        try (ByteSource source = ByteSource.open(file)) {
            NeffContainer container = NeffContainer.parse(source, LENIENT, Nlog.silent());
            ArchiveListing listing = ArchiveSurvey.of(container.payload(), ArchiveOptions.DEFAULT);
            assertThat(listing.filters()).isEqualTo(1);
            assertThat(listing.gzipMembers()).hasSize(1);
            GzipMember member = listing.gzipMembers().get(0);
            assertThat(member.flags()).isEqualTo(gzip.get("flags").asInt());
            assertThat(member.extraFlags()).isEqualTo(gzip.get("xfl").asInt());
            assertThat(member.os()).isEqualTo(gzip.get("os").asInt());
            assertThat(member.crcMatches() && member.sizeMatches()).isTrue();
            assertThat(listing.storedLength())
                    .isEqualTo(gzip.get("stream_bytes").asLong());
            assertThat(listing.padding())
                    .isEqualTo(gzip.get("trailing_zero_bytes").asLong());
            assertThat(listing.paddingIsZero()).isTrue();
            assertThat(listing.tarLength()).isEqualTo(expected.get("tar_bytes").asLong());
            assertThat(listing.tarSha256()).isEqualTo(expected.get("tar_sha256").textValue());
            assertThat(listing.tailIsZero()).isTrue();
            assertThat(listing.findings()).isEmpty();
            assertThat(listing.isLoadable()).isTrue();
            List<String> found = listing.entries().stream()
                    .map(e -> line(e.path(), e.size(), e.sha256()))
                    .toList();
            assertThat(found).isEqualTo(lines(expected.get("members")));
            assertThat(listing.entries()).allMatch(e -> e.bytesRead() == e.size());
            assertThat(listing.entries())
                    .allMatch(e -> e.fate() == (e.path().endsWith(PASSED_OVER) ? Fate.IGNORED : Fate.MEMBER));
        }
        assertThat(DirectMemory.inUse()).isEqualTo(before);
    }

    private static MemberTable read(Path file) throws IOException {
        try (ByteSource source = ByteSource.open(file)) {
            NeffContainer container = NeffContainer.parse(source, LENIENT, Nlog.silent());
            return ArchiveReader.read(container.payload(), ArchiveOptions.DEFAULT, Nlog.silent());
        }
    }

    private static List<String> lines(JsonNode members) {
        List<String> lines = new ArrayList<>();
        for (JsonNode member : members) {
            lines.add(line(
                    member.get("name").textValue(),
                    member.get("size").asLong(),
                    member.get("sha256").textValue()));
        }
        return lines;
    }

    /** The manifest keeps the first 16 digits of each digest. */
    private static String line(String name, long size, String sha256) {
        return name + " " + size + " " + sha256.substring(0, 16);
    }

    private static String sha256(Member member) {
        MessageDigest digest = Sha256.newDigest();
        for (ByteBuf chunk : member.chunks()) {
            digest.update(chunk.nioBuffer());
        }
        return Sha256.hex(digest);
    }
}
