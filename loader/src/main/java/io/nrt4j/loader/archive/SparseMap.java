package io.nrt4j.loader.archive;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Where the stored bytes of an entry belong in its file. An entry without holes has one part.
 *
 * <p>The fields that pax records set outlive the entry, as they do in libarchive: a file may rely on it only by
 * accident, but accidents are what the runtime reproduces.
 */
final class SparseMap {
    private final ArrayDeque<Part> parts = new ArrayDeque<>();
    private final LastError error;
    private final long limit;

    /** Offset and length of the pax format 0.0, -1 while one is waited for. */
    private long pendingOffset;

    private long pendingLength;
    private int major;
    private int minor;
    private boolean versionPending;

    /** A run of stored bytes; one of a hole is stored too, in the Solaris dialect, and passed over. */
    static final class Part {
        long offset;
        long remaining;
        boolean hole;

        private Part(long offset, long remaining) {
            this.offset = offset;
            this.remaining = remaining;
        }
    }

    SparseMap(LastError error, long limit) {
        this.error = error;
        this.limit = limit;
    }

    void clear() {
        parts.clear();
    }

    boolean isEmpty() {
        return parts.isEmpty();
    }

    /** Appends a part; {@code false} and an error text if its numbers make no sense or there are too many. */
    boolean add(long offset, long length) {
        if (length < 0 || offset < 0 || offset > Long.MAX_VALUE - length) {
            error.set("Malformed sparse map data");
            return false;
        }
        if (parts.size() >= limit) {
            error.set("more than " + limit + " sparse blocks in one entry (limit of the emulator)");
            return false;
        }
        parts.add(new Part(offset, length));
        return true;
    }

    /** Adds the only part of an entry without holes. */
    void addWhole(long length) {
        parts.add(new Part(0, length));
    }

    /** Makes the part that was added last a hole, or data. */
    void markLast(boolean hole) {
        parts.getLast().hole = hole;
    }

    /** The part that the next stored byte belongs to, {@code null} behind the last one. */
    @Nullable
    Part current() {
        Part first = parts.peek();
        while (first != null && first.remaining == 0) {
            parts.remove();
            first = parts.peek();
        }
        return first;
    }

    /** The stored bytes of data that were not delivered yet, or -1 if that is no sensible number. */
    long remainingData() {
        long sum = 0;
        for (Part part : parts) {
            if (!part.hole) {
                if (part.remaining >= Long.MAX_VALUE - sum) {
                    return -1;
                }
                sum += part.remaining;
            }
        }
        return sum;
    }

    /** Applies a {@code GNU.sparse.*} record; those that do not concern the map are ignored. */
    ArchiveStatus accept(String key, byte[] value) {
        switch (key) {
            case "GNU.sparse.numblocks" -> {
                pendingOffset = -1;
                pendingLength = -1;
                major = 0;
                minor = 0;
            }
            case "GNU.sparse.offset" -> {
                pendingOffset = TarNumbers.decimal(value);
                return addPending(pendingLength != -1);
            }
            case "GNU.sparse.numbytes" -> {
                pendingLength = TarNumbers.decimal(value);
                return addPending(pendingOffset != -1);
            }
            case "GNU.sparse.map" -> {
                major = 0;
                minor = 1;
                return addList(value) ? ArchiveStatus.OK : ArchiveStatus.WARN;
            }
            case "GNU.sparse.major" -> {
                major = (int) TarNumbers.decimal(value);
                versionPending = true;
            }
            case "GNU.sparse.minor" -> {
                minor = (int) TarNumbers.decimal(value);
                versionPending = true;
            }
            default -> {}
        }
        return ArchiveStatus.OK;
    }

    /** Whether records of the current or an earlier entry gave a format version that nothing has acted on. */
    boolean isVersionPending() {
        return versionPending;
    }

    /** Whether the version is 1.0, whose map stands before the data; the version counts as acted on then. */
    boolean takeVersion10() {
        if (major != 1 || minor != 0) {
            return false;
        }
        versionPending = false;
        return true;
    }

    /** Applies {@code SUN.holesdata}: a blank, then the ends of alternating holes and data, with blanks between. */
    ArchiveStatus addSolaris(byte[] value) {
        if (value.length == 0 || value[0] != ' ') {
            return ArchiveStatus.WARN;
        }
        long end = 0;
        boolean hole = true;
        for (int at = 1; ; at++) {
            int stop = endOfDigits(value, at, ' ');
            if (stop < 0) {
                return ArchiveStatus.WARN;
            }
            long start = end;
            end = TarNumbers.decimal(value, at, stop - at);
            if (start < end) {
                if (!add(start, end - start)) {
                    return ArchiveStatus.FATAL;
                }
                markLast(hole);
            }
            if (stop == value.length) {
                return ArchiveStatus.OK;
            }
            at = stop;
            hole = !hole;
        }
    }

    private ArchiveStatus addPending(boolean complete) {
        if (complete) {
            if (!add(pendingOffset, pendingLength)) {
                return ArchiveStatus.FATAL;
            }
            pendingOffset = -1;
            pendingLength = -1;
        }
        return ArchiveStatus.OK;
    }

    /** The pax format 0.1: offset, length, offset, length … with commas between. */
    private boolean addList(byte[] value) {
        long offset = -1;
        for (int at = 0; ; at++) {
            int stop = endOfDigits(value, at, ',');
            if (stop < 0) {
                return false;
            }
            long number = TarNumbers.decimal(value, at, stop - at);
            if (offset < 0) {
                offset = number;
            } else if (add(offset, number)) {
                offset = -1;
            } else {
                return false;
            }
            if (stop == value.length) {
                return true;
            }
            at = stop;
        }
    }

    /** The index of {@code separator} or of the end behind the digits at {@code from}, -1 if something else follows. */
    private static int endOfDigits(byte[] value, int from, char separator) {
        int at = from;
        while (at < value.length && value[at] >= '0' && value[at] <= '9') {
            at++;
        }
        return at == value.length || value[at] == separator ? at : -1;
    }
}
