package io.nrt4j.hal.isa;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LayoutTest {
    /** Making a codec checks the declarations of its record: no overlap, nothing outside of the slot, fitting types. */
    @ParameterizedTest
    @EnumSource(Layout.class)
    void everyLayoutIsDeclaredWithoutContradiction(Layout layout) {
        for (Generation generation : Generation.values()) {
            assertThat(layout.codec(generation).fields()).isEqualTo(layout.fields(generation));
        }
    }
}
