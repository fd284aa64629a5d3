package io.nrt4j.loader.archive;

import static io.nrt4j.loader.archive.ArchiveStatus.EOF;
import static io.nrt4j.loader.archive.ArchiveStatus.FATAL;
import static io.nrt4j.loader.archive.ArchiveStatus.OK;
import static io.nrt4j.loader.archive.ArchiveStatus.RETRY;
import static io.nrt4j.loader.archive.ArchiveStatus.WARN;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * libarchive's tar reader: every dialect, mixed as they come.
 *
 * <p>Own code because the runtime's verdict on a NEFF is libarchive's verdict on its tar. Commons-compress reads the
 * same well-formed archives but differs on nearly everything else: numbers, checksums, damaged headers, links with
 * sizes, directories with data, the end of the archive. Source: container.md §9.3 and the archives with recorded
 * answers in the corpus.
 */
final class TarReader {
    private static final int DEEPEST_NESTING = 32;
    private static final int LARGEST_SPECIAL_BODY = 1 << 20;
    /** Above this estimate libarchive trusts a POSIX hard link's header and drops its size. */
    private static final int TRUSTED_BID = 50;

    private static final byte[] NOTHING = {};

    private final ReadAhead in;
    private final LastError error;
    private final NameCharset charset;
    private final TarEntry entry = new TarEntry();
    private final TarHeader header = new TarHeader();
    private final SparseMap sparse;

    // One buffer per kind of special header: where two of a kind precede an entry, the inner one replaces the outer
    // one, and is applied in its place once more.
    private byte[] paxBody = NOTHING;
    private byte[] longName = NOTHING;
    private byte[] aclBody = NOTHING;

    private Dialect dialect = Dialect.UNKNOWN;
    private int nesting;
    /** Set by the first plain or sparse file and never taken back. */
    private boolean sparseAllowed;
    /** Peeked bytes of headers that were dealt with but not moved over yet. */
    private int headerPending;

    private boolean inData;
    private int dataPending;
    private int dataLength;
    private long dataOffset;
    private long headerPosition;

    /** The dialect that the archive was taken for so far; decides about the sizes of hard links. */
    private enum Dialect {
        UNKNOWN,
        V7,
        USTAR,
        GNU,
        PAX
    }

    TarReader(ReadAhead in, LastError error, NameCharset charset, long sparseLimit) {
        this.in = in;
        this.error = error;
        this.charset = charset;
        this.sparse = new SparseMap(error, sparseLimit);
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
        entry.clear();
        sparse.clear();
        ArchiveStatus status = readHeaders();
        flushHeader();
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

    /** {@code tar_read_header}: one header block, and through recursion those that it announces. */
    private ArchiveStatus readHeaders() {
        flushHeader();
        int available = in.ahead(TarHeader.SIZE);
        if (available <= 0) {
            return available == 0 ? EOF : FATAL;
        }
        if (available < TarHeader.SIZE) {
            error.set("Truncated tar archive");
            return FATAL;
        }
        loadHeader();
        if (header.isZero()) {
            passSecondEndMark();
            return EOF;
        }
        if (!header.checksumHolds()) {
            flushHeader();
            error.set("Damaged tar archive");
            return RETRY;
        }
        if (++nesting > DEEPEST_NESTING) {
            flushHeader();
            error.set("Too many special headers");
            return WARN;
        }
        char type = header.typeflag();
        ArchiveStatus status = dispatch(type);
        if (status == FATAL || (type == 'g' && status == EOF)) {
            return status;
        }
        flushHeader();
        nesting--;
        if (status.isUsable()) {
            return sparse.isVersionPending() ? readSparseVersion(status) : status;
        }
        if (status == EOF) {
            if (type == 'V') {
                return EOF;
            }
            error.set("Damaged tar archive");
        }
        return FATAL;
    }

    private ArchiveStatus dispatch(char type) {
        switch (type) {
            case 'A' -> {
                dialect = Dialect.PAX;
                return readSolarisAcl();
            }
            case 'g' -> {
                dialect = Dialect.PAX;
                return readSpecialBody() == null ? FATAL : readHeaders();
            }
            case 'x', 'X' -> {
                dialect = Dialect.PAX;
                return readPaxHeader();
            }
            case 'K' -> {
                return readLongLink();
            }
            case 'L' -> {
                return readLongName();
            }
            case 'V' -> {
                return readHeaders();
            }
            default -> {
                return readFileHeader();
            }
        }
    }

    private ArchiveStatus readSolarisAcl() {
        byte[] body = readSpecialBody();
        if (body == null) {
            return FATAL;
        }
        aclBody = body;
        ArchiveStatus status = readHeaders();
        return status.isUsable() ? new SolarisAcl(error, charset).apply(aclBody, body.length, entry.acl) : status;
    }

    private ArchiveStatus readPaxHeader() {
        byte[] body = readSpecialBody();
        if (body == null) {
            return FATAL;
        }
        paxBody = body;
        ArchiveStatus status = readHeaders();
        if (!status.isUsable()) {
            return status;
        }
        ArchiveStatus applied = new PaxRecords(entry, sparse, sparseAllowed, charset, error).apply(paxBody);
        entry.setPadding();
        return status.worse(applied);
    }

    /** Whatever was wrong with the entry behind it, a long link name makes it right. */
    private ArchiveStatus readLongLink() {
        if (readSpecialBody() == null) {
            return FATAL;
        }
        ArchiveStatus status = readHeaders();
        return status.isUsable() ? OK : status;
    }

    private ArchiveStatus readLongName() {
        byte[] body = readSpecialBody();
        if (body == null) {
            return FATAL;
        }
        longName = body;
        ArchiveStatus status = readHeaders();
        if (status.isUsable()) {
            int end = 0;
            while (end < longName.length && longName[end] != 0) {
                end++;
            }
            entry.name = Arrays.copyOf(longName, end);
        }
        return status;
    }

    private ArchiveStatus readFileHeader() {
        if (header.isGnu()) {
            dialect = Dialect.GNU;
            entry.name = header.name();
        } else if (header.isUstar()) {
            dialect = dialect == Dialect.PAX ? Dialect.PAX : Dialect.USTAR;
            entry.name = header.prefixedName();
        } else {
            dialect = Dialect.V7;
            entry.name = header.name();
        }
        if (!readCommonFields()) {
            return FATAL;
        }
        entry.setPadding();
        return !header.isGnu() || readGnuFields() ? OK : FATAL;
    }

    private boolean readCommonFields() {
        long size = header.size();
        if (size < 0 || size == Long.MAX_VALUE) {
            error.set(size < 0 ? "Tar entry has negative size" : "Tar entry size overflow");
            return false;
        }
        entry.typeflag = header.typeflag();
        entry.mode = header.mode();
        entry.mtime = header.mtime();
        entry.size = size;
        entry.bytesRemaining = size;
        switch (entry.typeflag) {
            case '1' -> readHardLink();
            case '2' -> readTypeWithoutData(TarEntry.SYMBOLIC_LINK);
            case '3' -> readTypeWithoutData(TarEntry.CHARACTER_DEVICE);
            case '4' -> readTypeWithoutData(TarEntry.BLOCK_DEVICE);
            case '5' -> readTypeWithoutData(TarEntry.DIRECTORY);
            case '6' -> readTypeWithoutData(TarEntry.FIFO);
            case 'D' -> entry.setFileType(TarEntry.DIRECTORY);
            case 'M' -> {
                // The rest of a file from another volume keeps the type bits of its mode field.
            }
            case 'S', '0' -> {
                sparseAllowed = true;
                entry.setFileType(TarEntry.REGULAR);
            }
            default -> entry.setFileType(TarEntry.REGULAR);
        }
        return true;
    }

    /** POSIX took the data of hard links away in 1988 and gave it back in 2001, so the dialect decides. */
    private void readHardLink() {
        if (entry.size == 0) {
            return;
        }
        entry.setFileType(TarEntry.REGULAR);
        boolean dropSize = switch (dialect) {
            case PAX -> false;
            case V7, GNU -> true;
            // libarchive means to look at the header behind the link, but has not moved on to it yet.
            case USTAR, UNKNOWN -> header.bid() > TRUSTED_BID;
        };
        if (dropSize) {
            entry.setEmpty();
        }
    }

    private void readTypeWithoutData(int type) {
        entry.setFileType(type);
        entry.setEmpty();
    }

    private boolean readGnuFields() {
        if (header.hasGnuRealSize()) {
            entry.size = header.gnuRealSize();
            entry.realSizeGiven = true;
        }
        return !header.hasGnuSparseMap() || readGnuSparseMap();
    }

    private boolean readGnuSparseMap() {
        if (!header.addGnuSparseMap(sparse)) {
            return false;
        }
        boolean extended = header.isGnuExtended();
        while (extended) {
            flushHeader();
            int available = in.ahead(TarHeader.SIZE);
            if (available < 0) {
                return false;
            }
            if (available < TarHeader.SIZE) {
                error.set("Truncated tar archive detected while reading sparse file data");
                return false;
            }
            loadHeader();
            if (!header.addExtensionSparseMap(sparse)) {
                return false;
            }
            extended = header.isExtensionExtended();
        }
        return true;
    }

    private ArchiveStatus readSparseVersion(ArchiveStatus status) {
        if (!sparse.takeVersion10()) {
            error.set("Unrecognized GNU sparse file format");
            return WARN;
        }
        flushHeader();
        return new SparseMapReader(in, error).read(sparse, entry) ? status : FATAL;
    }

    /** The body of the special header that was loaded last, or {@code null} after a failure. */
    private byte @Nullable [] readSpecialBody() {
        long size = header.size();
        if (size > LARGEST_SPECIAL_BODY || size < 0) {
            error.set("Special header too large");
            return null;
        }
        flushHeader();
        byte[] body = new byte[(int) size];
        int padded = body.length + (-body.length & (TarHeader.SIZE - 1));
        if (padded > 0) {
            if (in.ahead(padded) < padded) {
                return null;
            }
            in.buffer().getBytes(in.index(), body);
            headerPending = padded;
        }
        return body;
    }

    private void loadHeader() {
        header.load(in.buffer(), in.index());
        headerPending = TarHeader.SIZE;
    }

    /** A mark of two zero blocks is passed as a whole, one of a single block counts as well. */
    private void passSecondEndMark() {
        flushHeader();
        if (in.ahead(TarHeader.SIZE) >= TarHeader.SIZE) {
            loadHeader();
            if (!header.isZero()) {
                headerPending = 0;
            }
        }
        flushHeader();
        error.clear();
    }

    private void flushHeader() {
        in.pass(headerPending);
        headerPending = 0;
    }

    private void flushData() {
        in.pass(dataPending);
        dataPending = 0;
    }

    private static boolean endsWithSlash(byte[] name) {
        return name.length > 0 && name[name.length - 1] == '/';
    }
}
