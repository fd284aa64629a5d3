package io.nrt4j.loader.pack;

import io.nrt4j.loader.archive.ArchiveEntry;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * Cuts a tar that passes through into the pieces that a listing of it tells apart: each entry's header blocks and
 * data. What lies between must be zero.
 */
final class TarSlicer extends OutputStream {
    private static final int BLOCK = 512;

    /** Receives the pieces in the order of the tar. */
    interface Sink {
        /** All header blocks of the entry with this index. */
        void header(int entry, byte[] blocks) throws IOException;

        /** Some of its data. */
        void data(int entry, byte[] bytes, int offset, int length) throws IOException;
    }

    private final List<ArchiveEntry> entries;
    private final Sink sink;
    private int entry;
    private byte[] header = {};
    private long position;
    private long nonZeroFill = -1;

    TarSlicer(List<ArchiveEntry> entries, Sink sink) {
        this.entries = entries;
        this.sink = sink;
    }

    /** Whether every entry starts where the one before ends, so that the entries and zeros are all there is. */
    static boolean areContiguous(List<ArchiveEntry> entries) {
        long expected = 0;
        for (ArchiveEntry entry : entries) {
            if (entry.headerOffset() != expected) {
                return false;
            }
            expected = end(entry);
        }
        return true;
    }

    /** Where the padded data of an entry ends, in bytes of the tar. */
    static long end(ArchiveEntry entry) {
        return (entry.dataOffset() + dataLength(entry) + BLOCK - 1) / BLOCK * BLOCK;
    }

    /** Bytes of data behind the header of an entry: none behind a directory's, whatever size it has. */
    static long dataLength(ArchiveEntry entry) {
        return entry.fate() == ArchiveEntry.Fate.DIRECTORY ? 0 : entry.size();
    }

    /** The position of the first byte that belongs to no entry and is not zero, or -1. */
    long nonZeroFill() {
        return nonZeroFill;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        for (int done = 0; done < length; ) {
            done += piece(bytes, offset + done, length - done);
        }
    }

    /** Deals with the next bytes up to the border of a piece; returns how many they were. */
    private int piece(byte[] bytes, int offset, int length) throws IOException {
        if (entry == entries.size()) {
            return fill(bytes, offset, length);
        }
        ArchiveEntry current = entries.get(entry);
        long dataEnd = current.dataOffset() + dataLength(current);
        int count;
        if (position < current.headerOffset()) {
            count = fill(bytes, offset, upTo(current.headerOffset(), length));
        } else if (position < current.dataOffset()) {
            count = header(current, bytes, offset, upTo(current.dataOffset(), length));
        } else if (position < dataEnd) {
            count = upTo(dataEnd, length);
            sink.data(entry, bytes, offset, count);
            position += count;
        } else {
            entry++;
            count = 0;
        }
        return count;
    }

    private int upTo(long end, int length) {
        return (int) Math.min(end - position, length);
    }

    private int header(ArchiveEntry current, byte[] bytes, int offset, int count) throws IOException {
        int start = (int) (position - current.headerOffset());
        if (start == 0) {
            header = new byte[Math.toIntExact(current.dataOffset() - current.headerOffset())];
        }
        System.arraycopy(bytes, offset, header, start, count);
        position += count;
        if (position == current.dataOffset()) {
            sink.header(entry, header);
        }
        return count;
    }

    private int fill(byte[] bytes, int offset, int count) {
        for (int i = 0; i < count && nonZeroFill < 0; i++) {
            if (bytes[offset + i] != 0) {
                nonZeroFill = position + i;
            }
        }
        position += count;
        return count;
    }
}
