package io.nrt4j.loader.manifest;

import java.util.Arrays;
import java.util.Optional;

/**
 * One side of a DMA descriptor: where in a variable which bytes lie, in which order.
 *
 * <p>Dimension 0 is the innermost: its size is in bytes (its step is normally 1); the sizes of the others are counts.
 * All steps are in bytes and signed. Source: manifest.md §7.2.
 */
public final class AccessPattern {
    /** The most dimensions the runtime's record holds. */
    public static final int MAX_DIMENSIONS = 8;

    private final String variable;
    private final int varId;
    private final long offset;
    private final long[] sizes;
    private final long[] steps;
    private final Optional<DmaDtype> dtype;

    /**
     * @param variable the variable's name
     * @param varId its id in the graph
     * @param offset bytes from its start
     * @param sizes innermost first, none 0; at most {@value #MAX_DIMENSIONS}
     * @param steps as many as {@code sizes}
     * @param dtype empty where the file names none, which moves bytes
     */
    public AccessPattern(
            String variable, int varId, long offset, long[] sizes, long[] steps, Optional<DmaDtype> dtype) {
        if (sizes.length != steps.length || sizes.length > MAX_DIMENSIONS) {
            throw new IllegalArgumentException(sizes.length + " sizes, " + steps.length + " steps");
        }
        this.variable = variable;
        this.varId = varId;
        this.offset = offset;
        this.sizes = sizes.clone();
        this.steps = steps.clone();
        this.dtype = dtype;
    }

    /** The variable's name. */
    public String variable() {
        return variable;
    }

    /** The variable's id in the graph. */
    public int varId() {
        return varId;
    }

    /** Bytes from the variable's start. */
    public long offset() {
        return offset;
    }

    /** Number of dimensions. */
    public int dimensions() {
        return sizes.length;
    }

    /** The extent of a dimension: bytes for dimension 0, a count for the others. */
    public long size(int dimension) {
        return sizes[dimension];
    }

    /** The distance in bytes from one element of a dimension to the next; may be negative. */
    public long step(int dimension) {
        return steps[dimension];
    }

    /** A copy of all extents. */
    public long[] sizes() {
        return sizes.clone();
    }

    /** A copy of all distances. */
    public long[] steps() {
        return steps.clone();
    }

    /** The element type, where the file names one. */
    public Optional<DmaDtype> dtype() {
        return dtype;
    }

    /** The element type that counts: bytes where the file names none. */
    public DmaDtype dtypeOrBytes() {
        return dtype.orElse(DmaDtype.UINT8);
    }

    /** Bytes moved: the product of the extents; {@link Long#MAX_VALUE} where that does not fit. */
    public long bytes() {
        long product = 1;
        for (long size : sizes) {
            long high = Math.multiplyHigh(product, size);
            product *= size;
            if (high != 0 || product < 0) {
                return Long.MAX_VALUE;
            }
        }
        return product;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof AccessPattern that
                && variable.equals(that.variable)
                && varId == that.varId
                && offset == that.offset
                && Arrays.equals(sizes, that.sizes)
                && Arrays.equals(steps, that.steps)
                && dtype.equals(that.dtype);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * variable.hashCode() + Long.hashCode(offset)) + Arrays.hashCode(sizes);
    }

    @Override
    public String toString() {
        return variable + "+" + offset + " sizes " + Arrays.toString(sizes) + " steps " + Arrays.toString(steps);
    }
}
