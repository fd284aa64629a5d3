package io.nrt4j.runtime.run;

import io.nrt4j.loader.archive.Sha256;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Where outputs go: {@code NAME.npy} in one directory. Where several ranks run, that is rank 0's, and every rank has
 * {@code rankR/NAME.npy} in it.
 *
 * <p>A NEFF may name its tensors as it likes, and nothing is written outside the directory: whatever is no ASCII letter,
 * digit or one of {@code -_.:+@=,()[]} is replaced by a percent sign and two hexadecimal digits per byte of UTF-8; very
 * long names are cut and end in a digest.
 */
final class OutputDirectory {
    private static final String SUFFIX = ".npy";
    private static final String KEPT = "-_.:+@=,()[]";
    /** File systems allow 255 bytes; rank directories and suffix have room too. */
    private static final int LONGEST = 200;

    private static final int DIGEST_CHARACTERS = 16;

    private final Path directory;
    private final boolean byRank;

    OutputDirectory(Path directory, boolean byRank) {
        this.directory = directory;
        this.byRank = byRank;
    }

    /** The file of an output, which need not exist. */
    Path fileOf(String output, int rank) {
        Path parent = byRank ? directory.resolve("rank" + rank) : directory;
        return parent.resolve(fileName(output));
    }

    /** Makes the file of an output anew. */
    OutputStream create(String output, int rank) throws IOException {
        Path file = fileOf(output, rank);
        Files.createDirectories(file.toAbsolutePath().getParent());
        return Files.newOutputStream(file);
    }

    /** Who knows nothing of ranks finds the output where it is without them. */
    void complete(String output, int rank) throws IOException {
        if (byRank && rank == 0) {
            Files.copy(fileOf(output, rank), directory.resolve(fileName(output)), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    static String fileName(String output) {
        StringBuilder name = new StringBuilder();
        for (byte b : output.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xFF);
            boolean kept = isLetterOrDigit(c) || KEPT.indexOf(c) >= 0;
            if (kept) {
                name.append(c);
            } else {
                name.append(String.format("%%%02X", (int) c));
            }
        }
        if (name.length() > LONGEST) {
            name.setLength(LONGEST - DIGEST_CHARACTERS);
            // No escape has a tilde, so that no other name can end like this.
            name.append("%~").append(Sha256.hex(output.getBytes(StandardCharsets.UTF_8)), 0, DIGEST_CHARACTERS);
        }
        return name.append(SUFFIX).toString();
    }

    private static boolean isLetterOrDigit(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }
}
