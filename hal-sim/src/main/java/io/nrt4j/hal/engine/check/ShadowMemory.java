package io.nrt4j.hal.engine.check;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A state for every byte of a device's address space, sparse.
 *
 * <p>States are compared by identity. Bytes lie in cells of 64; a cell whose bytes share one state costs one reference,
 * so that programs that move rows cost little and single bytes are still told apart. A byte that was never updated has
 * no state.
 *
 * @param <S> the states; never arrays
 */
final class ShadowMemory<S> {
    private static final int CELL = 64;
    private static final int CELLS = 1024;
    private static final int PAGE = CELL * CELLS;

    /** By page number: one entry per cell, a state or an {@code Object[]} of one state per byte. */
    private final Map<Long, @Nullable Object[]> pages = new HashMap<>();

    private long lastNumber = -1;
    private @Nullable Object @Nullable [] lastCells;

    /**
     * What an access does to the bytes that it touches.
     *
     * <p>Neighbouring bytes mostly have the same state, so the last answer is kept.
     */
    abstract static class Transition<S> {
        private @Nullable S last;
        private @Nullable S lastNext;

        /** The next state of bytes that share a state; may throw, then none of them changes. */
        abstract S next(@Nullable S state, long address, int length);

        private S apply(@Nullable S state, long address, int length) {
            S known = lastNext;
            if (known != null && state == last) {
                return known;
            }
            S next = next(state, address, length);
            last = state;
            lastNext = next;
            return next;
        }
    }

    /** Forgets all states. */
    void clear() {
        pages.clear();
        lastCells = null;
    }

    /** Updates a stretch of bytes. */
    void update(long address, long length, Transition<S> transition) {
        for (long at = address; at < address + length; ) {
            int inPage = (int) Math.floorMod(at, (long) PAGE);
            int step = (int) Math.min(PAGE - inPage, address + length - at);
            updatePage(cells(Math.floorDiv(at, (long) PAGE)), at, inPage, step, transition);
            at += step;
        }
    }

    private @Nullable Object[] cells(long number) {
        @Nullable Object[] known = lastCells;
        if (known != null && number == lastNumber) {
            return known;
        }
        @Nullable Object[] cells = pages.computeIfAbsent(number, n -> new Object[CELLS]);
        lastNumber = number;
        lastCells = cells;
        return cells;
    }

    /** The state of a byte; null if it has none. */
    @Nullable
    S stateAt(long address) {
        int inPage = (int) Math.floorMod(address, (long) PAGE);
        Object cell = cells(Math.floorDiv(address, (long) PAGE))[inPage / CELL];
        return state(cell instanceof Object[] bytes ? bytes[inPage % CELL] : cell);
    }

    private void updatePage(@Nullable Object[] cells, long address, int inPage, int length, Transition<S> transition) {
        for (int done = 0; done < length; ) {
            int inCell = (inPage + done) % CELL;
            int step = Math.min(CELL - inCell, length - done);
            int index = (inPage + done) / CELL;
            Object cell = cells[index];
            if (cell instanceof Object[] bytes) {
                updateBytes(bytes, address + done, inCell, step, transition);
                if (step == CELL && isUniform(bytes)) {
                    cells[index] = bytes[0];
                }
            } else {
                S state = state(cell);
                S next = transition.apply(state, address + done, step);
                if (step == CELL) {
                    cells[index] = next;
                } else if (next != state) {
                    @Nullable Object[] split = new Object[CELL];
                    Arrays.fill(split, state);
                    Arrays.fill(split, inCell, inCell + step, next);
                    cells[index] = split;
                }
            }
            done += step;
        }
    }

    private void updateBytes(@Nullable Object[] bytes, long address, int first, int length, Transition<S> transition) {
        for (int i = 0; i < length; i++) {
            bytes[first + i] = transition.apply(state(bytes[first + i]), address + i, 1);
        }
    }

    private static boolean isUniform(@Nullable Object[] bytes) {
        for (Object state : bytes) {
            if (state != bytes[0]) {
                return false;
            }
        }
        return true;
    }

    /** Only states and arrays are ever stored. */
    @SuppressWarnings("unchecked")
    private @Nullable S state(@Nullable Object cell) {
        return (S) cell;
    }
}
