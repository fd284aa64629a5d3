package io.nrt4j.loader.container;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.loader.testing.Corpus;
import io.nrt4j.loader.testing.NeffFixture;
import io.nrt4j.loader.testing.TarFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FileKindTest {
    private static final byte[] TAR =
            TarFixture.tar().file("neff.json", "{}").end().bytes();

    static Stream<Arguments> kinds() {
        return Stream.of(
                of(FileKind.EMPTY, ""),
                of(FileKind.ELF, "\u007fELF\u0002\u0001"),
                of(FileKind.ZIP, "PK\u0003\u0004rest"),
                of(FileKind.XZ, "\u00fd7zXZ\0\0"),
                of(FileKind.BZIP2, "BZh91AY"),
                of(FileKind.ZSTD, "(\u00b5/\u00fd$"),
                of(FileKind.NUMPY, "\u0093NUMPY\u0001\0"),
                of(FileKind.GIT_LFS_POINTER, "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 5\n"),
                of(FileKind.HTML, "\n<!DOCTYPE html>\n<html><head>"),
                of(FileKind.HTML, "<HTML lang=en>"),
                of(FileKind.XML, "<?xml version=\"1.0\"?><Error><Code>AccessDenied</Code></Error>"),
                of(FileKind.JSON, "\u00ef\u00bb\u00bf {\"nodes\": []}"),
                of(FileKind.TEXT, "not here\n"),
                of(FileKind.ZEROS, "\0".repeat(5000)),
                of(FileKind.NTFF, "\u0005\u00c1\u0001" + "\0".repeat(1000)),
                of(FileKind.UNKNOWN, "\u0001\u0002\u0003"),
                Arguments.of(FileKind.TAR, TAR),
                Arguments.of(FileKind.GZIP, TarFixture.gzip(TAR)),
                Arguments.of(FileKind.NEFF, NeffFixture.of(TAR).bytes()),
                Arguments.of(
                        FileKind.NEFF,
                        NeffFixture.of(TAR).packager(1).version(0, 6).bytes()),
                Arguments.of(
                        FileKind.CUT_NEFF, NeffFixture.of(TAR).fileLength(1030).bytes()),
                Arguments.of(
                        FileKind.CUT_NEFF, NeffFixture.of(TAR).fileLength(1024).bytes()),
                Arguments.of(
                        FileKind.CUT_NEFF, NeffFixture.of(TAR).fileLength(100).bytes()),
                Arguments.of(
                        FileKind.NEWER_NEFF, NeffFixture.of(TAR).version(3, 0).bytes()),
                Arguments.of(FileKind.UNKNOWN, NeffFixture.of(TAR).packager(7).bytes()));
    }

    private static Arguments of(FileKind kind, String bytes) {
        return Arguments.of(kind, bytes.getBytes(ISO_8859_1));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void namesAFileForWhatItIs(FileKind kind, byte[] bytes) {
        assertThat(FileKind.of(ByteSource.of(bytes))).isEqualTo(kind);
        assertThat(kind.description()).matches("(an?|the) .+");
    }

    @Test
    @Tag("corpus")
    void recognisesEveryRealFile() throws IOException {
        for (Path file : Corpus.neffs().toList()) {
            assertThat(kindOf(file)).as(file.toString()).isEqualTo(FileKind.NEFF);
        }
        try (Stream<Path> profiles = Files.list(Corpus.root().resolve("ntff"))) {
            for (Path file : profiles.toList()) {
                assertThat(kindOf(file)).as(file.toString()).isEqualTo(FileKind.NTFF);
            }
        }
    }

    private static FileKind kindOf(Path file) throws IOException {
        try (ByteSource source = ByteSource.open(file)) {
            return FileKind.of(source);
        }
    }
}
