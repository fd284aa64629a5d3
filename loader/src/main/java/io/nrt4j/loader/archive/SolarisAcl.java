package io.nrt4j.loader.archive;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/** The body of a Solaris ACL header (typeflag {@code A}): an octal number with the kind of list, a NUL, the list. */
final class SolarisAcl {
    private static final long LARGEST_NUMBER = 077777777;
    private static final long KIND_MASK = ~0777777L;
    private static final long POSIX = 01000000;
    private static final long NFS4 = 03000000;

    private final LastError error;
    private final NameCharset charset;

    SolarisAcl(LastError error, NameCharset charset) {
        this.error = error;
        this.charset = charset;
    }

    /**
     * Reads the list into {@code acl}.
     *
     * @param body the body of the innermost such header
     * @param size the size of the one that is applied
     */
    ArchiveStatus apply(byte[] body, int size, AclText acl) {
        int limit = Math.min(body.length, size);
        long number = 0;
        int at = 0;
        for (; at < limit && body[at] != 0; at++) {
            int digit = body[at] - '0';
            if (digit < 0 || digit > 7) {
                return malformed("invalid digit");
            }
            number = number * 8 + digit;
            if (number > LARGEST_NUMBER) {
                return malformed("count too large");
            }
        }
        long kind = number & KIND_MASK;
        if (kind != POSIX && kind != NFS4) {
            return malformed("unsupported type " + Long.toOctalString(number));
        }
        int start = at + 1;
        if (start >= size) {
            return malformed("body overflow");
        }
        int end = Math.min(start, limit);
        while (end < limit && body[end] != 0) {
            end++;
        }
        ArchiveStatus status = acl.add(
                new String(body, Math.min(start, end), end - Math.min(start, end), ISO_8859_1),
                kind == NFS4 ? AclText.Kind.NFS4 : AclText.Kind.POSIX_ACCESS,
                charset);
        if (status != ArchiveStatus.OK) {
            malformed("unparsable");
        }
        return status;
    }

    private ArchiveStatus malformed(String reason) {
        error.set("Malformed Solaris ACL attribute (" + reason + ")");
        return ArchiveStatus.WARN;
    }
}
