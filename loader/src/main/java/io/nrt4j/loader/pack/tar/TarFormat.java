package io.nrt4j.loader.pack.tar;

/**
 * How a tar writer lays out an entry's headers, and how it ends the stream.
 *
 * <p>commons-compress cannot stand in for any of these. It prints mode, uid and gid as seven digits and a space,
 * where libarchive prints six digits, a space and a NUL, and Python prints seven digits and a NUL; and its pax
 * headers carry other names and other records. Source: producer.md §4.1, corpus/dialects.md §2.
 */
interface TarFormat {
    /** The size of a tar block, the unit of headers and padding, in bytes. */
    int BLOCK = 512;

    /** Everything that stands before the data of {@code entry}: one or more blocks. */
    byte[] header(TarEntry entry);

    /** The whole stream is zero-filled to a multiple of this many bytes. */
    int recordSize();

    /** The zeros behind {@code size} bytes of data. */
    static int padding(long size) {
        return (int) (-size & (BLOCK - 1));
    }
}
