package io.nrt4j.loader.archive;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.ArrayList;
import java.util.List;

/**
 * Access control lists of an entry, as far as they can fail: the runtime uses none of them, but a Solaris ACL that
 * libarchive cannot read ends the load.
 *
 * <p>Follows {@code archive_acl_from_text}: a bad line is a warning, and lists of the two families do not mix.
 */
final class AclText {
    private static final String MODE_LETTERS = "rRwWxX";

    private boolean hasPosix;
    private boolean hasNfs4;

    /** The families of access control lists. */
    enum Kind {
        POSIX_ACCESS,
        POSIX_DEFAULT,
        NFS4
    }

    /** Adds the entries of {@code text}. */
    ArchiveStatus add(String text, Kind kind, NameCharset charset) {
        ArchiveStatus result = ArchiveStatus.OK;
        int at = 0;
        while (at < text.length()) {
            Line line = Line.parse(text, at);
            at = line.end;
            if (!line.isComment) {
                ArchiveStatus status = kind == Kind.NFS4 ? addNfs4(line, charset) : addPosix(line, kind, charset);
                if (status == ArchiveStatus.FAILED) {
                    return status;
                }
                result = result.worse(status);
            }
        }
        return result;
    }

    private ArchiveStatus addPosix(Line line, Kind wanted, NameCharset charset) {
        String first = line.field(0);
        boolean isDefault = first.equals("d") || first.startsWith("default");
        // "default:user::rwx" has the keyword in a field of its own, "defaultuser::rwx" of Solaris has not.
        int n = isDefault && first.length() <= "default".length() ? 1 : 0;
        String tag = isDefault && n == 0 ? first.substring("default".length()) : line.field(n);
        String qualifier = line.field(n + 1);
        boolean hasId = isNumber(qualifier) || (line.count > n + 3 && isNumber(line.field(n + 3)));
        boolean special = true;
        boolean granted = false;
        int modeField = n + 2;
        switch (tag) {
            case "u", "user", "g", "group" -> special = !hasId && qualifier.isEmpty();
            case "o", "other", "m", "mask" -> {
                special = tag.startsWith("o");
                if (line.count == n + 2 && isMode(qualifier)) {
                    modeField = n + 1;
                } else if (line.count == n + 3 && !qualifier.isEmpty()) {
                    return ArchiveStatus.WARN;
                }
                // What a mode grants before its first wrong letter counts as granted, and nothing else is looked at.
                granted = line.count == n + 2 && grantsBeforeAnError(qualifier);
            }
            default -> {
                return ArchiveStatus.WARN;
            }
        }
        if (!granted && !isMode(line.field(modeField))) {
            return ArchiveStatus.WARN;
        }
        if (special && !isDefault && wanted == Kind.POSIX_ACCESS) {
            return ArchiveStatus.OK;
        }
        if (hasNfs4) {
            return ArchiveStatus.FAILED;
        }
        hasPosix = true;
        boolean named = !special && (tag.startsWith("u") || tag.startsWith("g"));
        return named ? converted(qualifier, charset) : ArchiveStatus.OK;
    }

    private ArchiveStatus addNfs4(Line line, NameCharset charset) {
        String tag = line.field(0);
        boolean named = tag.equals("user") || tag.equals("group");
        if (!named && !tag.equals("owner@") && !tag.equals("group@") && !tag.equals("everyone@")) {
            return ArchiveStatus.WARN;
        }
        int n = named ? 1 : 0;
        if (!consistsOf(line.field(1 + n), "rwxpDdaARWcCos-") || !consistsOf(line.field(2 + n), "fdinSFI-")) {
            return ArchiveStatus.WARN;
        }
        switch (line.field(3 + n)) {
            case "deny", "allow", "audit", "alarm" -> {}
            default -> {
                return ArchiveStatus.WARN;
            }
        }
        if (hasPosix) {
            return ArchiveStatus.FAILED;
        }
        hasNfs4 = true;
        return named ? converted(line.field(1), charset) : ArchiveStatus.OK;
    }

    private static ArchiveStatus converted(String name, NameCharset charset) {
        return charset.fromUtf8(name.getBytes(ISO_8859_1)).isPresent() ? ArchiveStatus.OK : ArchiveStatus.WARN;
    }

    private static boolean isNumber(String field) {
        return !field.isEmpty() && consistsOf(field, "0123456789");
    }

    private static boolean isMode(String field) {
        return !field.isEmpty() && consistsOf(field, MODE_LETTERS + "-");
    }

    private static boolean grantsBeforeAnError(String field) {
        return field.chars().dropWhile(c -> c == '-').limit(1).anyMatch(c -> MODE_LETTERS.indexOf(c) >= 0);
    }

    private static boolean consistsOf(String field, String letters) {
        return field.chars().allMatch(c -> letters.indexOf(c) >= 0);
    }

    /** One entry: fields with colons between, up to a comma or the end of the line; {@code #} starts a comment. */
    private static final class Line {
        private final List<String> fields = new ArrayList<>();
        private boolean isComment;
        private int count;
        private int end;

        static Line parse(String text, int from) {
            Line line = new Line();
            line.end = from;
            char separator;
            do {
                separator = line.addField(text);
            } while (separator == ':');
            return line;
        }

        /** A field by its number; empty if there is none. */
        String field(int number) {
            return number < fields.size() ? fields.get(number) : "";
        }

        private char addField(String text) {
            int start = skip(text, end, " \t\n", true);
            int stop = skip(text, start, ",:\n#", false);
            if (fields.isEmpty()) {
                isComment = stop == start && charAt(text, start) == '#';
            }
            int trimmed = stop;
            while (trimmed > start && " \t\n".indexOf(text.charAt(trimmed - 1)) >= 0) {
                trimmed--;
            }
            fields.add(text.substring(start, trimmed));
            count++;
            int at = charAt(text, stop) == '#' ? skip(text, stop, ",\n", false) : stop;
            end = Math.min(at + 1, text.length());
            return charAt(text, at);
        }

        private static int skip(String text, int from, String set, boolean members) {
            int at = from;
            while (at < text.length() && (set.indexOf(text.charAt(at)) >= 0) == members) {
                at++;
            }
            return at;
        }

        private static char charAt(String text, int at) {
            return at < text.length() ? text.charAt(at) : '\0';
        }
    }
}
