package io.nrt4j.loader.archive;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.container.ContainerOptions;
import io.nrt4j.loader.container.NeffContainer;
import io.nrt4j.loader.container.NeffHeader;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.testing.DirectMemory;
import io.nrt4j.loader.testing.NeffFixture;
import io.nrt4j.loader.testing.TarFixture.Header;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * NEFFs with more than 2 GiB of weights, one weight above 2 GiB among them. Meant to be run with a small heap:
 * {@code mvn verify -Pbench -Dtest=LargeArchiveTest -Dtest.jvm.args="-Xmx512m -XX:MaxDirectMemorySize=3840m"}.
 */
@Tag("bench")
@Timeout(1200)
class LargeArchiveTest {
    private static final int BLOCK = 1 << 20;
    private static final long ONE_LARGE = 2200L << 20;
    private static final long SOME_SMALLER = 43L << 20;
    private static final int SMALLER_COUNT = 20;
    private static final long TOTAL = ONE_LARGE + SMALLER_COUNT * SOME_SMALLER;

    @TempDir
    private Path directory;

    /** Stored blocks make a file of three mappings, level 1 a small one, and a bare tar is not copied at all. */
    @ParameterizedTest
    @CsvSource({"0, 2", "1, 2", "-1, 1"})
    void readsThreeGigabytes(int level, int packager) throws IOException {
        Path file = directory.resolve("large.neff");
        write(file, level, packager);
        long before = DirectMemory.inUse();
        long start = System.nanoTime();
        try (ByteSource source = ByteSource.open(file)) {
            NeffContainer container = NeffContainer.parse(source, ContainerOptions.DEFAULT, Nlog.silent());
            try (MemberTable table = ArchiveReader.read(container.payload(), ArchiveOptions.DEFAULT, Nlog.silent())) {
                long taken = UnpooledByteBufAllocator.DEFAULT.metric().usedDirectMemory() - before;
                System.out.printf(
                        "level %d: %d bytes of weights in %d ms, %.3f times as much direct memory, heap %d MiB%n",
                        level,
                        TOTAL,
                        (System.nanoTime() - start) / 1_000_000,
                        (double) taken / TOTAL,
                        (Runtime.getRuntime().totalMemory()
                                        - Runtime.getRuntime().freeMemory())
                                >> 20);
                assertThat(taken).isLessThanOrEqualTo(packager == 1 ? BLOCK : TOTAL / 4 * 5);
                assertThat(table.members()).hasSize(1 + SMALLER_COUNT);
                for (Member member : table.members()) {
                    assertContent(member);
                }
            }
        }
        assertThat(DirectMemory.inUse()).isEqualTo(before);
    }

    private static void write(Path file, int level, int packager) throws IOException {
        try (OutputStream raw = Files.newOutputStream(file)) {
            raw.write(new byte[NeffHeader.SIZE]);
            try (OutputStream out = level < 0 ? raw : gzip(raw, level)) {
                writeMember(out, "sg00/large.npy", ONE_LARGE);
                for (int i = 0; i < SMALLER_COUNT; i++) {
                    writeMember(out, "sg00/small%02d.npy".formatted(i), SOME_SMALLER);
                }
                out.write(new byte[1024]);
            }
        }
        ByteBuf header = Unpooled.buffer();
        NeffFixture.of(new byte[0])
                .packager(packager)
                .dataSize(Files.size(file) - NeffHeader.SIZE)
                .header()
                .encode(header);
        try (RandomAccessFile start = new RandomAccessFile(file.toFile(), "rw")) {
            start.write(header.array(), 0, NeffHeader.SIZE);
        }
    }

    private static OutputStream gzip(OutputStream raw, int level) throws IOException {
        return new GZIPOutputStream(raw, BLOCK) {
            {
                def.setLevel(level == 0 ? Deflater.NO_COMPRESSION : level);
            }
        };
    }

    private static void writeMember(OutputStream out, String name, long size) throws IOException {
        out.write(Header.ustar(name).size(size).bytes());
        byte[] block = new byte[BLOCK];
        for (long at = 0; at < size; at += BLOCK) {
            ByteBuffer.wrap(block).putLong(0, at).putInt(BLOCK - 4, name.hashCode());
            out.write(block);
        }
    }

    /** Every MiB starts with its offset and ends with the hash of the member's name. */
    private static void assertContent(Member member) {
        ByteBuf view = Unpooled.compositeBuffer(Integer.MAX_VALUE);
        long at = 0;
        for (ByteBuf chunk : member.chunks()) {
            view = Unpooled.wrappedBuffer(view, chunk.retain());
            while (view.readableBytes() >= BLOCK) {
                assertThat(view.getLong(view.readerIndex())).isEqualTo(at);
                assertThat(view.getInt(view.readerIndex() + BLOCK - 4))
                        .isEqualTo(member.name().hashCode());
                view.skipBytes(BLOCK);
                at += BLOCK;
            }
            ByteBuf rest = view.readBytes(view.readableBytes());
            view.release();
            view = rest;
        }
        assertThat(view.isReadable()).isFalse();
        view.release();
        assertThat(at).isEqualTo(member.size());
    }
}
