package io.nrt4j.loader.pack;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.testing.Corpus;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expected values: producer.md §8. */
class IrSignatureTest {
    @TempDir
    private Path temporary = Path.of("");

    @Test
    void infoArraysAndDebugInfoAreSigned() {
        assertThat(IrSignature.isSigned("info.json")).isTrue();
        assertThat(IrSignature.isSigned("sg00/value_sg0000_identity_56_CRSM.npy"))
                .isTrue();
        assertThat(IrSignature.isSigned("debug_info/debug_info_penguin.dbg_sg000000"))
                .isTrue();
        assertThat(IrSignature.isSigned("sg00/debug_info_asm_PE.dbg")).isTrue();
        assertThat(IrSignature.isSigned("sg00/PE.bin")).isFalse();
        assertThat(IrSignature.isSigned("sg00/def.json")).isFalse();
        assertThat(IrSignature.isSigned("neff.json")).isFalse();
        assertThat(IrSignature.isSigned("plain")).isFalse();
    }

    @Tag("corpus")
    @ParameterizedTest
    @CsvSource({
        "tkf-baseline_attention.neff, 7d7f90be339b90fd3de4041b0e5d26d0",
        "tkf-fused_attention.neff, 4a6fd310fb2a73de37f3e91023ebe855",
        "nkipy-matmul_small.neff, efca36fe7317b3cf112076fbcce8277f",
        "nkipy-matmul_large.neff, d77c8b494329075f601f3ba044dfeeef"
    })
    void signaturesOfRealFiles(String name, String signature) throws IOException {
        Path directory = temporary.resolve("d");
        try (ByteSource file = ByteSource.open(Corpus.neff(name))) {
            Unpacker.unpack(file, directory);
        }
        assertThat(IrSignature.of(DirectoryPacker.of(directory).plan().members()))
                .isEqualTo(signature);
    }
}
