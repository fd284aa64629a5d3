package io.nrt4j.hal.engine.numeric;

/**
 * The conversion of elements that a DMA does in flight.
 *
 * <p>Equal types move bits. Between integers values are kept exactly and clamped to the target's range; everything else
 * goes through fp32, rounded to nearest even. Source: dma.md §9 item 2, exec-corpus.md §3 item 3, §8.
 */
public final class ElementConversion {
    private final ElementCodec from;
    private final ElementCodec to;

    public ElementConversion(ElementCodec from, ElementCodec to) {
        this.from = from;
        this.to = to;
    }

    /** Bytes that some bytes of source elements become. */
    public int convertedBytes(int sourceBytes) {
        return sourceBytes / from.bytes() * to.bytes();
    }

    /** Converts the elements in the first {@code sourceBytes} bytes. */
    public byte[] convert(byte[] source, int sourceBytes) {
        int count = sourceBytes / from.bytes();
        byte[] target = new byte[count * to.bytes()];
        if (from.type() == to.type()) {
            System.arraycopy(source, 0, target, 0, target.length);
        } else if (from.type().isInteger() && to.type().isInteger()) {
            convertIntegers(source, target, count);
        } else {
            float[] values = new float[count];
            from.widen(source, 0, from.bytes(), count, values, 0);
            to.narrow(values, 0, count, target, 0, to.bytes());
        }
        return target;
    }

    private void convertIntegers(byte[] source, byte[] target, int count) {
        long lowest = lowest();
        for (int i = 0; i < count; i++) {
            long value = from.integer(ElementBits.get(source, i * from.bytes(), from.bytes()));
            boolean huge = value < 0 && !from.type().isSigned();
            long clamped = huge ? highest() : Math.min(highest(), Math.max(lowest, value));
            ElementBits.put(target, i * to.bytes(), to.bytes(), clamped);
        }
    }

    private long lowest() {
        return to.type().isSigned() ? -1L << (to.type().bits() - 1) : 0;
    }

    /** The largest value of the target, as bits; of 64 unsigned bits only what a signed number can hold. */
    private long highest() {
        int magnitudeBits = to.type().bits() - (to.type().isSigned() ? 1 : 0);
        return magnitudeBits >= Long.SIZE - 1 ? Long.MAX_VALUE : (1L << magnitudeBits) - 1;
    }
}
