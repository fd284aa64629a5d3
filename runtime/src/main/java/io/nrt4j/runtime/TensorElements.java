package io.nrt4j.runtime;

import io.nrt4j.hal.engine.numeric.ElementCodec;
import io.nrt4j.hal.engine.numeric.ElementCodecs;
import io.nrt4j.hal.engine.numeric.Fp8Config;
import io.nrt4j.hal.isa.Dtype;
import io.nrt4j.loader.manifest.NrtDtype;
import java.util.Arrays;

/** Elements of tensors as numbers, little-endian. The API's type numbers are those of the instruction set. */
public final class TensorElements {
    private static final ElementCodecs CODECS = new ElementCodecs(Fp8Config.DEFAULT);

    private TensorElements() {}

    /** The elements nearest to the values; integers are clamped to their range. */
    public static byte[] encode(NrtDtype dtype, float[] values) {
        ElementCodec codec = codec(dtype);
        byte[] bytes = new byte[values.length * codec.bytes()];
        codec.narrow(values, 0, values.length, bytes, 0, codec.bytes());
        return bytes;
    }

    /** The elements as fp32; of 64-bit and 32-bit integers the nearest values. */
    public static float[] decode(NrtDtype dtype, byte[] bytes) {
        ElementCodec codec = codec(dtype);
        float[] values = new float[bytes.length / codec.bytes()];
        codec.widen(bytes, 0, codec.bytes(), values.length, values, 0);
        return values;
    }

    static byte[] encodeIntegers(NrtDtype dtype, long[] values) {
        int width = integerBytes(dtype);
        byte[] bytes = new byte[values.length * width];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (values[i / width] >>> (i % width * Byte.SIZE));
        }
        return bytes;
    }

    /** The elements of an integer type. */
    public static long[] decodeIntegers(NrtDtype dtype, byte[] bytes) {
        int width = integerBytes(dtype);
        int unused = Long.SIZE - width * Byte.SIZE;
        long[] values = new long[bytes.length / width];
        for (int i = 0; i < values.length * width; i++) {
            values[i / width] |= (bytes[i] & 0xFFL) << (i % width * Byte.SIZE);
        }
        boolean signed = !dtype.name().startsWith("U");
        return signed ? Arrays.stream(values).map(v -> v << unused >> unused).toArray() : values;
    }

    private static int integerBytes(NrtDtype dtype) {
        return switch (dtype) {
            case INT8, UINT8, INT16, UINT16, INT32, UINT32, INT64, UINT64, UNKNOWN -> dtype.bytes();
            default -> throw new IllegalArgumentException(dtype + " is no integer type");
        };
    }

    private static ElementCodec codec(NrtDtype dtype) {
        return Dtype.fromCode(dtype.code())
                .flatMap(CODECS::find)
                .orElseThrow(() -> new IllegalArgumentException(dtype + " has no values"));
    }
}
