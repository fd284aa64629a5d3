package io.nrt4j.hal.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The run list against the bitmap that the driver really uses: memory.md §6.1, first fit over granules. */
class GenPoolTest {
    private static final long G = HbmAllocator.GRANULE;
    private static final int GRANULES = 512;
    private static final long BASE = 0x5C0000000L;

    private record Piece(long address, int granules) {}

    @Property(tries = 500)
    void takesTheSameAddressesAsABitmap(@ForAll long seed) {
        Random random = new Random(seed);
        GenPool pool = new GenPool(BASE, GRANULES * G);
        BitSet used = new BitSet(GRANULES);
        List<Piece> live = new ArrayList<>();
        for (int step = 0; step < 300; step++) {
            if (!live.isEmpty() && random.nextInt(5) < 2) {
                Piece piece = live.remove(random.nextInt(live.size()));
                pool.free(piece.address, piece.granules * G);
                int first = (int) ((piece.address - BASE) / G);
                used.clear(first, first + piece.granules);
            } else {
                int granules = 1 + random.nextInt(random.nextInt(40) + 1);
                int alignGranules = 1 << random.nextInt(6);
                long expected = firstFit(used, granules, alignGranules);
                assertThat(pool.allocate(granules * G, alignGranules * G)).isEqualTo(expected);
                if (expected != GenPool.NO_SPACE) {
                    int first = (int) ((expected - BASE) / G);
                    used.set(first, first + granules);
                    live.add(new Piece(expected, granules));
                }
            }
            assertThat(pool.available()).isEqualTo((GRANULES - used.cardinality()) * G);
        }
        live.forEach(piece -> pool.free(piece.address, piece.granules * G));
        assertThat(pool.available()).isEqualTo(GRANULES * G);
        assertThat(pool.runs()).isEqualTo(1);
    }

    private static long firstFit(BitSet used, int granules, int alignGranules) {
        for (int first = 0; first + granules <= GRANULES; first++) {
            long address = BASE + first * G;
            if (address % (alignGranules * G) == 0
                    && used.get(first, first + granules).isEmpty()) {
                return address;
            }
        }
        return GenPool.NO_SPACE;
    }
}
