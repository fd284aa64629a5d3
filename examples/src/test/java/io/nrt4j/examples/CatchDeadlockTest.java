package io.nrt4j.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CatchDeadlockTest {
    @Test
    void namesTheWaitAndTheSemaphoresValue() {
        assertThat(CatchDeadlock.waiting()).anyMatch(line -> line.startsWith("DVE waits for S[40]>=3 is 0"));
    }
}
