package io.nrt4j.runtime.npy;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads a {@code .npy} file of any length through a small buffer, and gives its elements in the order and byte order of
 * a device: last dimension innermost, little-endian.
 */
public final class NpyReader implements Closeable {
    private static final int CHUNK = 1 << 20;

    private final InputStream in;
    private final NpyHeader header;

    /** Receives bytes of the array, from an offset in it on. */
    @FunctionalInterface
    public interface Sink {
        void write(long offset, byte[] bytes, int from, int length);
    }

    /**
     * Reads the header.
     *
     * @param in the file; closed with the reader
     * @throws NpyException for what is no {@code .npy} file
     */
    public NpyReader(InputStream in) throws IOException {
        this.in = in;
        this.header = NpyHeader.read(in);
    }

    /** Opens a file; as the constructor. */
    public static NpyReader open(Path file) throws IOException {
        InputStream in = new BufferedInputStream(Files.newInputStream(file), CHUNK);
        try {
            return new NpyReader(in);
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    public NpyHeader header() {
        return header;
    }

    /**
     * Reads all elements.
     *
     * @throws NpyException if the file has fewer than its header says
     */
    public void copyTo(Sink sink) throws IOException {
        long size = header.dataBytes();
        int element = Math.max(1, header.type().bytes());
        byte[] chunk = new byte[(int) Math.min(size, (long) Math.max(1, CHUNK / element) * element)];
        boolean scattered = header.fortranOrder() && header.shape().size() > 1;
        for (long done = 0; done < size; done += chunk.length) {
            int length = (int) Math.min(chunk.length, size - done);
            int read = in.readNBytes(chunk, 0, length);
            if (read < length) {
                throw new NpyException("the file ends after %d of %d bytes".formatted(done + read, size));
            }
            if (header.type().bigEndian()) {
                swap(chunk, length, header.type().swapped());
            }
            if (scattered) {
                scatter(chunk, length, done / element, sink);
            } else {
                sink.write(done, chunk, 0, length);
            }
        }
    }

    /**
     * Reads all elements of a file that has less than 2 GiB of them.
     *
     * @throws NpyException if the file has fewer than its header says
     */
    public byte[] elements() throws IOException {
        byte[] all = new byte[Math.toIntExact(header.dataBytes())];
        copyTo((offset, bytes, from, length) -> System.arraycopy(bytes, from, all, Math.toIntExact(offset), length));
        return all;
    }

    private static void swap(byte[] bytes, int length, int width) {
        for (int at = 0; at + width <= length; at += width) {
            for (int low = at, high = at + width - 1; low < high; low++, high--) {
                byte b = bytes[low];
                bytes[low] = bytes[high];
                bytes[high] = b;
            }
        }
    }

    /** Element k of a file in Fortran order has index k mod d0 in dimension 0, and so on outwards. */
    private void scatter(byte[] bytes, int length, long first, Sink sink) {
        List<Long> shape = header.shape();
        int width = header.type().bytes();
        for (int at = 0; at < length; at += width) {
            long k = first + at / width;
            long target = 0;
            long stride = header.elements();
            for (long dimension : shape) {
                stride /= dimension;
                target += k % dimension * stride;
                k /= dimension;
            }
            sink.write(target * width, bytes, at, width);
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
