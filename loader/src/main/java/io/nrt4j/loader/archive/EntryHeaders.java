package io.nrt4j.loader.archive;

import static io.nrt4j.loader.archive.ArchiveStatus.EOF;
import static io.nrt4j.loader.archive.ArchiveStatus.FATAL;
import static io.nrt4j.loader.archive.ArchiveStatus.OK;
import static io.nrt4j.loader.archive.ArchiveStatus.RETRY;
import static io.nrt4j.loader.archive.ArchiveStatus.WARN;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The headers of one entry: its own header block and the special headers before it, which change what it says.
 *
 * <p>Follows libarchive's recursion: a special header keeps its body, has the next header read, and is applied to the
 * entry afterwards. So the innermost is applied first and the outermost has the last word.
 */
final class EntryHeaders {
    private static final int DEEPEST_NESTING = 32;
    private static final int LARGEST_SPECIAL_BODY = 1 << 20;
    /** Above this estimate libarchive trusts a POSIX hard link's header and drops its size. */
    private static final int TRUSTED_BID = 50;

    private static final byte[] NOTHING = {};

    private final ReadAhead in;
    private final LastError error;
    private final NameCharset charset;
    private final TarEntry entry;
    private final SparseMap sparse;
    private final TarHeader header = new TarHeader();

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
    private int pending;

    /** The dialect that the archive was taken for so far; decides about the sizes of hard links. */
    private enum Dialect {
        UNKNOWN,
        V7,
        USTAR,
        GNU,
        PAX
    }

    /**
     * @param in the tar
     * @param error receives the text of a failure
     * @param charset converts the names of pax headers
     * @param entry is filled
     * @param sparse is filled with the holes of the entry, if it has any
     */
    EntryHeaders(ReadAhead in, LastError error, NameCharset charset, TarEntry entry, SparseMap sparse) {
        this.in = in;
        this.error = error;
        this.charset = charset;
        this.entry = entry;
        this.sparse = sparse;
    }

    /** Reads all headers of the next entry and moves to its data. */
    ArchiveStatus read() {
        entry.clear();
        sparse.clear();
        ArchiveStatus status = readHeaders();
        flushHeader();
        return status;
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
            pending = padded;
        }
        return body;
    }

    private void loadHeader() {
        header.load(in.buffer(), in.index());
        pending = TarHeader.SIZE;
    }

    /** A mark of two zero blocks is passed as a whole, one of a single block counts as well. */
    private void passSecondEndMark() {
        flushHeader();
        if (in.ahead(TarHeader.SIZE) >= TarHeader.SIZE) {
            loadHeader();
            if (!header.isZero()) {
                pending = 0;
            }
        }
        flushHeader();
        error.clear();
    }

    private void flushHeader() {
        in.pass(pending);
        pending = 0;
    }
}
