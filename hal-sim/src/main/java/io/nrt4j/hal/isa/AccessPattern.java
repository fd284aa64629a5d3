package io.nrt4j.hal.isa;

import java.util.Arrays;

/**
 * The elements of a tensor operand within one partition ({@code TENSORnD}): a start address and up to four nested
 * loops, <em>the first innermost</em>.
 *
 * <p>On the wire: ADDR4 start, then n signed 16-bit steps (in elements), then n unsigned 16-bit counts, 8 to 20
 * bytes. A step of 0 repeats an element, negative steps walk down. Source: isa.md §4.2.
 */
public final class AccessPattern {
    /** Most dimensions a pattern has. */
    public static final int MAX_RANK = 4;

    private final int address;
    private final int[] steps;
    private final int[] counts;

    private AccessPattern(int address, int[] steps, int[] counts) {
        this.address = address;
        this.steps = steps;
        this.counts = counts;
    }

    /**
     * A pattern of as many dimensions as there are steps.
     *
     * @param address ADDR4, see {@link OnChipAddress}
     * @param steps in elements, innermost first
     * @param counts as many, 0 to 65535
     */
    public static AccessPattern of(int address, int[] steps, int[] counts) {
        if (steps.length != counts.length || steps.length == 0 || steps.length > MAX_RANK) {
            throw new IllegalArgumentException(steps.length + " steps and " + counts.length + " counts");
        }
        return new AccessPattern(address, steps.clone(), counts.clone());
    }

    /** Bytes of a pattern of some dimensions on the wire. */
    public static int bytes(int rank) {
        return Integer.BYTES + 2 * Short.BYTES * rank;
    }

    /** Reads a pattern at an offset of a slot. */
    public static AccessPattern decode(Slot slot, int offset, int rank) {
        int[] steps = new int[rank];
        int[] counts = new int[rank];
        int stepOffset = offset + Integer.BYTES;
        int countOffset = stepOffset + Short.BYTES * rank;
        for (int d = 0; d < rank; d++) {
            steps[d] = slot.i16(stepOffset + Short.BYTES * d);
            counts[d] = slot.u16(countOffset + Short.BYTES * d);
        }
        return new AccessPattern(slot.i32(offset), steps, counts);
    }

    /** Writes the pattern at an offset of a slot. */
    public void encode(Slot slot, int offset) {
        slot.setI32(offset, address);
        int stepOffset = offset + Integer.BYTES;
        int countOffset = stepOffset + Short.BYTES * rank();
        for (int d = 0; d < rank(); d++) {
            slot.setU16(stepOffset + Short.BYTES * d, steps[d]);
            slot.setU16(countOffset + Short.BYTES * d, counts[d]);
        }
    }

    /** Number of dimensions, 1 to 4. */
    public int rank() {
        return steps.length;
    }

    /** ADDR4 of the first element. */
    public int address() {
        return address;
    }

    /** The start address, taken apart. */
    public OnChipAddress start() {
        return new OnChipAddress(address);
    }

    /** Step of a dimension in elements; 0 is the innermost dimension. */
    public int step(int dimension) {
        return steps[dimension];
    }

    /** Count of a dimension; 0 is the innermost dimension. */
    public int count(int dimension) {
        return counts[dimension];
    }

    /** Number of elements per partition: the product of the counts. */
    public long elements() {
        long product = 1;
        for (int count : counts) {
            product *= count;
        }
        return product;
    }

    /**
     * Where an element lies, in elements from the start address.
     *
     * @param index 0 to {@link #elements()} - 1 in reading order
     */
    public long offset(long index) {
        long rest = index;
        long offset = 0;
        for (int d = 0; d < rank(); d++) {
            offset += rest % counts[d] * steps[d];
            rest /= counts[d];
        }
        return offset;
    }

    /** Smallest element offset from the start address, at most 0; 0 for a pattern without elements. */
    public long lowestOffset() {
        long lowest = 0;
        for (int d = 0; d < rank(); d++) {
            lowest += Math.min(0, (long) steps[d] * Math.max(0, counts[d] - 1));
        }
        return lowest;
    }

    /** Largest element offset from the start address, at least 0. */
    public long highestOffset() {
        long highest = 0;
        for (int d = 0; d < rank(); d++) {
            highest += Math.max(0, (long) steps[d] * Math.max(0, counts[d] - 1));
        }
        return highest;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof AccessPattern that
                && address == that.address
                && Arrays.equals(steps, that.steps)
                && Arrays.equals(counts, that.counts);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * address + Arrays.hashCode(steps)) + Arrays.hashCode(counts);
    }

    /** As profilers print it: {@code 0x36ff8[1,0,0][512,1,1]}. Source: isa.md §10. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("0x").append(Integer.toHexString(address));
        appendList(text, steps);
        appendList(text, counts);
        return text.toString();
    }

    private static void appendList(StringBuilder text, int[] values) {
        for (int d = 0; d < values.length; d++) {
            text.append(d == 0 ? '[' : ',').append(values[d]);
        }
        text.append(']');
    }
}
