package io.nrt4j.loader.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.loader.container.PayloadDigest.Verdict;
import io.nrt4j.loader.testing.Corpus;
import java.io.IOException;
import java.util.HexFormat;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PayloadDigestTest {
    /** container.md §6: MD5 of the payload and what the header of that file holds. */
    @ParameterizedTest
    @CsvSource({
        "2f995101241138cc31eab5dbd3d76fe4, 0151992fcc381124dbb5ea31e46fd7d3",
        "d3d71dd430676fcffa5b827767406d41, d41dd7d3cf6f673077825bfa416d4067",
        "efe9b3bc98163077b94c8bcdacf51f47, bcb3e9ef77301698cd8b4cb9471ff5ac",
        "6f8416e1b776ddc322872bfb1a15709a, e116846fc3dd76b7fb2b87229a70151a",
        "635201089dfcb907e2749a3d1b966023, 0801526307b9fc9d3d9a74e22360961b",
    })
    void swapsTheBytesOfEachWord(String digest, String stored) {
        assertThat(PayloadDigest.wordSwapped(field(digest))).isEqualTo(field(stored));
        assertThat(PayloadDigest.wordSwapped(field(stored))).isEqualTo(field(digest));
    }

    /** RFC 1321 and FIPS 180: the digests of "abc". */
    @Test
    void digestsKnownText() {
        ByteSource abc = ByteSource.of(new byte[] {'a', 'b', 'c'});
        assertThat(PayloadDigest.MD5.of(abc).toHex()).isEqualTo("900150983cd24fb0d6963f7d28e17f72");
        assertThat(PayloadDigest.SHA256.of(abc).toHex())
                .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    /** corpus/dialects.md §1: natural order up to compiler 2.16, word-swapped from 2.18 on. */
    @Tag("corpus")
    @ParameterizedTest
    @CsvSource({
        "nkipy-matmul_small.neff, WORD_SWAPPED",
        "ni2002ka-stream_256k_fd1k.neff, WORD_SWAPPED",
        "tkf-baseline_attention.neff, WORD_SWAPPED",
    })
    void judgesRealFiles(String name, Verdict expected) throws IOException {
        try (ByteSource file = ByteSource.open(Corpus.neff(name))) {
            NeffHeader header = NeffContainer.decodeHeader(file);
            ByteSource payload = file.window(NeffHeader.SIZE, header.dataSize());
            assertThat(PayloadDigest.MD5.verdict(payload, header.hash())).isEqualTo(expected);
        }
    }

    private static ByteField field(String hex) {
        return ByteField.of(HexFormat.of().parseHex(hex));
    }
}
