package io.nrt4j.loader.pack;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.container.NeffHeader;
import io.nrt4j.loader.testing.Corpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RoundTripCorpusTest {
    @TempDir
    private Path temporary;

    @Tag("corpus")
    @Test
    void unpackThenPackGivesTheSameBytes() throws IOException {
        Map<String, Integer> identical = new TreeMap<>();
        List<String> different = new ArrayList<>();
        for (Path neff : Corpus.neffs().toList()) {
            String name = neff.getFileName().toString();
            Path directory = temporary.resolve(name);
            PackRecipe recipe;
            try (ByteSource file = ByteSource.open(neff)) {
                recipe = Unpacker.unpack(file, directory);
            }
            assertThat(recipe.differences()).as(name).isEmpty();
            assertThat(recipe.dialect()).as(name).isPresent();
            assertThat(recipe.hash()).as(name).isNotEqualTo(HashForm.VERBATIM);
            assertThat(recipe.members())
                    .as("%s: headers by its dialect, none kept raw", name)
                    .allMatch(member -> member.rawHeader().isEmpty());

            Path packed = temporary.resolve("packed.neff");
            new NeffWriter(DirectoryPacker.of(directory).plan()).write(packed);
            if (Files.mismatch(neff, packed) < 0) {
                identical.merge(recipe.dialect().orElseThrow().label(), 1, Integer::sum);
            } else {
                different.add(name);
            }
        }
        System.out.println("unpack, pack: byte-identical "
                + identical.values().stream().mapToInt(i -> i).sum() + " " + identical + ", different " + different);
        assertThat(different).isEmpty();
        assertThat(identical).isNotEmpty();
    }

    /** producer.md §14, "Acceptance test for pack": only what the members do not tell is given. */
    @Tag("corpus")
    @Test
    void packingPlainMembersGivesWhatTheReproducibleCompilersWrote() throws IOException {
        int identical = 0;
        List<String> different = new ArrayList<>();
        for (Path neff : Corpus.neffs().toList()) {
            String name = neff.getFileName().toString();
            Path directory = temporary.resolve(name);
            PackRecipe recipe;
            try (ByteSource file = ByteSource.open(neff)) {
                recipe = Unpacker.unpack(file, directory);
            }
            if (!recipe.dialect().equals(Optional.of(WriterDialect.LIBARCHIVE_REPRODUCIBLE))) {
                continue;
            }
            Files.delete(directory.resolve(PackRecipe.FILE_NAME));
            NeffHeader header = recipe.header().build(0, HashForm.VERBATIM, new byte[16]);
            Path packed = temporary.resolve("packed.neff");
            new NeffWriter(DirectoryPacker.of(directory)
                            .header(fields -> fields.uuid(header.uuid())
                                    .featureBits(header.featureBits())
                                    .version(header.versionMajor(), header.versionMinor()))
                            .format(format -> format.withMtime(recipe.mtime()))
                            .hash(recipe.hash())
                            .plan())
                    .write(packed);
            if (Files.mismatch(neff, packed) < 0) {
                identical++;
            } else {
                different.add(name);
            }
        }
        System.out.println("plain members packed: byte-identical " + identical + ", different " + different);
        assertThat(different).isEmpty();
        assertThat(identical).isPositive();
    }
}
