package io.nrt4j.loader.pack.gzip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nrt4j.loader.testing.Corpus;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.GZIPInputStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ZlibDeflaterTest {
    private static final int SMALL = 20_000;
    private static final Map<Integer, Boolean> JDK_IS_STOCK = new ConcurrentHashMap<>();

    private static boolean jdkIsStock(int level) {
        return JDK_IS_STOCK.computeIfAbsent(level, l -> DeflateSelfTest.passes(() -> new JdkDeflater(l), l));
    }

    /** Expected values: producer.md §5.3, "Self-test vectors". */
    @Test
    void level1GivesTheSheetsVectors() {
        List<String> outputs = DeflateSelfTest.inputs().stream()
                .map(input -> DeflateSelfTest.deflate(new ZlibDeflater(1, 8), input))
                .map(out -> out.length <= 13 ? HexFormat.of().formatHex(out) : out.length + " " + md5(out))
                .toList();
        assertThat(outputs)
                .containsExactly(
                        "0300",
                        "4b0400",
                        "63601805a321301a02c33d0400",
                        "58771 569b224cce03e1e33fc198fdcc3f40ba",
                        "66564 c0ab80eab24f71789ee98280743c9c1d",
                        "70025 c1d8cbc72fde8ba6f8cf92ac9990e4f5",
                        "887 e2d2fb24d707a4ffcf27c94c1e1bef2b");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9})
    void everyLevelPassesTheSelfTest(int level) {
        assertThat(DeflateSelfTest.passes(() -> new ZlibDeflater(level, 8), level))
                .isTrue();
    }

    @Test
    void theSelfTestNoticesAnotherEncoder() {
        // Any valid encoder of another level stands for an accelerated zlib.
        assertThat(DeflateSelfTest.passes(() -> new ZlibDeflater(2, 8), 1)).isFalse();
        assertThat(DeflateSelfTest.passes(() -> new ZlibDeflater(1, 9), 1)).isFalse();
    }

    /** Made with zlib 1.2.13: {@code compressobj(level, DEFLATED, -15, 9)} of the fourth vector. */
    @Test
    void memoryLevel9IsStockZlibs() {
        byte[] input = DeflateSelfTest.inputs().get(3);
        assertThat(md5(DeflateSelfTest.deflate(new ZlibDeflater(1, 9), input)))
                .isEqualTo("d580f360146debf98dd38cbdabcb5323");
        assertThat(md5(DeflateSelfTest.deflate(new ZlibDeflater(9, 9), input)))
                .isEqualTo("ad60b3856477e18cb99a2cb5625669d1");
    }

    static List<Path> corpus() {
        return Corpus.neffs().toList();
    }

    /** Where the JDK's zlib is stock zlib, as the self-test says, both must agree on every payload. */
    @Tag("corpus")
    @ParameterizedTest
    @MethodSource("corpus")
    void equalsTheZlibOfTheJdkOnTheCorpus(Path neff) throws IOException {
        byte[] tar = inflate(neff);
        // Level 9 takes seconds per megabyte of zeros; the small files have all that it can meet.
        int highest = Files.size(neff) < SMALL ? 9 : 1;
        for (int level = 1; level <= highest; level += 8) {
            assumeTrue(jdkIsStock(level), "this JDK's zlib is not stock zlib");
            assertThat(DeflateSelfTest.deflate(new ZlibDeflater(level, 8), tar))
                    .isEqualTo(DeflateSelfTest.deflate(new JdkDeflater(level), tar));
        }
    }

    @Property(tries = 60)
    void equalsTheZlibOfTheJdkOnRandomInputs(
            @ForAll("redundantBytes") byte[] input, @ForAll @IntRange(min = 1, max = 9) int level) {
        assumeTrue(jdkIsStock(level), "this JDK's zlib is not stock zlib");
        assertThat(DeflateSelfTest.deflate(new ZlibDeflater(level, 8), input))
                .isEqualTo(DeflateSelfTest.deflate(new JdkDeflater(level), input));
    }

    /** Pieces of earlier output at random distances, so that matches of all lengths and distances occur. */
    @Provide
    Arbitrary<byte[]> redundantBytes() {
        return Arbitraries.longs().map(seed -> {
            Random random = new Random(seed);
            byte[] bytes = new byte[random.nextInt(200_000)];
            int alphabet = 1 << random.nextInt(9);
            for (int at = 0; at < bytes.length; ) {
                int run = Math.min(1 + random.nextInt(400), bytes.length - at);
                if (at > 0 && random.nextInt(3) > 0) {
                    int distance = 1 + random.nextInt(Math.min(at, 40_000));
                    for (int i = 0; i < run; i++) {
                        bytes[at + i] = bytes[at + i - distance];
                    }
                } else {
                    for (int i = 0; i < run; i++) {
                        bytes[at + i] = (byte) random.nextInt(alphabet);
                    }
                }
                at += run;
            }
            return bytes;
        });
    }

    @Test
    void howTheInputIsCutDoesNotMatter() throws IOException {
        byte[] input = DeflateSelfTest.inputs().get(4);
        for (int level : new int[] {1, 6}) {
            byte[] whole = DeflateSelfTest.deflate(new ZlibDeflater(level, 8), input);
            for (int piece : new int[] {1, 100, 512, 8192, 65536}) {
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                ZlibDeflater deflater = new ZlibDeflater(level, 8);
                for (int at = 0; at < input.length; at += piece) {
                    deflater.write(input, at, Math.min(piece, input.length - at), out);
                }
                deflater.finish(out);
                assertThat(Arrays.equals(out.toByteArray(), whole))
                        .as("pieces of %d", piece)
                        .isTrue();
            }
        }
    }

    private static byte[] inflate(Path neff) throws IOException {
        byte[] file = Files.readAllBytes(neff);
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(file, 1024, file.length - 1024))) {
            return in.readAllBytes();
        }
    }

    private static String md5(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
