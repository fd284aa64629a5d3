package io.nrt4j.runtime.run;

import io.nrt4j.loader.manifest.NrtDtype;
import io.nrt4j.runtime.TensorElements;
import io.nrt4j.runtime.npy.NpyType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;

/**
 * Elements as numbers, little-endian; integers above 2^53 are rounded.
 *
 * @param bytes of an element
 * @param decoder gives the values of whole elements
 */
record ElementValues(int bytes, Function<byte[], double[]> decoder) {
    /** The values of a tensor's elements; types without a number are bytes. */
    static ElementValues of(NrtDtype dtype) {
        return switch (dtype) {
            case INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UNKNOWN ->
                new ElementValues(
                        dtype.bytes(),
                        all -> Arrays.stream(TensorElements.decodeIntegers(dtype.asNumeric(), all))
                                .asDoubleStream()
                                .toArray());
            case UINT64 ->
                new ElementValues(
                        dtype.bytes(),
                        all -> Arrays.stream(TensorElements.decodeIntegers(dtype, all))
                                .mapToDouble(ElementValues::unsigned)
                                .toArray());
            case FLOAT16, BFLOAT16, FLOAT32, FP32R, FP8_E3, FP8_E4, FP8_E5 ->
                new ElementValues(dtype.bytes(), all -> widen(TensorElements.decode(dtype, all)));
        };
    }

    /** The values of a numpy array's elements; empty where they are no real numbers. */
    static Optional<ElementValues> of(NpyType type) {
        if (type.kind() == 'f' && type.bytes() == Double.BYTES) {
            return Optional.of(new ElementValues(Double.BYTES, ElementValues::doubles));
        }
        return Arrays.stream(NrtDtype.values())
                .filter(dtype -> dtype != NrtDtype.UNKNOWN && dtype != NrtDtype.BFLOAT16)
                .filter(type::fits)
                .findFirst()
                .map(ElementValues::of);
    }

    double[] decode(byte[] elements) {
        return decoder.apply(elements);
    }

    private static double unsigned(long value) {
        return value >= 0 ? value : ((value >>> 1) | (value & 1)) * 2.0;
    }

    private static double[] widen(float[] values) {
        double[] wide = new double[values.length];
        for (int i = 0; i < wide.length; i++) {
            wide[i] = values[i];
        }
        return wide;
    }

    private static double[] doubles(byte[] bytes) {
        double[] values = new double[bytes.length / Double.BYTES];
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asDoubleBuffer().get(values);
        return values;
    }
}
