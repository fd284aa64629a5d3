package io.nrt4j.loader.pack;

import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.pack.PackRecipe.RecipeMember;
import io.nrt4j.loader.pack.tar.TarEntry;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Where the members of an archive go below a directory. An archive can name any path and be any kind of file; only
 * what stays inside the directory, is a plain file and has a place of its own on every file system is let through.
 */
final class MemberPaths {
    private static final LogMessage LINK_OR_DEVICE =
            Refusal.message("unpack", "refused: %s is not a plain file or directory (type '%s')");
    private static final LogMessage ABSOLUTE = Refusal.message("unpack", "refused: %s is an absolute path");
    private static final LogMessage UPWARDS = Refusal.message("unpack", "refused: %s has a part \"..\"");
    private static final LogMessage NOT_PLAIN =
            Refusal.message("unpack", "refused: %s has an empty part or a part \".\"");
    private static final LogMessage TOO_LONG =
            Refusal.message("unpack", "refused: %s is too long for a file name (%d bytes, at most %d)");
    private static final LogMessage UNREPRESENTABLE = Refusal.message(
            "unpack", "refused: %s cannot be a file name here: %s (file names are in %s; see the locale)");
    private static final LogMessage RESERVED = Refusal.message("unpack", "refused: a member is called %s");
    private static final LogMessage TWICE = Refusal.message("unpack", "refused: %s and %s would be the same file");
    private static final LogMessage FILE_AND_DIRECTORY =
            Refusal.message("unpack", "refused: %s is a file and the directory of %s");

    private static final int LONGEST_PART = 255;
    private static final int LONGEST_PATH = 4095;
    private static final int LONGEST_SHOWN = 200;
    /** {@code 0} and NUL, and the rarer letters that a reader takes for a plain file too. */
    private static final String PLAIN_TYPES = "0\0" + "7";

    private final Path directory;
    /** Folded path to the name that took it. */
    private final Map<String, String> files = new HashMap<>();

    private final Map<String, String> directories = new HashMap<>();

    private MemberPaths(Path directory) {
        this.directory = directory;
    }

    /**
     * The path of each member; directories of the archive have one too.
     *
     * @throws io.nrt4j.loader.diagnostics.LoadException when a member is refused
     */
    static List<Path> below(Path directory, List<RecipeMember> members) {
        MemberPaths paths = new MemberPaths(directory.toAbsolutePath().normalize());
        return members.stream().map(member -> paths.place(member.entry())).toList();
    }

    private Path place(TarEntry entry) {
        boolean isDirectory = entry.typeflag() == TarEntry.DIRECTORY;
        if (!isDirectory && PLAIN_TYPES.indexOf(entry.typeflag()) < 0) {
            throw Refusal.of(LINK_OR_DEVICE, shown(entry.name()), String.valueOf(entry.typeflag()));
        }
        Path path = resolve(entry.name());
        claim(fileName(entry.name()), isDirectory);
        return path;
    }

    private Path resolve(String name) {
        String path = fileName(name);
        if (path.startsWith("/")) {
            throw Refusal.of(ABSOLUTE, shown(name));
        }
        for (String part : path.split("/", -1)) {
            if (part.equals("..")) {
                throw Refusal.of(UPWARDS, shown(name));
            }
            if (part.isEmpty() || part.equals(".")) {
                throw Refusal.of(NOT_PLAIN, shown(name));
            }
            checkLength(name, part.getBytes(StandardCharsets.UTF_8).length, LONGEST_PART);
        }
        if (path.equals(PackRecipe.FILE_NAME)) {
            throw Refusal.of(RESERVED, shown(name));
        }
        Path resolved = resolveOnFileSystem(name, path);
        checkLength(name, resolved.toString().getBytes(StandardCharsets.UTF_8).length, LONGEST_PATH);
        return resolved;
    }

    /** The last word has the file system: its own idea of separators and drives must not lead outside. */
    private Path resolveOnFileSystem(String name, String path) {
        try {
            Path resolved = directory.resolve(path).normalize();
            if (!resolved.startsWith(directory) || resolved.equals(directory)) {
                throw Refusal.of(UPWARDS, shown(name));
            }
            return resolved;
        } catch (InvalidPathException e) {
            throw Refusal.of(UNREPRESENTABLE, shown(name), e.getReason(), System.getProperty("sun.jnu.encoding", "?"));
        }
    }

    private static void checkLength(String name, int bytes, int limit) {
        if (bytes > limit) {
            throw Refusal.of(TOO_LONG, shown(name), bytes, limit);
        }
    }

    private void claim(String path, boolean isDirectory) {
        for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
            claimDirectory(path.substring(0, slash), path);
        }
        if (isDirectory) {
            claimDirectory(path, path);
            return;
        }
        String folded = folded(path);
        String other = files.putIfAbsent(folded, path);
        if (other != null) {
            throw Refusal.of(TWICE, shown(other), shown(path));
        }
        if (directories.containsKey(folded)) {
            throw Refusal.of(FILE_AND_DIRECTORY, shown(path), shown(directories.get(folded)));
        }
    }

    private void claimDirectory(String path, String member) {
        String folded = folded(path);
        if (files.containsKey(folded)) {
            throw Refusal.of(FILE_AND_DIRECTORY, shown(files.get(folded)), shown(member));
        }
        String other = directories.putIfAbsent(folded, path);
        if (other != null && !other.equals(path)) {
            throw Refusal.of(TWICE, shown(other), shown(path));
        }
    }

    /** Equal for names that a file system without case or with composed letters takes for the same. */
    private static String folded(String path) {
        String composed = Normalizer.normalize(path, Normalizer.Form.NFC);
        return composed.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    }

    /** The name as the runtime files it, and a directory's without its slash. */
    static String fileName(String name) {
        String path = name.startsWith("./") ? name.substring(2) : name;
        return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    private static String shown(String name) {
        String printable = name.codePoints()
                .map(c -> Character.isISOControl(c) ? '?' : c)
                .limit(LONGEST_SHOWN)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        return printable.length() < name.length() ? printable + "…" : printable;
    }
}
