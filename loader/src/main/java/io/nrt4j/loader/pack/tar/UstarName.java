package io.nrt4j.loader.pack.tar;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * How libarchive gets a path into the name and prefix fields. Paths are bytes, not characters.
 *
 * <p>Source: producer.md §4.2.
 */
final class UstarName {
    /** Bytes for base name and middle directories; libarchive 3.6's constant (much older releases: 99). */
    private static final int SUFFIX_BUDGET = 98;

    private UstarName() {}

    /** Whether the path can be stored without shortening. */
    static boolean fits(byte[] path) {
        return path.length <= UstarBlock.NAME_LENGTH || split(path) >= 0;
    }

    /** The index of the slash between prefix and name, or -1 when all goes into the name or nothing fits. */
    static int split(byte[] path) {
        if (path.length <= UstarBlock.NAME_LENGTH) {
            return -1;
        }
        int slash = indexOf(path, Math.max(path.length - UstarBlock.NAME_LENGTH - 1, 1));
        return slash < 0 || slash == path.length - 1 || slash > UstarBlock.PREFIX_LENGTH ? -1 : slash;
    }

    /**
     * A recognisable path that fits, for the plain header beside a {@code path} record.
     *
     * @param inserted a directory to put before the base name, or empty
     */
    static byte[] shorten(byte[] path, String inserted) {
        if (inserted.isEmpty() && path.length < UstarBlock.NAME_LENGTH) {
            return path;
        }
        int end = withoutTrailingSlashes(path);
        boolean slashAtEnd = end < path.length;
        int budget = SUFFIX_BUDGET - (slashAtEnd ? 1 : 0) - (inserted.isEmpty() ? 0 : inserted.length() + 2);

        int base = lastIndexOf(path, end) + 1;
        int baseEnd = Math.min(end, base + budget);
        budget -= baseEnd - base;

        int frontEnd = backToSlash(path, Math.min(UstarBlock.PREFIX_LENGTH, base), 0);
        int middleEnd = backToSlash(path, Math.min(frontEnd + budget, base), frontEnd);

        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(path, 0, middleEnd);
        if (!inserted.isEmpty()) {
            out.writeBytes((inserted + "/").getBytes(StandardCharsets.US_ASCII));
        }
        out.write(path, base, baseEnd - base);
        if (slashAtEnd) {
            out.write('/');
        }
        return out.toByteArray();
    }

    private static int withoutTrailingSlashes(byte[] path) {
        int end = path.length;
        while (end > 0) {
            if (path[end - 1] == '/') {
                end--;
            } else if (end > 1 && path[end - 1] == '.' && path[end - 2] == '/') {
                end--;
            } else {
                break;
            }
        }
        return end;
    }

    /** Goes back from {@code from} until the byte before it is a slash; {@code floor} when there is none. */
    private static int backToSlash(byte[] path, int from, int floor) {
        int at = from;
        while (at > floor && path[at - 1] != '/') {
            at--;
        }
        return at;
    }

    private static int indexOf(byte[] path, int from) {
        for (int i = from; i < path.length; i++) {
            if (path[i] == '/') {
                return i;
            }
        }
        return -1;
    }

    private static int lastIndexOf(byte[] path, int before) {
        return backToSlash(path, before, 0) - 1;
    }
}
