package io.nrt4j.loader.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

/** What the headers of one entry say. One object is filled again and again. */
final class TarEntry {
    static final int TYPE_MASK = 0170000;
    static final int REGULAR = 0100000;
    static final int DIRECTORY = 0040000;
    static final int SYMBOLIC_LINK = 0120000;
    static final int CHARACTER_DEVICE = 0020000;
    static final int BLOCK_DEVICE = 0060000;
    static final int FIFO = 0010000;

    private static final byte[] NO_NAME = {};

    byte[] name = NO_NAME;
    /** The size of the file, holes included. */
    long size;

    int mode;
    long mtime;
    char typeflag;
    /** Stored bytes that were not delivered yet. */
    long bytesRemaining;
    /** Bytes behind the data up to the next block. */
    long padding;
    /** Whether records gave the size with holes, which the {@code size} record must not replace then. */
    boolean realSizeGiven;

    AclText acl = new AclText();

    void clear() {
        name = NO_NAME;
        size = 0;
        mode = 0;
        mtime = 0;
        typeflag = 0;
        bytesRemaining = 0;
        padding = 0;
        realSizeGiven = false;
        acl = new AclText();
    }

    int fileType() {
        return mode & TYPE_MASK;
    }

    void setFileType(int type) {
        mode = (mode & ~TYPE_MASK) | type;
    }

    /** Drops the data of a type that has none, whatever its size field says. */
    void setEmpty() {
        size = 0;
        bytesRemaining = 0;
    }

    void setPadding() {
        padding = -bytesRemaining & (TarHeader.SIZE - 1);
    }

    String nameText() {
        return new String(name, UTF_8);
    }
}
