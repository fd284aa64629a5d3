package io.nrt4j.loader.image;

import java.util.Arrays;
import java.util.BitSet;
import java.util.OptionalInt;

/**
 * For every slot of an image the slot of the NEFF that it was made of: what the patch table tells approximately, kept
 * exactly.
 */
public final class SlotOrigins {
    private static final int NONE = -1;

    private final int[] origins;
    private final BitSet synthetic;

    private SlotOrigins(int[] origins, BitSet synthetic) {
        this.origins = origins;
        this.synthetic = synthetic;
    }

    /** Index of the NEFF slot behind an image slot; empty for what the runtime added around the program. */
    public OptionalInt of(int slot) {
        return slot >= origins.length || origins[slot] == NONE ? OptionalInt.empty() : OptionalInt.of(origins[slot]);
    }

    /** Whether an image slot follows a choice of the emulator that no real image confirms. */
    public boolean isSynthetic(int slot) {
        return synthetic.get(slot);
    }

    /** Collects origins while an image grows. */
    static final class Builder {
        private int[] origins = new int[256];
        private final BitSet synthetic = new BitSet();
        private int size;

        void add(int slot, int count, int source, boolean isSynthetic) {
            int end = slot + count;
            grow(end);
            Arrays.fill(origins, size, slot, NONE);
            Arrays.fill(origins, slot, end, source);
            if (isSynthetic) {
                synthetic.set(slot, end);
            }
            size = end;
        }

        private void grow(int end) {
            if (end > origins.length) {
                origins = Arrays.copyOf(origins, Math.max(end, 2 * origins.length));
            }
        }

        SlotOrigins build(int slots) {
            grow(slots);
            Arrays.fill(origins, size, slots, NONE);
            return new SlotOrigins(Arrays.copyOf(origins, slots), (BitSet) synthetic.clone());
        }
    }
}
