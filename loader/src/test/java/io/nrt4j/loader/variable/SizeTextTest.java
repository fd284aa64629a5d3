package io.nrt4j.loader.variable;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expected values: memory.md §9.2, errors.md §6.2. */
class SizeTextTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0.000B",
        "1023, 1023.000B",
        "1024, 1.000KB",
        "13376, 13.062KB",
        "35168, 34.344KB",
        "45429760, 43.325MB",
        "4294967296, 4.000GB",
        "5497558138880, 5120.000GB",
    })
    void sizes(long bytes, String text) {
        assertThat(SizeText.of(bytes)).isEqualTo(text);
    }
}
