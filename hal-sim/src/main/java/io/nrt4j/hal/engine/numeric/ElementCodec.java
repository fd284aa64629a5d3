package io.nrt4j.hal.engine.numeric;

import io.nrt4j.hal.isa.Dtype;

/**
 * How the elements of one type lie in memory and what fp32 values they are to the arithmetic units.
 *
 * <p>The units compute in fp32: inputs are widened, results rounded to nearest even; integers are rounded to nearest
 * and clamped to their range, NaN becomes 0. Source: isa.md §4.3, §13 ("saturation of float->int casts").
 */
public abstract sealed class ElementCodec permits FloatCodecs.Base, IntegerCodec {
    private final Dtype type;

    ElementCodec(Dtype type) {
        this.type = type;
    }

    /** The element type. */
    public final Dtype type() {
        return type;
    }

    /** Bytes of one element. */
    public final int bytes() {
        return type.bytes();
    }

    /**
     * Reads elements as fp32.
     *
     * @param memory the bytes
     * @param at offset of the first element, bytes
     * @param stride distance between elements, bytes; may be 0 or negative
     * @param count number of elements
     * @param out receives the values from index {@code to} on
     */
    public abstract void widen(byte[] memory, int at, int stride, int count, float[] out, int to);

    /**
     * Rounds fp32 values to the type and stores them; parameters as in {@link #widen}.
     *
     * @param in holds the values from index {@code from} on
     */
    public abstract void narrow(float[] in, int from, int count, byte[] memory, int at, int stride);

    /** The fp32 value of an element's bits. */
    public abstract float value(long bits);

    /** The element's bits for an fp32 value, zero-extended. */
    public abstract long bits(float value);

    /**
     * The integer that an element's bits stand for, sign- or zero-extended; for a float type its value rounded to
     * nearest even.
     */
    public abstract long integer(long bits);
}
