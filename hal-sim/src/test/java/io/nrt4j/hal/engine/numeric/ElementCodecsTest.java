package io.nrt4j.hal.engine.numeric;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.hal.isa.Dtype;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Element types in memory; source: isa.md §4.3, §13 (float to integer: round to nearest, clamp). */
class ElementCodecsTest {
    private final ElementCodecs codecs = new ElementCodecs(Fp8Config.DEFAULT);

    @ParameterizedTest
    @CsvSource({
        "INT8, 127.4, 127",
        "INT8, 127.6, 127",
        "INT8, 1e9, 127",
        "INT8, -128.4, -128",
        "INT8, -1e9, -128",
        "INT8, 2.5, 2",
        "INT8, 3.5, 4",
        "INT8, -2.5, -2",
        "INT8, NaN, 0",
        "UINT8, 255.4, 255",
        "UINT8, 256, 255",
        "UINT8, -0.5, 0",
        "UINT8, -7, 0",
        "INT16, 40000, 32767",
        "INT16, -40000, -32768",
        "UINT16, 70000, 65535",
        "UINT16, 65534.5, 65534",
        "INT32, 3e9, 2147483647",
        "INT32, -3e9, -2147483648",
        "INT32, 16777216, 16777216",
        "UINT32, 3e9, 3000000000",
        "UINT32, 5e9, 4294967295",
        "UINT32, -1, 0",
        "INT64, 1e19, 9223372036854775807",
        "INT64, -1e19, -9223372036854775808",
        "INT64, Infinity, 9223372036854775807",
        "UINT64, 1e19, -8446744093203103744",
        "UINT64, 1e20, -1",
        "UINT64, -3, 0"
    })
    void roundsAndClampsToIntegers(Dtype type, float value, long expected) {
        ElementCodec codec = codecs.find(type).orElseThrow();
        assertThat(codec.integer(codec.bits(value))).isEqualTo(expected);
    }

    @Test
    void widensUnsigned64BitIntegersToTheNearest() {
        ElementCodec codec = codecs.find(Dtype.UINT64).orElseThrow();
        assertThat(codec.value(-1L)).isEqualTo(0x1p64f);
        assertThat(codec.value(0x8000_0080_0000_0000L)).isEqualTo(0x1p63f);
        assertThat(codec.value(0x8000_0080_0000_0001L)).isEqualTo(Math.nextUp(0x1p63f));
    }

    @Test
    void roundsFp32rTo13MantissaBits() {
        assertThat(Fp22.round(1 + 0x1p-14f)).isEqualTo(1f);
        assertThat(Fp22.round(1 + 0x1.8p-13f)).isEqualTo(1 + 0x1p-12f);
        assertThat(Fp22.round(1 + 0x1p-14f + 0x1p-20f)).isEqualTo(1 + 0x1p-13f);
        assertThat(Fp22.round(Float.NEGATIVE_INFINITY)).isEqualTo(Float.NEGATIVE_INFINITY);
        assertThat(Fp22.round(Float.NaN)).isNaN();
    }

    /** Little-endian elements at any distance, forwards, backwards and the same one over and over. */
    @ParameterizedTest
    @EnumSource(
            value = Dtype.class,
            names = {
                "INT8",
                "UINT8",
                "INT16",
                "UINT16",
                "BFLOAT16",
                "FP16",
                "INT32",
                "UINT32",
                "FP32",
                "INT64",
                "FP8_E4"
            })
    void walksMemoryByAStride(Dtype type) {
        ElementCodec codec = codecs.find(type).orElseThrow();
        int size = codec.bytes();
        byte[] memory = new byte[40 * size];
        Arrays.fill(memory, (byte) 0x55);
        codec.narrow(new float[] {9, 1, 2, 3, 9}, 1, 3, memory, 2 * size, 5 * size);
        codec.narrow(new float[] {6, 5}, 0, 2, memory, 30 * size, -size);
        float[] out = new float[7];
        codec.widen(memory, 12 * size, -5 * size, 3, out, 1);
        assertThat(out).containsExactly(0, 3, 2, 1, 0, 0, 0);
        codec.widen(memory, 29 * size, size, 2, out, 0);
        assertThat(out).startsWith(5, 6);
        codec.widen(memory, 7 * size, 0, 4, out, 0);
        assertThat(out).startsWith(2, 2, 2, 2);
        assertThat(memory[size * 3]).isEqualTo((byte) 0x55);
        long word = ByteBuffer.wrap(Arrays.copyOf(Arrays.copyOfRange(memory, 2 * size, 3 * size), 8))
                .order(ByteOrder.LITTLE_ENDIAN)
                .getLong();
        assertThat(word).isEqualTo(codec.bits(1));
    }

    @Test
    void knowsAllTypesOfV2AndV3() {
        for (int code = 1; code <= 0xF; code++) {
            Dtype type = Dtype.fromCode(code).orElseThrow();
            assertThat(codecs.find(type)).as(type.text()).isPresent();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "INT32, UINT8, 300, 255", "INT32, UINT8, -1, 0", "INT64, INT32, 5000000000, 2147483647",
        "UINT32, INT32, 4294967295, 2147483647", "UINT64, INT64, -1, 9223372036854775807", "INT8, INT64, -128, -128"
    })
    void convertsIntegersExactly(Dtype from, Dtype to, long value, long expected) {
        ElementCodec source = codecs.find(from).orElseThrow();
        ElementCodec target = codecs.find(to).orElseThrow();
        byte[] bytes = new byte[source.bytes()];
        ElementBits.put(bytes, 0, bytes.length, value);
        byte[] converted = new ElementConversion(source, target).convert(bytes, bytes.length);
        assertThat(target.integer(ElementBits.get(converted, 0, converted.length)))
                .isEqualTo(expected);
    }
}
