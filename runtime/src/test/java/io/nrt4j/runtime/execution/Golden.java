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
        byte[] bytes = new byte[count * Float.BYTES];
        ByteBuffer out = little(bytes);
        for (int i = 0; i < count; i++) {
            out.putFloat((float) value.applyAsDouble(i));
        }
        return bytes;
    }

    static byte[] fp16(int count, IntToDoubleFunction value) {
        byte[] bytes = new byte[count * Short.BYTES];
        ByteBuffer out = little(bytes);
        for (int i = 0; i < count; i++) {
            out.putShort((short) HalfFloat.fromFloat((float) value.applyAsDouble(i)));
        }
        return bytes;
    }

    static byte[] bf16(int count, IntToDoubleFunction value) {
        byte[] bytes = new byte[count * Short.BYTES];
        ByteBuffer out = little(bytes);
        for (int i = 0; i < count; i++) {
            out.putShort((short) BrainFloat.fromFloat((float) value.applyAsDouble(i)));
        }
        return bytes;
    }

    static byte[] int32(int... values) {
        byte[] bytes = new byte[values.length * Integer.BYTES];
        ByteBuffer out = little(bytes);
        for (int value : values) {
            out.putInt(value);
        }
        return bytes;
    }

    static byte[] int64(long... values) {
        byte[] bytes = new byte[values.length * Long.BYTES];
        ByteBuffer out = little(bytes);
        for (long value : values) {
            out.putLong(value);
        }
        return bytes;
    }

    static float[] fp32(byte[] bytes) {
        float[] values = new float[bytes.length / Float.BYTES];
        little(bytes).asFloatBuffer().get(values);
        return values;
    }

    static float[] fp16(byte[] bytes) {
        float[] values = new float[bytes.length / Short.BYTES];
        ByteBuffer buffer = little(bytes);
        for (int i = 0; i < values.length; i++) {
            values[i] = HalfFloat.toFloat(buffer.getShort(i * Short.BYTES));
        }
        return values;
    }

    static float[] bf16(byte[] bytes) {
        float[] values = new float[bytes.length / Short.BYTES];
        ByteBuffer buffer = little(bytes);
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

    private static ByteBuffer little(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
