package io.nrt4j.loader.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nrt4j.hal.Arch;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file that a packager leaves. */
class NeffWriterTest {
    @TempDir
    private Path directory = Path.of("");

    private static NeffBuilder model() {
        return NeffBuilder.named("m").target(Arch.SUNDA).graph(g -> g.output("y", TensorType.INT8, 4));
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().toList();
        }
    }

    @Test
    void everybodyWhoMayReadNewFilesMayReadIt() throws IOException {
        assumeTrue(
                FileSystems.getDefault().supportedFileAttributeViews().contains("posix"), "no POSIX file modes here");
        Path file = directory.resolve("a.neff");
        model().write(file);
        Path ordinary = Files.createFile(directory.resolve("ordinary"));
        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(Files.getPosixFilePermissions(ordinary));
    }

    @Test
    void aFileThatWasThereIsReplacedAlsoBehindALink() throws IOException {
        Path file = Files.writeString(directory.resolve("a.neff"), "old");
        Path link = Files.createSymbolicLink(directory.resolve("link.neff"), file);
        model().write(link);
        assertThat(Files.isSymbolicLink(link)).isTrue();
        assertThat(file).hasBinaryContent(model().toByteArray());
        assertThat(files()).containsExactly(file, link);
    }

    @Test
    void whatIsNoFileIsNotReplaced() throws IOException {
        Path inTheWay = Files.createDirectory(directory.resolve("d"));
        assertThatThrownBy(() -> model().write(inTheWay))
                .isInstanceOf(FileSystemException.class)
                .hasMessageContaining("exists and is not a plain file");
        assertThat(files()).containsExactly(inTheWay);
    }

    @Test
    void aMemberThatCannotBeReadLeavesNothingBehind() throws IOException {
        Path file = Files.writeString(directory.resolve("a.neff"), "old");
        MemberContent gone = new MemberContent() {
            @Override
            public long size() {
                return 5;
            }

            @Override
            public InputStream open() throws IOException {
                throw new IOException("gone");
            }
        };
        assertThatThrownBy(() -> model().member("sg00/w", gone).write(file)).hasMessage("gone");
        assertThat(file).hasContent("old");
        assertThat(files()).containsExactly(file);
    }
}
