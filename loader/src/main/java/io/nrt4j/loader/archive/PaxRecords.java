package io.nrt4j.loader.archive;

import static io.nrt4j.loader.archive.ArchiveStatus.FATAL;
import static io.nrt4j.loader.archive.ArchiveStatus.OK;
import static io.nrt4j.loader.archive.ArchiveStatus.UNSPECIFIED;
import static io.nrt4j.loader.archive.ArchiveStatus.WARN;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The records of one pax extended header, applied to the entry that follows it.
 *
 * <p>Own code because commons-compress refuses or forgives other records than libarchive does; each text and each
 * return code here can end a load. Source: container.md §9.3.
 */
final class PaxRecords {
    private static final int LONGEST_RECORD = 999_999;

    private final TarEntry entry;
    private final SparseMap sparse;
    private final boolean sparseAllowed;
    private final NameCharset charset;
    private final LastError error;

    private byte @Nullable [] path;
    private byte @Nullable [] sparseName;
    private byte @Nullable [] linkPath;
    private byte @Nullable [] userName;
    private byte @Nullable [] groupName;
    private boolean binaryCharset;

    PaxRecords(TarEntry entry, SparseMap sparse, boolean sparseAllowed, NameCharset charset, LastError error) {
        this.entry = entry;
        this.sparse = sparse;
        this.sparseAllowed = sparseAllowed;
        this.charset = charset;
        this.error = error;
    }

    /**
     * Applies all records of {@code body}: {@code LENGTH KEY=VALUE\n} each, the length including itself. As in
     * libarchive, NULs replace the characters behind key and value, so that a body cannot be applied twice.
     */
    ArchiveStatus apply(byte[] body) {
        ArchiveStatus status = OK;
        for (int start = 0; start < body.length; ) {
            int key = start;
            int length = 0;
            while (key < body.length && body[key] != ' ') {
                int digit = body[key++] - '0';
                if (digit < 0 || digit > 9) {
                    error.set("Ignoring malformed pax extended attributes");
                    return WARN;
                }
                length = length * 10 + digit;
                if (length > LONGEST_RECORD) {
                    error.set("Rejecting pax extended attribute > 1MB");
                    return WARN;
                }
            }
            key++;
            int end = start + length;
            if (length < 1 || end > body.length || body[end - 1] != '\n') {
                error.set("Ignoring malformed pax extended attribute");
                return WARN;
            }
            body[end - 1] = 0;
            int equals = indexOf(body, key, end - 1, '=');
            if (equals == key) {
                return UNSPECIFIED;
            }
            if (equals < 0) {
                error.set("Invalid pax extended attributes");
                return WARN;
            }
            ArchiveStatus applied =
                    accept(new String(body, key, equals - key, ISO_8859_1), text(body, equals + 1, end - 1));
            if (applied == FATAL) {
                return FATAL;
            }
            status = status.worse(applied);
            start = end;
        }
        return convertTexts(status);
    }

    private ArchiveStatus accept(String key, byte[] value) {
        if (key.startsWith("GNU.sparse")) {
            return acceptSparse(key, value);
        }
        switch (key) {
            case "path" -> path = value;
            case "linkpath" -> linkPath = value;
            case "uname" -> userName = value;
            case "gname" -> groupName = value;
            case "size" -> {
                return acceptSize(TarNumbers.decimal(value));
            }
            case "SCHILY.realsize" -> acceptRealSize(value);
            case "mtime" -> entry.mtime = TarNumbers.decimal(value);
            case "hdrcharset" -> acceptCharset(new String(value, ISO_8859_1));
            case "SUN.holesdata" -> {
                ArchiveStatus status = sparse.addSolaris(value);
                if (status == WARN) {
                    error.set("Parse error: SUN.holesdata");
                }
                return status;
            }
            case "SCHILY.acl.access" -> acceptAcl(key, value, AclText.Kind.POSIX_ACCESS);
            case "SCHILY.acl.default" -> acceptAcl(key, value, AclText.Kind.POSIX_DEFAULT);
            case "SCHILY.acl.ace" -> acceptAcl(key, value, AclText.Kind.NFS4);
            default -> {}
        }
        return OK;
    }

    private ArchiveStatus acceptSparse(String key, byte[] value) {
        if (!sparseAllowed) {
            error.set("Non-regular file cannot be sparse");
            return FATAL;
        }
        switch (key) {
            case "GNU.sparse.name" -> sparseName = value;
            case "GNU.sparse.size", "GNU.sparse.realsize" -> acceptRealSize(value);
            default -> {
                return sparse.accept(key, value);
            }
        }
        return OK;
    }

    private void acceptRealSize(byte[] value) {
        entry.size = TarNumbers.decimal(value);
        entry.realSizeGiven = true;
    }

    private ArchiveStatus acceptSize(long size) {
        if (size < 0 || size == Long.MAX_VALUE) {
            entry.bytesRemaining = 0;
            error.set(size < 0 ? "Tar size attribute is negative" : "Tar size attribute overflow");
            return FATAL;
        }
        entry.bytesRemaining = size;
        if (!entry.realSizeGiven) {
            entry.size = size;
        }
        return OK;
    }

    private void acceptCharset(String value) {
        if (value.equals("BINARY")) {
            binaryCharset = true;
        } else if (value.equals("ISO-IR 10646 2000 UTF-8")) {
            binaryCharset = false;
        }
    }

    /** A list that cannot be read leaves its error text behind, but no status. */
    private void acceptAcl(String key, byte[] value, AclText.Kind kind) {
        if (entry.acl.add(new String(value, ISO_8859_1), kind, charset) != OK) {
            error.set("Parse error:  " + key);
        }
    }

    /** Texts are converted behind the last record, as {@code hdrcharset} may stand anywhere. */
    private ArchiveStatus convertTexts(ArchiveStatus status) {
        ArchiveStatus result = status;
        if (isGiven(groupName) && convert(groupName, "Gname") == null) {
            result = WARN;
        }
        if (isGiven(linkPath) && convert(linkPath, "Linkname") == null) {
            result = WARN;
        }
        byte[] name = isGiven(sparseName) ? sparseName : path;
        if (isGiven(name)) {
            byte[] converted = convert(name, "Pathname");
            entry.name = converted == null ? name : converted;
            if (converted == null) {
                result = WARN;
            }
        }
        if (isGiven(userName) && convert(userName, "Uname") == null) {
            result = WARN;
        }
        return result;
    }

    private byte @Nullable [] convert(byte @Nullable [] text, String what) {
        if (text == null || binaryCharset) {
            return text;
        }
        byte[] converted = charset.fromUtf8(text).orElse(null);
        if (converted == null) {
            error.set(what + " can't be converted from UTF-8 to current locale.");
        }
        return converted;
    }

    private static boolean isGiven(byte @Nullable [] text) {
        return text != null && text.length > 0;
    }

    /** The index of {@code wanted} before the first NUL of the range, or -1. */
    private static int indexOf(byte[] body, int from, int to, char wanted) {
        for (int at = from; at < to && body[at] != 0; at++) {
            if (body[at] == wanted) {
                return at;
            }
        }
        return -1;
    }

    private static byte[] text(byte[] body, int from, int to) {
        int end = from;
        while (end < to && body[end] != 0) {
            end++;
        }
        return Arrays.copyOfRange(body, from, end);
    }
}
