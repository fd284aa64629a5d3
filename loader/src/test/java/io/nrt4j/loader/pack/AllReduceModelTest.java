package io.nrt4j.loader.pack;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.nrt4j.loader.container.NeffHeader;
import io.nrt4j.loader.testing.AllReduceModel;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.junit.jupiter.api.Test;

/** The rebuilt model against what is known of the original. Expected values: container.md §14. */
class AllReduceModelTest {
    /** Where the shipped file lies, seen from the module's directory. */
    private static final Path SHIPPED = Path.of("..", "examples", "neffs", "allreduce.neff");

    @Test
    void theShippedFileIsWhatTheCodeBuilds() throws IOException {
        byte[] built = AllReduceModel.toByteArray();
        if (Boolean.getBoolean("nrt4j.regenerate")) {
            Files.write(SHIPPED, built);
        }
        assertThat(built).isEqualTo(Files.readAllBytes(SHIPPED)).isEqualTo(AllReduceModel.toByteArray());
    }

    @Test
    void headerFieldsAreTheOriginals() {
        NeffHeader header = NeffHeader.decode(Unpooled.wrappedBuffer(AllReduceModel.toByteArray()));

        assertThat(header.packageVersion()).isEqualTo(2);
        assertThat(header.headerSize()).isEqualTo(0x400);
        assertThat(header.versionMajor()).isEqualTo(2);
        assertThat(header.versionMinor()).isZero();
        assertThat(header.buildLabel()).isEqualTo("2.0.21884.0%kaena-tools/develop@6c66f4b");
        assertThat(header.numTpb()).isEqualTo(1);
        assertThat(header.hash().range(16, 32).toHex()).isEqualTo("30".repeat(16));
        assertThat(header.uuid()).hasToString("561826fb-125f-4bb8-991c-29e085c8949a");
        assertThat(header.modelName()).isEqualTo("x");
        assertThat(header.requestedTpbCount()).isEqualTo(1);
        assertThat(header.tpbPerNode().isZero()).isTrue();
        assertThat(header.featureBits()).isZero();
        assertThat(header.vncSize()).isEqualTo(1);
        assertThat(header.pad().isZero()).isTrue();
    }

    @Test
    void theTarHasTheOriginalsLayout() throws IOException {
        byte[] tar = tar();
        assertThat(tar).hasSize(20480);
        assertThat(new String(tar, 257, 8, java.nio.charset.StandardCharsets.ISO_8859_1))
                .isEqualTo("ustar  \0");
        assertThat(HexFormat.of().formatHex(tar, 108, 124)).isEqualTo("800000002552e0778000000023c73fa1");
        assertThat(new String(tar, 124, 12, java.nio.charset.StandardCharsets.ISO_8859_1))
                .isEqualTo("00000000201\0");
        assertThat(new String(tar, 136, 12, java.nio.charset.StandardCharsets.ISO_8859_1))
                .isEqualTo("14714250600\0");
    }

    @Test
    void membersHaveTheOriginalsNamesOrderAndSizes() throws IOException {
        Map<String, Long> sizes = new LinkedHashMap<>();
        try (TarArchiveInputStream in = new TarArchiveInputStream(new ByteArrayInputStream(tar()))) {
            for (TarArchiveEntry e = in.getNextEntry(); e != null; e = in.getNextEntry()) {
                sizes.put(e.getName(), e.getSize());
            }
        }
        Map<String, Long> expected = new LinkedHashMap<>();
        expected.put("kelf-a.json", 129L);
        expected.put("neff.json", 980L);
        expected.put("sg00/", 0L);
        expected.put("sg00/pe.json", 63L);
        // 1421 in the original, of which some 93 bytes are unknown.
        expected.put("sg00/def.json", sizes.get("sg00/def.json"));
        expected.put("sg00/pool.bin", 192L);
        expected.put("sg00/sp.asm", 0L);
        expected.put("sg00/pe.bin", 64L);
        expected.put("sg00/dve.json", 65L);
        expected.put("sg00/act.json", 182L);
        expected.put("sg00/dve.bin", 0L);
        expected.put("sg00/dve.asm", 0L);
        expected.put("sg00/act.bin", 0L);
        expected.put("sg00/sp.bin", 0L);
        expected.put("sg00/sp.json", 63L);
        expected.put("sg00/pool.asm", 126L);
        expected.put("sg00/pe.asm", 153L);
        expected.put("sg00/pool.json", 1042L);
        expected.put("sg00/act.asm", 0L);
        assertThat(sizes).containsExactlyEntriesOf(expected);
        // 1328 bytes of known keys, and "sp" with its 19.
        assertThat(sizes.get("sg00/def.json")).isEqualTo(1328 + 19);
    }

    @Test
    void engineProgramsAreTheOriginals() throws IOException {
        byte[] tar = tar();
        assertThat(md5(tar, 6656, 192)).isEqualTo("25daba764d4de4444cbf460a1e52df2f");
        assertThat(md5(tar, 8192, 64)).isEqualTo("f5c01e499e4e49ac4ef559ce7e673436");
    }

    private static byte[] tar() throws IOException {
        byte[] file = AllReduceModel.toByteArray();
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(file, 1024, file.length - 1024))) {
            return in.readAllBytes();
        }
    }

    private static String md5(byte[] bytes, int offset, int length) {
        try {
            MessageDigest digest = MessageDigest.getInstance("MD5");
            digest.update(bytes, offset, length);
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
