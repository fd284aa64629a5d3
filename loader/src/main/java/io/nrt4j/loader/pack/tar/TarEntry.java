package io.nrt4j.loader.pack.tar;

import java.nio.charset.StandardCharsets;

/**
 * One entry of a tar stream.
 *
 * @param name the path, with {@code /} between the parts; encoded as UTF-8
 * @param typeflag {@link #FILE} or {@link #DIRECTORY}
 * @param size bytes of data that follow, 0 for a directory
 * @param attributes the rest of the header
 */
public record TarEntry(String name, char typeflag, long size, TarAttributes attributes) {
    public static final char FILE = '0';
    public static final char DIRECTORY = '5';

    public TarEntry {
        if (name.isEmpty() || name.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("not a member name: '" + name + "'");
        }
        if (size < 0) {
            throw new IllegalArgumentException("negative size of " + name + ": " + size);
        }
    }

    public static TarEntry file(String name, long size, TarAttributes attributes) {
        return new TarEntry(name, FILE, size, attributes);
    }

    /** The same for {@code newSize} bytes of data. */
    public TarEntry withSize(long newSize) {
        return new TarEntry(name, typeflag, newSize, attributes);
    }

    byte[] nameBytes() {
        return name.getBytes(StandardCharsets.UTF_8);
    }
}
