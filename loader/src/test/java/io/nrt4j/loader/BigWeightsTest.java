package io.nrt4j.loader;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.nrt4j.hal.Arch;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.hal.device.DeviceOptions;
import io.nrt4j.hal.device.Instance;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.pack.MemberContent;
import io.nrt4j.loader.pack.NeffBuilder;
import io.nrt4j.loader.pack.TensorType;
import io.nrt4j.loader.variable.MemRef;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three GiB of weights, one of them larger than an array can be, in a JVM with a heap of half a GiB and direct memory of
 * 1.25 times the weights. A JVM of its own loads the file, since the limits are a JVM's.
 */
@Tag("bench")
class BigWeightsTest {
    private static final long GIB = 1L << 30;
    private static final long LARGE = 5 * GIB / 2;
    private static final long SMALL = GIB / 2;
    private static final long DIRECT_LIMIT = (LARGE + SMALL) * 5 / 4;

    @TempDir
    private Path directory = Path.of("");

    @Test
    void loadsInBoundedMemory() throws IOException, InterruptedException {
        Path neff = directory.resolve("big.neff");
        NeffBuilder.named("big.neff")
                .target(Arch.CAYMAN)
                .graph(g -> g.input("x", TensorType.FLOAT32, 32)
                        .output("y", TensorType.FLOAT32, 32)
                        .variable("large", weight("large.bin", LARGE))
                        .variable("small", weight("small.bin", SMALL)))
                .member("sg00/large.bin", new Pattern(LARGE))
                .member("sg00/small.bin", new Pattern(SMALL))
                .write(neff);
        Process loader = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-XX:MaxDirectMemorySize=" + DIRECT_LIMIT,
                        // Netty counts apart from the JVM otherwise; 0 makes it allocate under the JVM's limit.
                        "-Dio.netty.maxDirectMemory=0",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        neff.toString()))
                .redirectErrorStream(true)
                .start();
        String output;
        try (InputStream in = loader.getInputStream()) {
            output = new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        }
        assertThat(loader.waitFor(10, TimeUnit.MINUTES)).isTrue();
        System.out.println(output.lines().filter(l -> !l.contains("DEBUG")).toList());
        assertThat(output).contains("loaded and right");
        assertThat(loader.exitValue()).isZero();
    }

    private static ObjectNode weight(String file, long size) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("type", "file")
                .put("size", size)
                .put("file_name", file);
    }

    /** Eight-byte counters: every word says where it belongs. */
    private record Pattern(long size) implements MemberContent {
        @Override
        public InputStream open() {
            return new InputStream() {
                private long at;

                @Override
                public int read() {
                    return at == size ? -1 : (int) ((at / 8) >>> (at++ % 8 * 8)) & 0xFF;
                }

                @Override
                public int read(byte[] into, int offset, int length) {
                    if (at == size) {
                        return -1;
                    }
                    int count = (int) Math.min(length, size - at);
                    for (int i = 0; i < count; i++) {
                        into[offset + i] = (byte) read();
                    }
                    return count;
                }
            };
        }
    }

    /** Loads the file and compares words of both weights on the device. */
    static final class Main {
        public static void main(String[] args) throws IOException {
            try (Instance instance = new Instance(InstanceType.TRN2_3XLARGE, 1, DeviceOptions.DEFAULT);
                    ByteSource source = ByteSource.open(Path.of(args[0]));
                    LoadedModel model = new NeffLoader(LoadOptions.DEFAULT)
                            .load(source, PlacementChooser.fixed(new Placement(instance, 0)), Nlog.silent())) {
                byte[] word = new byte[8];
                for (String name : List.of("large", "small")) {
                    MemRef ref = model.variables().table(0).find(name).orElseThrow();
                    for (long at = 0; at < ref.size(); at += 4096 * 8 - 8) {
                        // A bulk read leaves pages shared with the archive's buffers.
                        instance.device(0).hbm(0).read(ref.physicalAddress() + at, word, 0, word.length);
                        long value = ByteBuffer.wrap(word)
                                .order(ByteOrder.LITTLE_ENDIAN)
                                .getLong();
                        if (value != at / 8) {
                            throw new IllegalStateException(name + " at " + at + ": " + value);
                        }
                    }
                }
                System.out.println("loaded and right, direct memory limit " + DIRECT_LIMIT);
            }
        }
    }
}
