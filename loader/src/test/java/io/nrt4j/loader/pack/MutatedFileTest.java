package io.nrt4j.loader.pack;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.container.ContainerOptions;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.listing.CodeStream;
import io.nrt4j.loader.listing.Interleaving;
import io.nrt4j.loader.listing.NeffListing;
import io.nrt4j.loader.listing.ProgramLint;
import io.nrt4j.loader.manifest.Definition;
import io.nrt4j.loader.pack.diff.NeffDiff;
import io.nrt4j.loader.pack.verify.NeffVerifier;
import io.nrt4j.loader.testing.MutatedNeffs;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What looks at files, packs or unpacks them answers for damaged ones too, or refuses them with its own error.
 */
class MutatedFileTest {
    private static final long SEED = 20261130;

    @TempDir
    private Path directory = Path.of("");

    private int refused;
    private int listed;

    @Test
    void aFewFiles() throws IOException {
        fuzz(150);
    }

    @Tag("fuzz")
    @Test
    void manyFiles() throws IOException {
        fuzz(20_000);
    }

    private void fuzz(int files) throws IOException {
        MutatedNeffs neffs = new MutatedNeffs(SEED);
        for (int i = 0; i < files; i++) {
            byte[] mutated = neffs.next();
            look(mutated);
            compare(neffs.original(), mutated);
            unpackAndPack(mutated);
        }
        assertThat(refused).isPositive();
        assertThat(listed).isGreaterThan(files);
    }

    private void look(byte[] file) {
        try (ByteSource source = ByteSource.of(file)) {
            assertThat(NeffVerifier.verify(source).checks()).isNotEmpty();
            try (NeffListing listing = NeffListing.open(source, ContainerOptions.DEFAULT, Nlog.silent())) {
                List<Definition> definitions = listing.manifests().definitions();
                for (Definition definition : definitions) {
                    assertThat(ProgramLint.inspect(definition, definitions)).isNotNull();
                    List<CodeStream> programs = listing.programs(definition);
                    listed += (int) Interleaving.of(definition, programs).count();
                }
            }
        } catch (LoadException named) {
            refused++;
        }
    }

    private void compare(byte[] one, byte[] other) {
        try (ByteSource a = ByteSource.of(one);
                ByteSource b = ByteSource.of(other)) {
            assertThat(NeffDiff.compare(a, b)).isNotNull();
        } catch (LoadException named) {
            refused++;
        }
    }

    /** What unpacks gives, packed again, the same file, unless the recipe says what it does not. */
    private void unpackAndPack(byte[] file) throws IOException {
        Path target = directory.resolve("d");
        try (ByteSource source = ByteSource.of(file)) {
            PackRecipe recipe = Unpacker.unpack(source, target);
            byte[] again = new NeffWriter(DirectoryPacker.of(target).plan()).toByteArray();
            if (recipe.isExact()) {
                assertThat(again).isEqualTo(file);
            }
        } catch (LoadException | FileSystemException named) {
            refused++;
        }
        assertThat(content(directory)).isSubsetOf(List.of(target));
        delete(target);
    }

    private static List<Path> content(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }

    private static void delete(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> tree = Files.walk(directory)) {
                for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }
}
