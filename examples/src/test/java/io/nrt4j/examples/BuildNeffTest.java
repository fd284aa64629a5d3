package io.nrt4j.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BuildNeffTest {
    /** memory.md §6.1: small variables start in the small pool, scratchpad pages in the main pool. */
    @Test
    void theBuiltNeffLoads() {
        assertThat(BuildNeff.placesOfVariables())
                .containsExactly(
                        "SB at 0x2000000000, 33554432 bytes",
                        "weights at 0x5c0000000, 16384 bytes",
                        "scratch at 0x1000000, 32768 bytes");
    }
}
