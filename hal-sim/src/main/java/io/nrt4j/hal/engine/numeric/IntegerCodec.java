package io.nrt4j.hal.engine.numeric;

import io.nrt4j.hal.isa.Dtype;

/** Integers of 1, 2, 4 or 8 bytes, with or without a sign. */
final class IntegerCodec extends ElementCodec {
    private static final double TWO_TO_63 = 0x1p63;

    private final int bytes;
    private final int spareBits;
    private final boolean signed;
    private final double lowest;
    private final double highest;

    IntegerCodec(Dtype type) {
        super(type);
        this.bytes = type.bytes();
        this.spareBits = Long.SIZE - type.bits();
        this.signed = type.isSigned();
        this.lowest = signed ? -Math.scalb(1.0, type.bits() - 1) : 0;
        this.highest = Math.scalb(1.0, signed ? type.bits() - 1 : type.bits());
    }

    @Override
    public void widen(byte[] memory, int at, int stride, int count, float[] out, int to) {
        for (int i = 0; i < count; i++) {
            out[to + i] = value(ElementBits.get(memory, at + i * stride, bytes));
        }
    }

    @Override
    public void narrow(float[] in, int from, int count, byte[] memory, int at, int stride) {
        for (int i = 0; i < count; i++) {
            ElementBits.put(memory, at + i * stride, bytes, bits(in[from + i]));
        }
    }

    @Override
    public float value(long bits) {
        long integer = integer(bits);
        if (signed || integer >= 0) {
            return integer;
        }
        // An unsigned 64-bit integer above 2^63: halve with a sticky bit, so that rounding stays correct.
        return ((integer >>> 1) | (integer & 1)) * 2f;
    }

    @Override
    public long bits(float value) {
        double rounded = Math.rint(value);
        if (Double.isNaN(rounded) || rounded <= lowest) {
            return Double.isNaN(rounded) ? 0 : toBits((long) lowest);
        }
        if (rounded >= highest) {
            return toBits(signed ? Long.MAX_VALUE >> spareBits : -1L);
        }
        return rounded < TWO_TO_63 ? toBits((long) rounded) : (long) (rounded - TWO_TO_63) ^ Long.MIN_VALUE;
    }

    @Override
    public long integer(long bits) {
        long top = bits << spareBits;
        return signed ? top >> spareBits : top >>> spareBits;
    }

    private long toBits(long integer) {
        return integer << spareBits >>> spareBits;
    }
}
