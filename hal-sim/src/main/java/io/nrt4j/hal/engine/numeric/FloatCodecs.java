package io.nrt4j.hal.engine.numeric;

import io.nrt4j.hal.isa.Dtype;
import io.nrt4j.hal.memory.LittleEndian;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The float types: fp32, fp32r, fp16, bfloat16 and the 8-bit ones. */
final class FloatCodecs {
    private FloatCodecs() {}

    abstract static sealed class Base extends ElementCodec permits Fp32, Fp32r, Fp16, Bfloat16, Fp8 {
        Base(Dtype type) {
            super(type);
        }

        @Override
        public final long integer(long bits) {
            return (long) Math.rint((double) value(bits));
        }
    }

    static final class Fp32 extends Base {
        Fp32() {
            super(Dtype.FP32);
        }

        @Override
        public void widen(byte[] memory, int at, int stride, int count, float[] out, int to) {
            if (stride == Float.BYTES) {
                ByteBuffer.wrap(memory, at, count * Float.BYTES)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .asFloatBuffer()
                        .get(out, to, count);
                return;
            }
            for (int i = 0; i < count; i++) {
                out[to + i] = Float.intBitsToFloat(LittleEndian.getInt(memory, at + i * stride));
            }
        }

        @Override
        public void narrow(float[] in, int from, int count, byte[] memory, int at, int stride) {
            if (stride == Float.BYTES) {
                ByteBuffer.wrap(memory, at, count * Float.BYTES)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .asFloatBuffer()
                        .put(in, from, count);
                return;
            }
            for (int i = 0; i < count; i++) {
                LittleEndian.setInt(memory, at + i * stride, Float.floatToRawIntBits(in[from + i]));
            }
        }

        @Override
        public float value(long bits) {
            return Float.intBitsToFloat((int) bits);
        }

        @Override
        public long bits(float value) {
            return Float.floatToRawIntBits(value) & 0xFFFF_FFFFL;
        }
    }

    static final class Fp32r extends Base {
        Fp32r() {
            super(Dtype.FP32R);
        }

        @Override
        public void widen(byte[] memory, int at, int stride, int count, float[] out, int to) {
            for (int i = 0; i < count; i++) {
                out[to + i] = Float.intBitsToFloat(LittleEndian.getInt(memory, at + i * stride));
            }
        }

        @Override
        public void narrow(float[] in, int from, int count, byte[] memory, int at, int stride) {
            for (int i = 0; i < count; i++) {
                LittleEndian.setInt(memory, at + i * stride, Float.floatToRawIntBits(Fp22.round(in[from + i])));
            }
        }

        @Override
        public float value(long bits) {
            return Float.intBitsToFloat((int) bits);
        }

        @Override
        public long bits(float value) {
            return Float.floatToRawIntBits(Fp22.round(value)) & 0xFFFF_FFFFL;
        }
    }

    static final class Fp16 extends Base {
        Fp16() {
            super(Dtype.FP16);
        }

        @Override
        public void widen(byte[] memory, int at, int stride, int count, float[] out, int to) {
            for (int i = 0; i < count; i++) {
                out[to + i] = HalfFloat.toFloat(LittleEndian.getShort(memory, at + i * stride));
            }
        }

        @Override
        public void narrow(float[] in, int from, int count, byte[] memory, int at, int stride) {
            for (int i = 0; i < count; i++) {
                LittleEndian.setShort(memory, at + i * stride, (short) HalfFloat.fromFloat(in[from + i]));
            }
        }

        @Override
        public float value(long bits) {
            return HalfFloat.toFloat((int) bits);
        }

        @Override
        public long bits(float value) {
            return HalfFloat.fromFloat(value);
        }
    }

    static final class Bfloat16 extends Base {
        Bfloat16() {
            super(Dtype.BFLOAT16);
        }

        @Override
        public void widen(byte[] memory, int at, int stride, int count, float[] out, int to) {
            for (int i = 0; i < count; i++) {
                out[to + i] = BrainFloat.toFloat(LittleEndian.getShort(memory, at + i * stride));
            }
        }

        @Override
        public void narrow(float[] in, int from, int count, byte[] memory, int at, int stride) {
            for (int i = 0; i < count; i++) {
                LittleEndian.setShort(memory, at + i * stride, (short) BrainFloat.fromFloat(in[from + i]));
            }
        }

        @Override
        public float value(long bits) {
            return BrainFloat.toFloat((int) bits);
        }

        @Override
        public long bits(float value) {
            return BrainFloat.fromFloat(value);
        }
    }

    static final class Fp8 extends Base {
        private final Fp8Format format;

        Fp8(Dtype type, Fp8Format format) {
            super(type);
            this.format = format;
        }

        @Override
        public void widen(byte[] memory, int at, int stride, int count, float[] out, int to) {
            for (int i = 0; i < count; i++) {
                out[to + i] = format.toFloat(memory[at + i * stride]);
            }
        }

        @Override
        public void narrow(float[] in, int from, int count, byte[] memory, int at, int stride) {
            for (int i = 0; i < count; i++) {
                memory[at + i * stride] = (byte) format.fromFloat(in[from + i]);
            }
        }

        @Override
        public float value(long bits) {
            return format.toFloat((int) bits);
        }

        @Override
        public long bits(float value) {
            return format.fromFloat(value);
        }
    }
}
