package io.nrt4j.runtime.execution;

import io.nrt4j.hal.engine.numeric.BrainFloat;
import io.nrt4j.hal.engine.numeric.HalfFloat;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.IntToDoubleFunction;

/** The input generator of exec-corpus.md §4. */
final class Golden {
    private Golden() {}

    /** {@code hash(i,s)}, an unsigned 32-bit number in a signed int. */
    static int hash(int i, int s) {
        int h = i * 0x9E3779B1 + s * 0x7F4A7C15;
        h ^= h >>> 15;
        h *= 0x85EBCA6B;
        return h ^ h >>> 13;
    }

    /** {@code v(s,m,lo)[i]}. */
    static int v(int i, int s, int m, int lo) {
        return (hash(i, s) >>> 8) % m + lo;
    }

    /** The generator as a function of the flat index. */
    static IntToDoubleFunction v(int s, int m, int lo) {
        return i -> v(i, s, m, lo);
    }

    static byte[] fp32(int count, IntToDoubleFunction value) {
        ByteBuffer bytes = little(count * Float.BYTES);
        for (int i = 0; i < count; i++) {
            bytes.putFloat((float) value.applyAsDouble(i));
        }
        return bytes.array();
    }

    static byte[] fp16(int count, IntToDoubleFunction value) {
        ByteBuffer bytes = little(count * Short.BYTES);
        for (int i = 0; i < count; i++) {
            bytes.putShort((short) HalfFloat.fromFloat((float) value.applyAsDouble(i)));
        }
        return bytes.array();
    }

    static byte[] bf16(int count, IntToDoubleFunction value) {
        ByteBuffer bytes = little(count * Short.BYTES);
        for (int i = 0; i < count; i++) {
            bytes.putShort((short) BrainFloat.fromFloat((float) value.applyAsDouble(i)));
        }
        return bytes.array();
    }

    static byte[] int32(int... values) {
        ByteBuffer bytes = little(values.length * Integer.BYTES);
        for (int value : values) {
            bytes.putInt(value);
        }
        return bytes.array();
    }

    static byte[] int64(long... values) {
        ByteBuffer bytes = little(values.length * Long.BYTES);
        for (long value : values) {
            bytes.putLong(value);
        }
        return bytes.array();
    }

    static float[] fp32(byte[] bytes) {
        float[] values = new float[bytes.length / Float.BYTES];
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(values);
        return values;
    }

    static float[] fp16(byte[] bytes) {
        float[] values = new float[bytes.length / Short.BYTES];
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < values.length; i++) {
            values[i] = HalfFloat.toFloat(buffer.getShort(i * Short.BYTES));
        }
        return values;
    }

    static float[] bf16(byte[] bytes) {
        float[] values = new float[bytes.length / Short.BYTES];
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < values.length; i++) {
            values[i] = BrainFloat.toFloat(buffer.getShort(i * Short.BYTES));
        }
        return values;
    }

    /** The first sixteen hexadecimal digits of the SHA-256. */
    static String digest(byte[] bytes) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            return HexFormat.of().formatHex(digest, 0, Long.BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ByteBuffer little(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
