package io.nrt4j.loader.pack;

import static io.nrt4j.loader.testing.TarFixture.tar;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nrt4j.hal.Arch;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.testing.AllReduceModel;
import io.nrt4j.loader.testing.NeffFixture;
import io.nrt4j.loader.testing.TarFixture;
import io.nrt4j.loader.testing.TarFixture.Header;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class UnpackerTest {
    @TempDir
    private Path temporary = Path.of("");

    private Path directory = Path.of("");

    @BeforeEach
    void nameTheDirectory() {
        directory = temporary.resolve("room").resolve("out");
    }

    private PackRecipe unpack(byte[] file) throws IOException {
        try (ByteSource source = ByteSource.of(file)) {
            return Unpacker.unpack(source, directory);
        }
    }

    private static byte[] neff(TarFixture archive) {
        return NeffFixture.of(archive.end().gzipped()).bytes();
    }

    static Stream<Arguments> hostileArchives() {
        byte[] x = {'x'};
        return Stream.of(
                Arguments.of("an absolute path", tar().file("/etc/passwd", x), "/etc/passwd is an absolute path"),
                Arguments.of("a parent", tar().file("../evil", x), "../evil has a part \"..\""),
                Arguments.of("a parent inside", tar().file("sg00/../../evil", x), "has a part \"..\""),
                Arguments.of("a stripped parent", tar().file("./../evil", x), "has a part \"..\""),
                Arguments.of(
                        "a symbolic link",
                        tar().entry(Header.ustar("sg00").type('2').at(157, "/tmp"))
                                .file("sg00/evil", x),
                        "sg00 is not a plain file or directory (type '2')"),
                Arguments.of(
                        "a hard link",
                        tar().file("a", x).entry(Header.ustar("b").type('1').at(157, "/etc/passwd")),
                        "b is not a plain file or directory (type '1')"),
                Arguments.of(
                        "a character device", tar().entry(Header.ustar("tty").type('3')), "tty is not a plain file"),
                Arguments.of("a block device", tar().entry(Header.ustar("sda").type('4')), "sda is not a plain file"),
                Arguments.of("a pipe", tar().entry(Header.ustar("pipe").type('6')), "pipe is not a plain file"),
                Arguments.of(
                        "two cases", tar().file("sg00/PE.bin", x).file("sg00/pe.bin", x), "would be the same file"),
                Arguments.of(
                        "two cases of a directory", tar().file("sg00/a", x).file("SG00/b", x), "would be the same"),
                Arguments.of(
                        "composed letters",
                        tar().pax('x', "path=\u00e9")
                                .file("s", x)
                                .pax('x', "path=e\u0301")
                                .file("s", x),
                        "would be the same file"),
                Arguments.of("the same name twice", tar().file("a", x).file("a", x), "would be the same file"),
                Arguments.of(
                        "a file and a directory", tar().file("a", x).file("a/b", x), "is a file and the directory of"),
                Arguments.of(
                        "a directory and a file", tar().file("a/b", x).file("a", x), "is a file and the directory of"),
                Arguments.of(
                        "an overlong part",
                        tar().pax('x', "path=" + "n".repeat(256)).file("short", x),
                        "is too long for a file name (256 bytes, at most 255)"),
                Arguments.of(
                        "an overlong path",
                        tar().pax('x', "path=" + "d/".repeat(2100) + "n").file("short", x),
                        "is too long for a file name"),
                Arguments.of("an empty part", tar().file("sg00//PE.bin", x), "has an empty part or a part \".\""),
                Arguments.of(
                        "a part that is a dot", tar().file("sg00/./PE.bin", x), "has an empty part or a part \".\""),
                Arguments.of("the recipe", tar().file("nrt4j-pack.json", x), "a member is called nrt4j-pack.json"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("hostileArchives")
    void aHostileArchiveIsRefusedAndNothingIsWritten(String what, TarFixture archive, String message)
            throws IOException {
        byte[] file = neff(archive);
        assertThatThrownBy(() -> unpack(file)).isInstanceOf(LoadException.class).hasMessageContaining(message);
        assertThat(everything()).isEmpty();
    }

    @Test
    void aDamagedArchiveLeavesNothingBehind() throws IOException {
        byte[] whole = NeffBuilder.named("x")
                .graph(g -> g.output("y", TensorType.FLOAT32, 4))
                .toByteArray();
        for (int cut : new int[] {0, 100, 1023, 1024, 1034, 1500, 3000}) {
            byte[] file = Arrays.copyOf(whole, cut);
            assertThatThrownBy(() -> unpack(file)).isInstanceOf(LoadException.class);
        }
        byte[] flipped = whole.clone();
        for (int i = 1200; i < 1300; i++) {
            flipped[i] ^= (byte) 0xff;
        }
        assertThatThrownBy(() -> unpack(flipped)).isInstanceOf(LoadException.class);
        assertThat(everything()).isEmpty();
    }

    @Test
    void aDirectoryThatIsNotEmptyIsLeftAlone() throws IOException {
        Files.createDirectories(directory);
        Path mine = Files.writeString(directory.resolve("mine"), "precious");
        assertThatThrownBy(() -> unpack(AllReduceModel.toByteArray()))
                .isInstanceOf(FileSystemException.class)
                .hasMessageContaining("exists and is not empty");
        assertThat(mine).hasContent("precious");
        assertThat(everything()).containsExactlyInAnyOrder(directory.getParent(), directory, mine);
    }

    @Test
    void anEmptyDirectoryIsFilled() throws IOException {
        Files.createDirectories(directory);
        unpack(AllReduceModel.toByteArray());
        assertThat(directory.resolve("kelf-a.json")).exists();
    }

    @Test
    void theExampleComesBackByteForByte() throws IOException {
        PackRecipe recipe = unpack(AllReduceModel.toByteArray());
        assertThat(recipe.differences()).isEmpty();
        assertThat(directory.resolve("sg00/pool.bin")).hasSize(192);
        assertThat(packed()).isEqualTo(AllReduceModel.toByteArray());
    }

    /** What no writer dialect says is kept, so that files of unknown packagers come back too. */
    @Test
    void entriesOfUnknownWritersComeBack() throws IOException {
        byte[] x = {'x'};
        byte[] file = neff(tar().file("./kelf-0.json", x)
                .entry(Header.v7("old").size(1), x)
                .entry(Header.ustar("sg00/").type('5'))
                .pax('x', "comment=hello", "path=sg00/other")
                .file("ignored", x));
        PackRecipe recipe = unpack(file);
        assertThat(recipe.differences()).isEmpty();
        assertThat(recipe.dialect()).isEmpty();
        assertThat(directory.resolve("sg00/other")).hasContent("x");
        assertThat(packed()).isEqualTo(file);
    }

    @Test
    void whatIsNotReproducedIsSaid() throws IOException {
        byte[] gzip = tar().file("a", "text").end().gzipped();
        byte[] wrongCrc = gzip.clone();
        wrongCrc[gzip.length - 8] ^= 1;
        assertThat(unpack(NeffFixture.of(wrongCrc).bytes()).differences())
                .singleElement()
                .asString()
                .contains("the gzip trailer does not belong to the tar (payload byte " + (gzip.length - 8) + ")");
    }

    @Test
    void aMemberCanBeChangedAddedAndItsHeaderFollows() throws IOException {
        byte[] file = NeffBuilder.named("x")
                .target(Arch.CAYMAN)
                .graph(g -> g.output("y", TensorType.FLOAT32, 4))
                .toByteArray();
        unpack(file);
        Files.writeString(directory.resolve("sg00/PE.bin"), "longer than before".repeat(100));
        Files.writeString(directory.resolve("sg00/new.txt"), "new");
        NeffPlan plan = DirectoryPacker.of(directory).plan();
        List<String> names =
                plan.members().stream().map(member -> member.entry().name()).toList();
        assertThat(names).containsSubsequence("sg00/def.json", "sg00/new.txt", "sg00/tensor_map.json", "neff.json");
        PackRecipe again;
        try (ByteSource source = ByteSource.of(packed())) {
            again = RecipeReader.read(source);
        }
        assertThat(again.differences()).isEmpty();
        assertThat(again.hash()).isEqualTo(HashForm.MD5_WORD_SWAPPED);
        assertThat(again.members()).hasSize(names.size());
    }

    @Test
    void aMemberThatTheRecipeListsMustBeThere() throws IOException {
        unpack(AllReduceModel.toByteArray());
        Files.delete(directory.resolve("neff.json"));
        assertThatThrownBy(this::packed)
                .isInstanceOf(LoadException.class)
                .hasMessage("nrt4j-pack.json lists neff.json, which is not in the directory");
    }

    @Test
    void aBrokenRecipeIsNamed() throws IOException {
        unpack(AllReduceModel.toByteArray());
        Path recipe = directory.resolve(PackRecipe.FILE_NAME);
        String good = Files.readString(recipe);
        for (String bad : List.of(
                "",
                "{",
                "[]",
                "{\"nrt4j_pack\":2}",
                "{\"nrt4j_pack\":1}",
                good.replace("\"python-gnu\"", "\"zip\""),
                good.replace("0644", "rw"),
                good.replace("\"level\"", "\"lvl\""),
                good.replaceFirst("\"uuid\": \"[^\"]*\"", "\"uuid\": \"?\""),
                good.replace("\"name\": \"neff.json\"", "\"name\": \"\""))) {
            assertThat(bad).isNotEqualTo(good);
            Files.writeString(recipe, bad);
            assertThatThrownBy(this::packed)
                    .isInstanceOf(LoadException.class)
                    .hasMessageStartingWith("nrt4j-pack.json: ");
        }
    }

    @Test
    void aLinkInTheDirectoryIsNotFollowed() throws IOException {
        unpack(AllReduceModel.toByteArray());
        Path secret = Files.writeString(temporary.resolve("secret"), "secret");
        Files.delete(directory.resolve("neff.json"));
        Files.createSymbolicLink(directory.resolve("neff.json"), secret);
        assertThatThrownBy(this::packed)
                .isInstanceOf(LoadException.class)
                .hasMessage("neff.json is neither a plain file nor a directory");
    }

    private byte[] packed() throws IOException {
        return new NeffWriter(DirectoryPacker.of(directory).plan()).toByteArray();
    }

    /** All that lies below the temporary directory. */
    private List<Path> everything() throws IOException {
        try (Stream<Path> tree = Files.walk(temporary)) {
            return tree.filter(path -> !path.equals(temporary)).toList();
        }
    }
}
