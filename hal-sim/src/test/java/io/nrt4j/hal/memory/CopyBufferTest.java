package io.nrt4j.hal.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The vectors of memory.md §5.5. */
class CopyBufferTest {
    @ParameterizedTest
    @CsvSource({
        "100, 0x4000",
        "16383, 0x4000",
        "16384, 0x2000",
        "32768, 0x4000",
        "65536, 0x8000",
        "1048576, 0x80000",
        "1048577, 0x100000"
    })
    void chunks(long size, String chunk) {
        assertThat(CopyBuffer.chunkBytes(size)).isEqualTo(Long.decode(chunk));
    }
}
