package io.nrt4j.benchmark;

import io.netty.buffer.ByteBuf;
import io.nrt4j.loader.archive.ArchiveOptions;
import io.nrt4j.loader.archive.ArchiveReader;
import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.container.ContainerOptions;
import io.nrt4j.loader.container.NeffContainer;
import io.nrt4j.loader.diagnostics.Nlog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The container and archive stages, file to member table, beside a tar command that unpacks the same payload to nowhere.
 *
 * <p>The peer's figure includes the start of its processes, a millisecond or two.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 2)
public class ArchiveBenchmark {
    @Param({"nkipy-matmul_small", "nkipy-matmul_large", "ewang-PROFILE_pool"})
    public String file = "";

    private Path neff = Path.of("");

    @Setup
    public void find() {
        neff = new CorpusFile(file).path();
    }

    @Benchmark
    public int stages() throws IOException {
        try (ByteSource source = ByteSource.open(neff)) {
            NeffContainer container = NeffContainer.parse(source, ContainerOptions.DEFAULT, Nlog.silent());
            try (MemberTable members =
                    ArchiveReader.read(container.payload(), ArchiveOptions.DEFAULT, Nlog.silent())) {
                return members.members().size();
            }
        }
    }

    /** The peer: libarchive's bsdtar, or GNU tar with gzip where it is not installed. */
    @State(Scope.Benchmark)
    public static class Tar {
        private @Nullable Path payload;
        private TarCommand command = TarCommand.GNU_TAR;

        @Setup
        public void extract(ArchiveBenchmark benchmark) throws IOException {
            command = TarCommand.installed();
            System.out.println("peer: " + command.version());
            Path file = Files.createTempFile("payload", ".tar.gz");
            payload = file;
            try (ByteSource source = ByteSource.open(benchmark.neff)) {
                ByteSource inner = NeffContainer.parse(source, ContainerOptions.DEFAULT, Nlog.silent())
                        .payload();
                ByteBuf bytes = inner.retainedSlice(0, (int) inner.size());
                byte[] copy = new byte[bytes.readableBytes()];
                bytes.readBytes(copy);
                bytes.release();
                Files.write(file, copy);
            }
        }

        @TearDown
        public void delete() throws IOException {
            Path file = payload;
            if (file != null) {
                Files.delete(file);
            }
        }
    }

    @Benchmark
    public void peerTar(Tar tar) throws IOException, InterruptedException {
        Path file = tar.payload;
        if (file == null) {
            throw new IllegalStateException("no payload");
        }
        tar.command.unpackToNowhere(file);
    }
}
