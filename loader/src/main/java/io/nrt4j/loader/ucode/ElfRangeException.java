package io.nrt4j.loader.ucode;

/** A read outside the file, which the real code would do blindly; its callers turn it into a status. */
final class ElfRangeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long offset;

    ElfRangeException(long offset) {
        super("file offset 0x" + Long.toHexString(offset) + " lies outside the file", null, false, false);
        this.offset = offset;
    }

    /** The first byte that was wanted. */
    long offset() {
        return offset;
    }
}
