package io.nrt4j.loader.archive;

import static io.nrt4j.loader.archive.ArchiveStatus.EOF;
import static io.nrt4j.loader.archive.ArchiveStatus.FATAL;
import static io.nrt4j.loader.archive.ArchiveStatus.OK;

import io.netty.buffer.ByteBuf;

/**
 * libarchive's tar reader: every dialect, mixed as they come.
 *
 * <p>Own code because the runtime's verdict on a NEFF is libarchive's verdict on its tar. Commons-compress reads the
 * same well-formed archives but differs on nearly everything else: numbers, checksums, damaged headers, links with
 * sizes, directories with data, the end of the archive. Source: container.md §9.3 and the archives with recorded
 * answers in the corpus.
 */
final class TarReader {
    private final ReadAhead in;
    private final LastError error;
    private final TarEntry entry = new TarEntry();
    private final SparseMap sparse;
    private final EntryHeaders headers;

    private boolean inData;
    private int dataPending;
    private int dataLength;
    private long dataOffset;
    private long headerPosition;

    TarReader(ReadAhead in, LastError error, NameCharset charset, long sparseLimit) {
        this.in = in;
        this.error = error;
        this.sparse = new SparseMap(error, sparseLimit);
        this.headers = new EntryHeaders(in, error, charset, entry, sparse);
    }

    /** The entry that {@link #next()} found; the same object every time. */
    TarEntry entry() {
        return entry;
    }

    /** Where the first header of the entry starts, in bytes of the tar. */
    long headerPosition() {
        return headerPosition;
    }

    /** Where the data of the entry starts, in bytes of the tar; valid until the first of it is read. */
    long dataPosition() {
        return in.position();
    }

    /** Passes over what is left of the current entry and reads the headers of the next one. */
    ArchiveStatus next() {
        error.clear();
        if (inData && !skipData()) {
            return FATAL;
        }
        headerPosition = in.position();
        ArchiveStatus status = headers.read();
        if (sparse.isEmpty()) {
            sparse.addWhole(entry.bytesRemaining);
        }
        // Old writers mark a directory by nothing but a slash behind its name; its data is not passed over.
        if (status == OK && entry.fileType() == TarEntry.REGULAR && endsWithSlash(entry.name)) {
            entry.setFileType(TarEntry.DIRECTORY);
            entry.bytesRemaining = 0;
            entry.padding = 0;
        }
        inData = status.isUsable();
        return status;
    }

    /**
     * Finds the next stored bytes of the entry.
     *
     * @return {@code OK} when there are some, {@code EOF} at the end of the entry, {@code FATAL} with an error text
     */
    ArchiveStatus nextData() {
        while (true) {
            SparseMap.Part part = sparse.current();
            flushData();
            if (part == null || entry.bytesRemaining == 0) {
                boolean padded = in.consume(entry.padding);
                entry.padding = padded ? 0 : entry.padding;
                return padded ? EOF : FATAL;
            }
            int available = in.ahead(1);
            if (available <= 0) {
                if (available == 0) {
                    error.set("Truncated tar archive");
                }
                return FATAL;
            }
            int length = (int) Math.min(available, Math.min(entry.bytesRemaining, part.remaining));
            dataOffset = part.offset;
            dataLength = length;
            dataPending = length;
            part.offset += length;
            part.remaining -= length;
            entry.bytesRemaining -= length;
            if (!part.hole) {
                return OK;
            }
        }
    }

    /** The buffer with the bytes that {@link #nextData()} found. */
    ByteBuf dataBuffer() {
        return in.buffer();
    }

    /** Where in {@link #dataBuffer()} they start. */
    int dataIndex() {
        return in.index();
    }

    /** How many there are. */
    int dataLength() {
        return dataLength;
    }

    /** Where in the file of the entry they belong. */
    long dataOffset() {
        return dataOffset;
    }

    /** Whether a retained slice of {@link #dataBuffer()} keeps its content. */
    boolean dataStays() {
        return in.bufferStays();
    }

    private boolean skipData() {
        long stored = sparse.remainingData();
        if (stored < 0) {
            return false;
        }
        if (!in.consume(Math.min(stored, entry.bytesRemaining) + entry.padding + dataPending)) {
            return false;
        }
        dataPending = 0;
        inData = false;
        return true;
    }

    private void flushData() {
        in.pass(dataPending);
        dataPending = 0;
    }

    private static boolean endsWithSlash(byte[] name) {
        return name.length > 0 && name[name.length - 1] == '/';
    }
}
