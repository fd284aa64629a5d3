package io.nrt4j.hal.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Expected behaviour: hal.md §4.1, §6 H13. */
class SyncTest {
    @Test
    void semaphoresCountInTheirRange() {
        SemaphoreBank bank = new SemaphoreBank(256, 0xFFFF_FFFFL);
        assertThat(bank.increment(7, 0xFFFF_FFFFL)).isEqualTo(0xFFFF_FFFFL);
        assertThatThrownBy(() -> bank.increment(7, 1))
                .isInstanceOfSatisfying(
                        SemaphoreFaultException.class, e -> assertThat(e.id()).isEqualTo(7))
                .hasMessage("semaphore 7 would become 4294967296, its range is 0 to 4294967295");
        assertThat(bank.read(7)).isEqualTo(0xFFFF_FFFFL);
        assertThat(bank.decrement(7, 0xFFFF_FFFEL)).isEqualTo(1);
        assertThatThrownBy(() -> bank.decrement(7, 2)).isInstanceOf(SemaphoreFaultException.class);
        assertThat(bank.compareAndSet(7, 1, 5)).isTrue();
        assertThat(bank.compareAndSet(7, 1, 6)).isFalse();
        bank.clear(3, 53);
        assertThat(bank.read(7)).isZero();
        assertThat(bank.count()).isEqualTo(256);
    }

    /** hal.md §4.1: V1 counts to 65535. */
    @Test
    void narrowSemaphores() {
        SemaphoreBank bank = new SemaphoreBank(32, 65535);
        bank.set(0, 65535);
        assertThatThrownBy(() -> bank.set(0, 65536)).isInstanceOf(SemaphoreFaultException.class);
    }

    @Test
    void eventsAreSetAndTaken() {
        EventBank bank = new EventBank(256);
        bank.set(4);
        assertThat(bank.isSet(4)).isTrue();
        assertThat(bank.testAndClear(4)).isTrue();
        assertThat(bank.testAndClear(4)).isFalse();
        bank.writeWord(5, 0x80);
        assertThat(bank.isSet(5)).isTrue();
        bank.clear(5);
        bank.set(6);
        bank.clearAll();
        assertThat(bank.isSet(6)).isFalse();
        assertThat(bank.word(5)).isZero();
    }
}
