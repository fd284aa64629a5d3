package io.nrt4j.loader.pack.tar;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Writes a tar stream entry by entry; memory use does not depend on the members' sizes. */
public final class TarWriter {
    /** The packager's own piece: an encoder may, in rare cases, see where its input is cut. */
    private static final int CHUNK = 8192;

    private final TarDialect dialect;
    private final OutputStream out;
    private final byte[] buffer = new byte[CHUNK];
    private long length;

    public TarWriter(TarDialect dialect, OutputStream out) {
        this.dialect = dialect;
        this.out = out;
    }

    /** Writes an entry with the headers of the dialect. */
    public void entry(TarEntry entry, InputStream content) throws IOException {
        entry(entry, dialect.header(entry), content);
    }

    /**
     * Writes an entry with given header blocks.
     *
     * @throws IOException also when {@code content} does not have exactly the size of the entry
     */
    public void entry(TarEntry entry, byte[] headerBlocks, InputStream content) throws IOException {
        put(headerBlocks, headerBlocks.length);
        for (long left = entry.size(); left > 0; ) {
            int n = content.read(buffer, 0, (int) Math.min(left, CHUNK));
            if (n < 0) {
                throw new EOFException(entry.name() + " ended " + left + " bytes early");
            }
            put(buffer, n);
            left -= n;
        }
        if (content.read() >= 0) {
            throw new IOException(entry.name() + " is longer than its " + entry.size() + " bytes");
        }
        zeros(TarFormat.padding(entry.size()));
    }

    /** Ends the stream as the dialect does; does not close the output. */
    public void finish() throws IOException {
        zeros(dialect.trailerSize(length));
    }

    /** Ends the stream with {@code count} zero bytes. */
    public void finish(int count) throws IOException {
        zeros(count);
    }

    private void zeros(int count) throws IOException {
        put(new byte[count], count);
    }

    private void put(byte[] bytes, int count) throws IOException {
        out.write(bytes, 0, count);
        length += count;
    }

    /** Bytes written so far, the trailer included. */
    public long length() {
        return length;
    }
}
