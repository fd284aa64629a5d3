package io.nrt4j.hal.isa.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.hal.isa.check.TransferAccess;
import io.nrt4j.hal.isa.check.TransferAccess.Loop;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ByteCoverageTest {
    private static final long MANY = 1 << 16;

    private static TransferAccess access(long offset, long run, Loop... loops) {
        return new TransferAccess(1, true, offset, run, List.of(loops));
    }

    @Test
    void runsGrowTogether() {
        ByteCoverage coverage = new ByteCoverage();
        assertThat(coverage.firstGap(0)).isEmpty();
        assertThat(coverage.firstGap(1)).hasValue(0);
        coverage.add(10, 20);
        coverage.add(0, 10);
        coverage.add(30, 40);
        assertThat(coverage.firstGap(20)).isEmpty();
        assertThat(coverage.firstGap(40)).hasValue(20);
        assertThat(coverage.bytesBelow(35)).isEqualTo(25);
        coverage.add(15, 31);
        assertThat(coverage.firstGap(40)).isEqualTo(OptionalLong.empty());
        assertThat(coverage.firstGap(41)).hasValue(40);
    }

    @Test
    void adjacentRepetitionsAreOneRun() {
        ByteCoverage coverage = new ByteCoverage();
        assertThat(coverage.add(access(0, 512, new Loop(512, 128)), MANY)).isEqualTo(1);
        assertThat(coverage.firstGap(65536)).isEmpty();
        assertThat(coverage.add(access(0, 1, new Loop(-2, 4)), MANY)).isEqualTo(4);
    }

    @Test
    void moreRunsThanMayBeLookedAtAreNotAdded() {
        ByteCoverage coverage = new ByteCoverage();
        assertThat(coverage.add(access(0, 1, new Loop(2, 100), new Loop(1000, 100)), 9_999))
                .isEqualTo(-1);
        assertThat(coverage.add(access(0, 1, new Loop(2, Long.MAX_VALUE)), MANY))
                .isEqualTo(-1);
        assertThat(coverage.firstGap(1)).hasValue(0);
        assertThat(coverage.add(access(0, 1, new Loop(2, 100), new Loop(1000, 100)), 10_000))
                .isEqualTo(10_000);
    }

    /** Against a set of bytes, for loops in any order, of any sign, that overlap or not. */
    @Test
    void randomAccessesCoverWhatTheyTouch() {
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 2_000; i++) {
            ByteCoverage coverage = new ByteCoverage();
            BitSet bytes = new BitSet();
            for (int n = random.nextInt(1, 5); n > 0; n--) {
                Loop inner = new Loop(random.nextInt(-9, 10), random.nextInt(1, 5));
                Loop outer = new Loop(random.nextInt(-40, 41), random.nextInt(1, 4));
                int run = random.nextInt(1, 8);
                int offset = 200 + random.nextInt(100);
                coverage.add(access(offset, run, inner, outer), MANY);
                for (int a = 0; a < inner.count(); a++) {
                    for (int b = 0; b < outer.count(); b++) {
                        int start = (int) (offset + a * inner.step() + b * outer.step());
                        bytes.set(start, start + run);
                    }
                }
            }
            assertThat(coverage.bytesBelow(1000)).isEqualTo(bytes.cardinality());
            coverage.add(0, bytes.nextSetBit(0));
            assertThat(coverage.firstGap(1000)).hasValue(bytes.nextClearBit(bytes.nextSetBit(0)));
        }
    }
}
