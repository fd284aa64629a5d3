package io.nrt4j.hal.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Little-endian access to byte arrays, at any alignment; the device knows no other byte order. */
public final class LittleEndian {
    private static final VarHandle SHORT = view(short[].class);
    private static final VarHandle INT = view(int[].class);
    private static final VarHandle LONG = view(long[].class);

    private LittleEndian() {}

    public static short getShort(byte[] array, int index) {
        return (short) SHORT.get(array, index);
    }

    public static int getInt(byte[] array, int index) {
        return (int) INT.get(array, index);
    }

    public static long getLong(byte[] array, int index) {
        return (long) LONG.get(array, index);
    }

    public static void setShort(byte[] array, int index, short value) {
        SHORT.set(array, index, value);
    }

    public static void setInt(byte[] array, int index, int value) {
        INT.set(array, index, value);
    }

    public static void setLong(byte[] array, int index, long value) {
        LONG.set(array, index, value);
    }

    private static VarHandle view(Class<?> arrayType) {
        return MethodHandles.byteArrayViewVarHandle(arrayType, ByteOrder.LITTLE_ENDIAN);
    }
}
