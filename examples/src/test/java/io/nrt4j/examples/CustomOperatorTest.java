package io.nrt4j.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CustomOperatorTest {
    @Test
    void theRegisteredFunctionStandsInForTheLibrarys() {
        assertThat(CustomOperator.run(new float[] {1, -2, 3.5f, 0})).containsExactly(-1, 2, -3.5f, -0.0f);
    }
}
