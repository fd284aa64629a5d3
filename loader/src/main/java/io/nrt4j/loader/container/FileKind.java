package io.nrt4j.loader.container;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.util.Locale;

/**
 * What a file is, judged by its first bytes, so that a file that is no NEFF can be named for what it is. A load never
 * asks: the runtime has no magic number to look for. Source: container.md §1.
 */
public enum FileKind {
    /** All size and version fields of the header are plausible. */
    NEFF("a NEFF"),
    /** A NEFF header whose payload is not all there. */
    CUT_NEFF("a NEFF that ends before its payload does"),
    /** A NEFF header with a major version above 2. */
    NEWER_NEFF("a NEFF of an unknown, newer version"),
    EMPTY("an empty file"),
    GZIP("a gzip stream without a NEFF header"),
    TAR("a tar archive without a NEFF header"),
    ZIP("a zip archive"),
    ELF("an ELF object or executable"),
    XZ("an xz stream"),
    BZIP2("a bzip2 stream"),
    ZSTD("a zstd stream"),
    NUMPY("a NumPy array (.npy)"),
    GIT_LFS_POINTER("a Git LFS pointer; the file itself was not fetched (git lfs pull)"),
    HTML("an HTML page, perhaps an error page of a download"),
    XML("an XML document, perhaps an error answer of a download"),
    JSON("a JSON document"),
    TEXT("a text file"),
    /** Nothing but zero bytes as far as was looked. */
    ZEROS("a file of zero bytes, perhaps a broken download"),
    /** A hardware profile: version byte, then a length within the file. */
    NTFF("a hardware profile (NTFF)"),
    UNKNOWN("a file of unknown kind");

    private static final int PEEK = NeffHeader.SIZE;
    private static final int TAR_MAGIC_OFFSET = 257;
    private static final int FIRST_NTFF_VERSION = 4;
    private static final int LAST_NTFF_VERSION = 6;

    private final String description;

    FileKind(String description) {
        this.description = description;
    }

    /** What the file is, with an article, to follow "is". */
    public String description() {
        return description;
    }

    /** Judges a file by its size and at most its first 1024 bytes. */
    public static FileKind of(ByteSource source) {
        ByteBuf head = source.retainedSlice(0, (int) Math.min(PEEK, source.size()));
        try {
            return of(head, source.size());
        } finally {
            head.release();
        }
    }

    private static FileKind of(ByteBuf head, long size) {
        if (size == 0) {
            return EMPTY;
        }
        FileKind neff = neffOf(head, size);
        if (neff != UNKNOWN) {
            return neff;
        }
        FileKind binary = binaryOf(head);
        if (binary != UNKNOWN) {
            return binary;
        }
        FileKind text = textOf(head);
        return text == UNKNOWN && isNtff(head, size) ? NTFF : text;
    }

    /** The test of container.md §1, with the two ways in which a real NEFF can fail it told apart. */
    private static FileKind neffOf(ByteBuf head, long size) {
        if (head.readableBytes() < NeffHeader.VERSION_MINOR_OFFSET) {
            return UNKNOWN;
        }
        long packager = head.getLongLE(NeffHeader.PACKAGE_VERSION_OFFSET);
        long headerSize = head.getLongLE(NeffHeader.HEADER_SIZE_OFFSET);
        long dataSize = head.getLongLE(NeffHeader.DATA_SIZE_OFFSET);
        long major = head.getLongLE(NeffHeader.VERSION_MAJOR_OFFSET);
        boolean known = Long.compareUnsigned(major, 2) <= 0;
        if (packager != 1 && packager != 2) {
            return UNKNOWN;
        }
        boolean complete = size >= NeffHeader.SIZE
                && Long.compareUnsigned(headerSize, size) < 0
                && Long.compareUnsigned(dataSize, size - NeffHeader.SIZE) <= 0;
        if (complete && known) {
            return NEFF;
        }
        if (headerSize != NeffHeader.SIZE || dataSize < 0) {
            return UNKNOWN;
        }
        return known ? CUT_NEFF : NEWER_NEFF;
    }

    private static FileKind binaryOf(ByteBuf head) {
        String first = text(head, 0, 8);
        if (first.startsWith("\u001f\u008b")) {
            return GZIP;
        }
        if (first.startsWith("\u007fELF")) {
            return ELF;
        }
        if (first.startsWith("PK\u0003\u0004") || first.startsWith("PK\u0005\u0006")) {
            return ZIP;
        }
        if (first.startsWith("\u00fd7zXZ\0")) {
            return XZ;
        }
        if (first.startsWith("BZh")) {
            return BZIP2;
        }
        if (first.startsWith("(\u00b5/\u00fd")) {
            return ZSTD;
        }
        if (first.startsWith("\u0093NUMPY")) {
            return NUMPY;
        }
        return text(head, TAR_MAGIC_OFFSET, 5).equals("ustar") ? TAR : UNKNOWN;
    }

    private static FileKind textOf(ByteBuf head) {
        String all = text(head, 0, head.readableBytes());
        if (all.chars().allMatch(c -> c == 0)) {
            return ZEROS;
        }
        if (all.chars().anyMatch(c -> c < ' ' && c != '\n' && c != '\r' && c != '\t' && c != '\f')) {
            return UNKNOWN;
        }
        String start =
                all.replaceFirst("^\u00ef\u00bb\u00bf", "").stripLeading().toLowerCase(Locale.ROOT);
        if (start.startsWith("version https://git-lfs")) {
            return GIT_LFS_POINTER;
        }
        if (start.startsWith("<!doctype html") || start.startsWith("<html") || start.contains("<html")) {
            return HTML;
        }
        if (start.startsWith("<?xml") || start.startsWith("<error")) {
            return XML;
        }
        return start.startsWith("{") || start.startsWith("[") ? JSON : TEXT;
    }

    private static boolean isNtff(ByteBuf head, long size) {
        int version = head.getUnsignedByte(0);
        if (version < FIRST_NTFF_VERSION || version > LAST_NTFF_VERSION || head.readableBytes() <= 1 + Long.BYTES) {
            return false;
        }
        long length = head.getUnsignedIntLE(1);
        return length > 0 && length < size;
    }

    private static String text(ByteBuf head, int from, int length) {
        int end = Math.min(from + length, head.readableBytes());
        return end <= from ? "" : new String(ByteBufUtil.getBytes(head, from, end - from), ISO_8859_1);
    }
}
