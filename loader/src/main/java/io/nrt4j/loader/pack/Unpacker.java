package io.nrt4j.loader.pack;

import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.pack.tar.TarEntry;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Writes the members of a NEFF below a directory, with a recipe that packs them again.
 *
 * <p>The directory appears under its name only when it is complete, and nothing is written outside of it, whatever
 * the archive says.
 */
public final class Unpacker {
    private Unpacker() {}

    /**
     * Unpacks a file.
     *
     * @param directory a directory that does not exist yet, or is empty
     * @return the recipe, which also lies in the directory
     * @throws io.nrt4j.loader.diagnostics.LoadException when the file is no NEFF, is damaged, or has a member that
     *     would land outside the directory or is not a plain file
     * @throws IOException when the directory cannot be written; then it is not there
     */
    public static PackRecipe unpack(ByteSource file, Path directory) throws IOException {
        RecipeReader.Reading reading = RecipeReader.survey(file);
        Path target = Files.exists(directory)
                ? directory.toRealPath()
                : directory.toAbsolutePath().normalize();
        // The longest of the two names decides whether all paths fit.
        Path unfinished = target.resolveSibling("." + target.getFileName() + "." + UUID.randomUUID() + ".part");
        List<Path> paths = MemberPaths.below(unfinished, reading.recipe().members());
        requireFree(target);

        Files.createDirectories(unfinished);
        try {
            writeMembers(reading, paths);
            Files.writeString(unfinished.resolve(PackRecipe.FILE_NAME), RecipeJson.print(reading.recipe()));
            Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException | RuntimeException e) {
            delete(unfinished);
            throw e;
        }
        return reading.recipe();
    }

    private static void requireFree(Path target) throws IOException {
        if (!Files.exists(target)) {
            return;
        }
        if (!Files.isDirectory(target)) {
            throw new FileSystemException(target.toString(), null, "exists and is not a directory");
        }
        try (Stream<Path> content = Files.list(target)) {
            if (content.findAny().isPresent()) {
                throw new FileSystemException(target.toString(), null, "exists and is not empty");
            }
        }
    }

    private static void writeMembers(RecipeReader.Reading reading, List<Path> paths) throws IOException {
        try (MemberFiles files = new MemberFiles(reading.recipe(), paths)) {
            reading.copy(files);
        }
    }

    /** Writes each member to its file as the tar passes by. */
    private static final class MemberFiles implements TarSlicer.Sink, Closeable {
        private final PackRecipe recipe;
        private final List<Path> paths;
        private OutputStream out = OutputStream.nullOutputStream();

        MemberFiles(PackRecipe recipe, List<Path> paths) {
            this.recipe = recipe;
            this.paths = paths;
        }

        @Override
        public void header(int entry, byte[] blocks) throws IOException {
            out.close();
            Path path = paths.get(entry);
            if (recipe.members().get(entry).entry().typeflag() == TarEntry.DIRECTORY) {
                Files.createDirectories(path);
                out = OutputStream.nullOutputStream();
            } else {
                Files.createDirectories(path.getParent());
                out = Files.newOutputStream(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            }
        }

        @Override
        public void data(int entry, byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> tree = Files.walk(directory)) {
            for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
