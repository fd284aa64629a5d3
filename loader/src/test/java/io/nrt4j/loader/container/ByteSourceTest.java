package io.nrt4j.loader.container;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ByteSourceTest {
    @TempDir
    private Path directory;

    @Test
    void readsASmallFile() throws IOException {
        Path file = Files.writeString(directory.resolve("small"), "0123456789");
        try (ByteSource source = ByteSource.open(file)) {
            assertThat(source.size()).isEqualTo(10);
            assertThat(text(source, 3, 4)).isEqualTo("3456");
            assertThat(text(source, 10, 0)).isEmpty();
        }
    }

    @Test
    void readsAnEmptyFile() throws IOException {
        try (ByteSource source = ByteSource.open(Files.createFile(directory.resolve("empty")))) {
            assertThat(source.size()).isZero();
            assertThat(source.retainedSlice(0, 0).isReadable()).isFalse();
            assertThat(source.retainedRun(0, 100).isReadable()).isFalse();
        }
    }

    /** A file that takes three mappings, with text across the border of the first two. Sparse on disk. */
    @Test
    void mapsAFileAbove2GiB() throws IOException {
        long border = 1L << 30;
        long size = 2 * border + 100;
        Path file = directory.resolve("large");
        try (RandomAccessFile raw = new RandomAccessFile(file.toFile(), "rw")) {
            raw.setLength(size);
            raw.seek(border - 3);
            raw.write("across".getBytes(UTF_8));
            raw.seek(size - 3);
            raw.write("end".getBytes(UTF_8));
        }
        try (ByteSource source = ByteSource.open(file)) {
            assertThat(source.size()).isEqualTo(size);
            assertThat(text(source, border - 3, 6)).isEqualTo("across");
            assertThat(text(source, size - 3, 3)).isEqualTo("end");
            ByteBuf run = source.retainedRun(border - 3, 100);
            assertThat(run.readableBytes()).isEqualTo(3);
            run.release();
            ByteSource window = source.window(border - 1, border + 101);
            assertThat(window.size()).isEqualTo(border + 101);
            assertThat(text(window, 0, 4)).isEqualTo("ross");
        }
    }

    @Test
    void slicesKeepTheMemoryAlive() throws IOException {
        Path file = Files.writeString(directory.resolve("small"), "0123456789");
        ByteBuf slice;
        try (ByteSource source = ByteSource.open(file)) {
            slice = source.retainedSlice(2, 3);
        }
        assertThat(slice.toString(UTF_8)).isEqualTo("234");
        assertThat(slice.release()).isTrue();
    }

    @Test
    void aWindowIsNoOwner() {
        try (ByteSource source = ByteSource.of("0123456789".getBytes(UTF_8))) {
            ByteSource window = source.window(2, 5);
            ByteSource inner = window.window(1, 3);
            window.close();
            assertThat(text(inner, 0, 3)).isEqualTo("345");
            assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> inner.retainedSlice(1, 3));
            assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> inner.retainedSlice(-1, 1));
            assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> inner.window(0, 4));
        }
    }

    @Test
    void aMissingFileIsAnIoException() {
        assertThatExceptionOfType(NoSuchFileException.class)
                .isThrownBy(() -> ByteSource.open(directory.resolve("none")));
    }

    private static String text(ByteSource source, long offset, int length) {
        ByteBuf slice = source.retainedSlice(offset, length);
        String text = slice.toString(UTF_8);
        slice.release();
        return text;
    }
}
