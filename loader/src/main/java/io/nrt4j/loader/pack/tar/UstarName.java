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

    /** The front part, its slash included, fits the prefix field. */
    private static final int LAST_FRONT_SLASH = UstarBlock.PREFIX_LENGTH - 1;

    private static final String NO_DIRECTORY = "";
    private static final String PAX_DIRECTORY = "PaxHeader/";
    private static final String ROOT_PAX_HEADER = "/PaxHeader/rootdir";
    private static final String CURRENT_PAX_HEADER = "PaxHeader/currentdir";

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

    /** {@code build_ustar_entry_name}: a recognisable path that fits, for the plain header beside a record. */
    static byte[] shorten(byte[] path) {
        if (path.length < UstarBlock.NAME_LENGTH) {
            return path;
        }
        int end = withoutTrailingSlashes(path);
        return join(path, end, NO_DIRECTORY, end < path.length);
    }

    /** {@code build_pax_attribute_name}: the name of the extended header that belongs to a path. */
    static byte[] ofPaxHeader(byte[] path) {
        int end = withoutTrailingSlashes(path);
        if (end == 0) {
            return ROOT_PAX_HEADER.getBytes(StandardCharsets.US_ASCII);
        }
        return end == 1 && path[0] == '.'
                ? CURRENT_PAX_HEADER.getBytes(StandardCharsets.US_ASCII)
                : join(path, end, PAX_DIRECTORY, false);
    }

    /**
     * Cuts the base name and leaves directories out until the rest fits.
     *
     * @param end where the path ends without its last slash
     * @param inserted directories to put before the base name, with their slash
     */
    private static byte[] join(byte[] path, int end, String inserted, boolean slashAtEnd) {
        int budget = SUFFIX_BUDGET - (slashAtEnd ? 1 : 0) - (inserted.isEmpty() ? 0 : inserted.length() + 1);

        int base = baseName(path, end);
        int baseEnd = Math.min(end, base + budget);
        budget -= baseEnd - base;

        int frontEnd = behindSlash(path, 0, Math.min(LAST_FRONT_SLASH, base), base);
        int middleEnd = behindSlash(path, frontEnd, Math.min(frontEnd + budget, base), base);

        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(path, 0, middleEnd);
        out.writeBytes(inserted.getBytes(StandardCharsets.US_ASCII));
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

    private static int baseName(byte[] path, int end) {
        int at = end;
        while (at > 0 && path[at - 1] != '/') {
            at--;
        }
        return at;
    }

    /** Behind the last slash from {@code floor} to {@code last} inclusive, at most {@code base}; else the floor. */
    private static int behindSlash(byte[] path, int floor, int last, int base) {
        int at = last;
        while (at > floor && path[at] != '/') {
            at--;
        }
        return at < base && path[at] == '/' ? at + 1 : at;
    }

    private static int indexOf(byte[] path, int from) {
        for (int i = from; i < path.length; i++) {
            if (path[i] == '/') {
                return i;
            }
        }
        return -1;
    }
}
