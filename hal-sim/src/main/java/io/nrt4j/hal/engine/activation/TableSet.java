package io.nrt4j.hal.engine.activation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A set of activation tables: buckets of cubic polynomials, control entries that find them, one profile per function.
 *
 * <p>A bucket is 8 fp32 words: d0, d1, d2, d3, x0 and three unused; a control entry is 8 words of which the first counts:
 * bucket base in bits 10:0, the lowest mantissa bit of the bucket number in 15:11, the number of such bits in 19:16.
 * Source: isa-encodings.md §6.
 */
public final class TableSet {
    /** Words of a bucket and of a control entry. */
    public static final int ENTRY_WORDS = 8;

    private final String name;
    private final float[] buckets;
    private final int[] controls;
    private final Map<Integer, TableProfile> profiles = new HashMap<>();

    /**
     * A set.
     *
     * @param name such as {@code exp_and_others}
     * @param buckets the bucket file as fp32 words
     * @param controls the control file as words
     * @param profiles the functions
     */
    public TableSet(String name, float[] buckets, int[] controls, List<TableProfile> profiles) {
        this.name = name;
        this.buckets = buckets.clone();
        this.controls = controls.clone();
        profiles.forEach(p -> this.profiles.put(p.id(), p));
    }

    public String name() {
        return name;
    }

    /** The profile of a function number, or empty where the set does not have the function. */
    public Optional<TableProfile> profile(int id) {
        return Optional.ofNullable(profiles.get(id));
    }

    /**
     * Number of the bucket for a finite, non-zero argument.
     *
     * @throws IndexOutOfBoundsException where the tables do not have the entry that the profile leads to
     */
    int bucket(TableProfile profile, TableSide side, int exponent, int mantissa) {
        if (side.isSmall(exponent)) {
            return side.smallBucket();
        }
        if (side.isLarge(exponent, mantissa)) {
            return side.largeBucket();
        }
        int control = controls[(side.controlBase() + exponent - 127 - profile.exponentOffset()) * ENTRY_WORDS];
        int base = control & 0x7FF;
        int lowestBit = control >>> 11 & 0x1F;
        int bits = control >>> 16 & 0xF;
        return base + (mantissa >>> lowestBit & (1 << bits) - 1);
    }

    /** The cubic of a bucket at {@code x}, rounded once. */
    float evaluate(int bucket, float x) {
        int at = bucket * ENTRY_WORDS;
        double t = (double) x - buckets[at + 4];
        return (float) (buckets[at] + t * (buckets[at + 1] + t * (buckets[at + 2] + t * buckets[at + 3])));
    }
}
