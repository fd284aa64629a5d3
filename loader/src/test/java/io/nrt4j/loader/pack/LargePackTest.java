package io.nrt4j.loader.pack;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.container.NeffHeader;
import io.nrt4j.loader.pack.verify.NeffVerifier;
import io.nrt4j.loader.pack.verify.VerifyReport;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** 1 GiB of members goes through a process that could not hold a tenth of one of them. */
class LargePackTest {
    private static final String HEAP = "24m";
    private static final String DIRECT = "4m";
    private static final int MEMBERS = 4;
    private static final long MEMBER_BYTES = 256L << 20;

    @TempDir
    private Path directory = Path.of("");

    @Tag("bench")
    @Test
    void aGibibyteIsPackedInConstantMemory() throws IOException, InterruptedException {
        Path neff = directory.resolve("large.neff");
        Path output = directory.resolve("output");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx" + HEAP,
                        "-XX:MaxDirectMemorySize=" + DIRECT,
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Packer.class.getName(),
                        neff.toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor(30, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(output)).isZero();
        System.out.printf("heap %s, direct memory %s: %s", HEAP, DIRECT, Files.readString(output));
        try (ByteSource source = ByteSource.open(neff)) {
            VerifyReport report = NeffVerifier.verify(source);
            assertThat(report.isSound()).isTrue();
            assertThat(report.reproducible()).isTrue();
        }
    }

    /** The process: packs members that are made as they are read. */
    static final class Packer {
        private Packer() {}

        public static void main(String[] args) throws IOException {
            NeffBuilder builder = NeffBuilder.named("large.neff")
                    .graph(g -> g.input("x", TensorType.FLOAT32, 128, 64).output("y", TensorType.FLOAT32, 128, 64));
            for (int i = 0; i < MEMBERS; i++) {
                builder.member("sg00/weights_%d.bin".formatted(i), new Numbers(i));
            }
            long start = System.nanoTime();
            NeffHeader header = new NeffWriter(builder.plan()).write(Path.of(args[0]));
            System.out.printf(
                    "%d members of %d bytes packed to %d bytes in %.1f s%n",
                    MEMBERS, MEMBER_BYTES, header.dataSize(), (System.nanoTime() - start) / 1e9);
        }
    }

    /** 256 MiB of numbers of which half the bytes are noise, as weights are. */
    private record Numbers(int seed) implements MemberContent {
        private static final List<Integer> PERIOD = List.of(0x3f, 0x80);

        @Override
        public long size() {
            return MEMBER_BYTES;
        }

        @Override
        public InputStream open() {
            return new InputStream() {
                private long left = MEMBER_BYTES;
                private int state = 12345 + seed;

                @Override
                public int read() {
                    if (left == 0) {
                        return -1;
                    }
                    left--;
                    state = state * 1_103_515_245 + 12_345;
                    return left % 2 == 0 ? PERIOD.get(seed % 2) : state >>> 16 & 0xFF;
                }

                @Override
                public int read(byte[] bytes, int offset, int length) {
                    int count = (int) Math.min(length, left);
                    for (int i = 0; i < count; i++) {
                        bytes[offset + i] = (byte) read();
                    }
                    return count == 0 && length > 0 ? -1 : count;
                }
            };
        }
    }
}
