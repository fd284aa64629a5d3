package io.nrt4j.loader.pack.tar;

import java.util.Arrays;
import java.util.Optional;

/** The tar writers that compilers have used. Source: corpus/dialects.md §2, producer.md §4. */
public enum TarDialect {
    /** libarchive's pax format: ustar blocks, extended headers only where needed. Compilers 2.11 and later. */
    LIBARCHIVE("libarchive"),
    /** Python's tarfile in GNU format. Compilers up to 1.6, and 2.4. */
    PYTHON_GNU("python-gnu"),
    /** Python's tarfile in pax format. Compilers 1.15, and 2.5 to 2.10. */
    PYTHON_PAX("python-pax");

    private final String label;

    TarDialect(String label) {
        this.label = label;
    }

    /** The name in recipes and reports. */
    public String label() {
        return label;
    }

    /** The dialect of a {@link #label}. */
    public static Optional<TarDialect> fromLabel(String label) {
        return Arrays.stream(values()).filter(d -> d.label.equals(label)).findFirst();
    }

    /** Everything that stands before the data of {@code entry}: one or more blocks of 512 bytes. */
    public byte[] header(TarEntry entry) {
        return format().header(entry);
    }

    private TarFormat format() {
        return switch (this) {
            case LIBARCHIVE -> new LibarchiveTarFormat();
            case PYTHON_GNU -> new PythonTarFormat(false);
            case PYTHON_PAX -> new PythonTarFormat(true);
        };
    }

    /** Bytes of zeros that end a stream of {@code length} bytes of headers and padded data. */
    public int trailerSize(long length) {
        int twoBlocks = 2 * TarFormat.BLOCK;
        int record = format().recordSize();
        long over = (length + twoBlocks) % record;
        return (int) (twoBlocks + (over == 0 ? 0 : record - over));
    }
}
