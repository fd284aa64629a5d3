package io.nrt4j.loader.archive;

import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The map of the GNU sparse format 1.0, which stands before the data of the entry: decimal numbers in lines of their
 * own, first the count, then offset and length of each part, padded to a block.
 */
final class SparseMapReader {
    private static final int LONGEST_LINE = 100;

    private final ReadAhead in;
    private final LastError error;
    private long remaining;

    SparseMapReader(ReadAhead in, LastError error) {
        this.in = in;
        this.error = error;
    }

    /** Reads the map and takes its bytes off the entry's data; {@code false} if it cannot be read. */
    boolean read(SparseMap map, TarEntry entry) {
        map.clear();
        remaining = entry.bytesRemaining;
        long count = nextNumber();
        // libarchive counts in a C int.
        if (count < 0 || (int) count < 0) {
            return false;
        }
        for (int i = 0; i < (int) count; i++) {
            long offset = nextNumber();
            long length = offset < 0 ? -1 : nextNumber();
            if (length < 0 || !map.add(offset, length)) {
                return false;
            }
        }
        long padding = (remaining - entry.bytesRemaining) & (TarHeader.SIZE - 1);
        if (padding > remaining || !in.consume(padding)) {
            return false;
        }
        entry.bytesRemaining = remaining - padding;
        return true;
    }

    /** The number in the next line that is no comment, saturated; -1 if there is none. */
    private long nextNumber() {
        byte[] line;
        do {
            line = nextLine((int) Math.min(remaining, LONGEST_LINE));
            if (line == null) {
                return -1;
            }
            remaining -= line.length;
        } while (line[0] == '#');
        long number = 0;
        for (int i = 0; line[i] != '\n'; i++) {
            int digit = line[i] - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = number > (Long.MAX_VALUE - digit) / 10 ? Long.MAX_VALUE : number * 10 + digit;
        }
        return number;
    }

    /** The next line with its line feed, or {@code null} where it is too long or the data ends. */
    private byte @Nullable [] nextLine(int limit) {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        while (true) {
            int available = in.ahead(1);
            if (available <= 0) {
                return null;
            }
            int feed = in.buffer().indexOf(in.index(), in.index() + available, (byte) '\n');
            int length = feed < 0 ? available : feed + 1 - in.index();
            if (line.size() + length > limit) {
                error.set("Line too long");
                return null;
            }
            byte[] part = new byte[length];
            in.buffer().getBytes(in.index(), part);
            line.writeBytes(part);
            in.pass(length);
            if (feed >= 0) {
                return line.toByteArray();
            }
        }
    }
}
