package io.nrt4j.loader.image;

import io.nrt4j.hal.isa.Slot;
import java.util.ArrayList;
import java.util.List;

/**
 * Which slots of an image stand for which slots of the NEFF: {@code kbin_patch_eng_t}, used for reports only.
 *
 * <p>Source: image-assembly.md §12.
 *
 * @param locations in the order in which the runtime appends them
 */
public record PatchTable(List<PatchLocation> locations) {
    public PatchTable {
        locations = List.copyOf(locations);
    }

    /** Appends records while an image grows; positions and counts are slots, and a count of 0 is ignored. */
    static final class Builder {
        private final List<PatchLocation> locations = new ArrayList<>();

        void insert(int slot, int count, PatchSection section) {
            append(slot, count, PatchType.INSERT, section);
        }

        void delete(int slot, int count, PatchSection section) {
            append(slot, count, PatchType.DELETE, section);
        }

        /** Records that one slot of the NEFF became {@code count} slots of the image. */
        void expansion(int slot, int count, PatchSection section) {
            if (count == 0) {
                delete(slot, 1, section);
            } else {
                insert(slot, count - 1, section);
            }
        }

        private void append(int slot, int count, PatchType type, PatchSection section) {
            if (count > 0) {
                locations.add(new PatchLocation(Math.multiplyExact(slot, Slot.BYTES), count, type, section));
            }
        }

        PatchTable build() {
            return new PatchTable(locations);
        }
    }

    /** The records of a section. */
    public List<PatchLocation> in(PatchSection section) {
        return locations.stream().filter(l -> l.section() == section).toList();
    }

    /**
     * The number of the NEFF slot behind an image slot ({@code get_neff_ip}), counted from 1.
     *
     * <p>A record at the slot itself is not applied, so the slot right behind a removed label bears the label's number:
     * so does the real runtime.
     *
     * @param section the region's section, MAIN or FUNCTION
     * @param regionStart image slot where the region starts
     * @param slot an image slot of the region
     */
    int neffNumber(PatchSection section, int regionStart, int slot) {
        Walk walk = new Walk(in(section), regionStart);
        while (walk.slot < slot) {
            walk.step();
        }
        return walk.number;
    }

    /** The numbers of all slots of a region, as {@link #neffNumber} gives them, in one walk. */
    int[] neffNumbers(PatchSection section, int regionStart, int slots) {
        Walk walk = new Walk(in(section), regionStart);
        int[] numbers = new int[slots];
        for (int i = 0; i < slots; i++) {
            while (walk.slot < regionStart + i) {
                walk.step();
            }
            numbers[i] = walk.number;
        }
        return numbers;
    }

    /** Steps through the image and counts NEFF slots. */
    private static final class Walk {
        private final List<PatchLocation> records;
        private int next;
        private int slot;
        private int number = 1;

        Walk(List<PatchLocation> records, int regionStart) {
            this.records = records;
            this.slot = regionStart;
        }

        void step() {
            if (next < records.size() && records.get(next).slot() == slot) {
                apply(records.get(next++));
            } else {
                slot++;
                number++;
            }
        }

        private void apply(PatchLocation record) {
            switch (record.type()) {
                case DELETE -> number += record.count();
                case INSERT -> slot += record.count();
                case MODIFY -> {
                    slot++;
                    number++;
                }
            }
        }
    }
}
