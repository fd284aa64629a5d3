package io.nrt4j.hal.engine.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nrt4j.hal.engine.sequencer.Actor;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The orders in which actors act; exec-corpus.md §3 item 6. */
class ScheduleTest {
    /** Has some steps to take and writes its number down with each. */
    private static final class Counted implements Actor {
        private final int number;
        private final List<Integer> record;
        private int left;

        Counted(int number, int steps, List<Integer> record) {
            this.number = number;
            this.left = steps;
            this.record = record;
        }

        @Override
        public int core() {
            return 0;
        }

        @Override
        public String label() {
            return "actor " + number;
        }

        @Override
        public boolean isReady() {
            return left > 0;
        }

        @Override
        public void step() {
            left--;
            record.add(number);
        }
    }

    private static List<Integer> order(Schedule schedule, int actors, int steps) {
        List<Integer> record = new ArrayList<>();
        List<Actor> all = new ArrayList<>();
        for (int i = 0; i < actors; i++) {
            all.add(new Counted(i, steps, record));
        }
        int taken = 0;
        int last;
        do {
            last = schedule.advance(all);
            taken += last;
        } while (last > 0);
        assertThat(taken).isEqualTo(actors * steps);
        return record;
    }

    @ParameterizedTest
    @ValueSource(strings = {"fair", "random:7", "priority:7"})
    void isTheSameEveryTime(String text) {
        assertThat(order(Schedule.parse(text), 5, 200)).isEqualTo(order(Schedule.parse(text), 5, 200));
    }

    @Test
    void seedsGiveDifferentOrders() {
        Set<List<Integer>> orders = new HashSet<>();
        for (int seed = 0; seed < 20; seed++) {
            orders.add(order(Schedule.parse("random:" + seed), 5, 200));
        }
        assertThat(orders).hasSize(20);
    }

    @Test
    void aFairActorIsNeverMoreThanAShareBehind() {
        List<Integer> record = order(Schedule.fair(), 2, 1000);
        int ahead = 0;
        for (int number : record) {
            ahead += number == 0 ? 1 : -1;
            assertThat(ahead).isBetween(-64, 64);
        }
    }

    /** Some phases mix all actors, some starve all but one: both find bugs that the other does not. */
    @Test
    void aRandomOrderMixesAndStarves() {
        Set<Boolean> seen = new HashSet<>();
        for (int seed = 0; seed < 20; seed++) {
            List<Integer> record = order(Schedule.random(seed), 2, 100);
            seen.add(new HashSet<>(record.subList(0, 50)).size() == 1);
        }
        assertThat(seen).containsExactlyInAnyOrder(true, false);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "fair:1", "random:x", "round-robin", "random:1:2"})
    void anyOtherTextIsRefused(String text) {
        assertThatThrownBy(() -> Schedule.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("fair, random:SEED");
    }
}
