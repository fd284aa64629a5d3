package io.nrt4j.runtime.npy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nrt4j.loader.manifest.NrtDtype;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files as numpy writes them; source: numpy's {@code lib/format.py}. */
class NpyReaderTest {
    private static byte[] file(int version, String text, int... data) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', (byte) version, 0});
        byte[] header = text.getBytes(StandardCharsets.UTF_8);
        out.write(header.length);
        out.write(header.length >> 8);
        if (version > 1) {
            out.write(0);
            out.write(0);
        }
        out.writeBytes(header);
        for (int b : data) {
            out.write(b);
        }
        return out.toByteArray();
    }

    private static NpyReader reader(byte[] file) throws IOException {
        return new NpyReader(new ByteArrayInputStream(file));
    }

    private static byte[] elements(byte[] file) throws IOException {
        try (NpyReader reader = reader(file)) {
            return reader.elements();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void readsEveryVersion(int version) throws IOException {
        byte[] file = file(version, "{'descr': '<i2', 'fortran_order': False, 'shape': (2, 1), }\n", 1, 2, 3, 4);
        try (NpyReader reader = reader(file)) {
            assertThat(reader.header()).isEqualTo(new NpyHeader(new NpyType(false, 'i', 2), false, List.of(2L, 1L)));
        }
        assertThat(elements(file)).containsExactly(1, 2, 3, 4);
    }

    @Test
    void swapsBigEndianElements() throws IOException {
        byte[] file = file(1, "{'descr': '>u4', 'fortran_order': False, 'shape': (2,), }", 1, 2, 3, 4, 5, 6, 7, 8);
        assertThat(elements(file)).containsExactly(4, 3, 2, 1, 8, 7, 6, 5);
    }

    /** [[0, 1, 2], [3, 4, 5]] column by column, then a cube. */
    @Test
    void putsFortranOrderInCOrder() throws IOException {
        byte[] matrix = file(1, "{'descr': '|i1', 'fortran_order': True, 'shape': (2, 3), }", 0, 3, 1, 4, 2, 5);
        assertThat(elements(matrix)).containsExactly(0, 1, 2, 3, 4, 5);
        byte[] cube = file(1, "{'descr': '|i1', 'fortran_order': True, 'shape': (2, 2, 2), }", 0, 4, 2, 6, 1, 5, 3, 7);
        assertThat(elements(cube)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
    }

    @Test
    void putsBigEndianFortranOrderInCOrder() throws IOException {
        byte[] file = file(1, "{'descr': '>i2', 'fortran_order': True, 'shape': (2, 2), }", 0, 1, 0, 3, 0, 2, 0, 4);
        assertThat(elements(file)).containsExactly(1, 0, 2, 0, 3, 0, 4, 0);
    }

    @Test
    void readsMoreThanOneBuffer() throws IOException {
        int count = 700_000;
        byte[] header = new NpyHeader(NpyType.of(NrtDtype.INT32), false, List.of((long) count)).encode();
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes(header);
        byte[] data = new byte[4 * count];
        for (int i = 0; i < data.length; i++) {
            data[i] = (byte) ((i * 31) >> 5);
        }
        file.writeBytes(data);
        assertThat(elements(file.toByteArray())).isEqualTo(data);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"(), | 1", "(0, 5), | 0", "(3,), | 3", "(2L, 3L), | 6"})
    void countsElements(String shape, long elements) throws IOException {
        try (NpyReader reader =
                reader(file(1, "{\"shape\": " + shape + " 'fortran_order': False, 'descr': \"|b1\"}"))) {
            assertThat(reader.header().elements()).isEqualTo(elements);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "<f2; FLOAT16",
                "<u2; BFLOAT16",
                "<V2; BFLOAT16",
                "|V2; BFLOAT16",
                "bfloat16; BFLOAT16",
                "|u1; FP8_E4",
                "|V1; FP8_E5",
                "<f1; FP8_E3",
                "|b1; UINT8",
                "|b1; UNKNOWN",
                "<i8; INT64",
                ">f4; FLOAT32",
                "=f4; FP32R"
            })
    void takesTheViewsOfTypesThatNumpyDoesNotHave(String description, NrtDtype dtype) throws NpyException {
        assertThat(NpyType.parse(description).fits(dtype)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"<f4; FLOAT16", "<f2; BFLOAT16", "<i4; UINT32", "<i2; FLOAT16", "<f8; FLOAT32", "<c8; INT64"})
    void refusesOtherTypes(String description, NrtDtype dtype) throws NpyException {
        assertThat(NpyType.parse(description).fits(dtype)).isFalse();
    }

    @ParameterizedTest
    @EnumSource(NrtDtype.class)
    void readsWhatItWrites(NrtDtype dtype) throws IOException {
        for (List<Long> shape : List.of(List.<Long>of(), List.of(3L), List.of(2L, 0L, 5L))) {
            NpyHeader header = new NpyHeader(NpyType.of(dtype), false, shape);
            assertThat(header.type().fits(dtype)).isTrue();
            assertThat(header.encode().length % 64).isZero();
            assertThat(NpyHeader.read(new ByteArrayInputStream(header.encode())))
                    .isEqualTo(header);
        }
    }

    /** What numpy 2 writes for {@code np.zeros((2, 3), np.float16)}, byte for byte. */
    @Test
    void writesWhatNumpyWrites() {
        byte[] expected = file(
                1, "{'descr': '<f2', 'fortran_order': False, 'shape': (2, 3), }" + " ".repeat(118 - 59 - 1) + "\n");
        assertThat(new NpyHeader(NpyType.of(NrtDtype.FLOAT16), false, List.of(2L, 3L)).encode())
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'descr': [('a', '<i4')], 'fortran_order': False, 'shape': (1,)} | no plain element type",
                "{'descr': '<f4', 'shape': (1,)} | bad .npy header",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (1, x)} | bad .npy header",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)} | bad .npy header",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (999999999999, 999999999999)} | bad .npy header",
                "{'descr': 'hello', 'fortran_order': False, 'shape': (1,)} | element type 'hello'"
            })
    void saysWhatIsWrongWithAHeader(String text, String message) {
        assertThatThrownBy(() -> reader(file(1, text)))
                .isInstanceOf(NpyException.class)
                .hasMessageContaining(message);
    }

    @Test
    void saysWhatIsWrongWithAFile() {
        assertThatThrownBy(() -> reader(new byte[0])).isInstanceOf(NpyException.class);
        assertThatThrownBy(() -> reader("\u0093NUMPX\1\0".getBytes(StandardCharsets.ISO_8859_1)))
                .hasMessage("not a .npy file");
        assertThatThrownBy(() -> reader(file(9, ""))).hasMessage("version 9.0 of the .npy format");
        byte[] hugeHeader = file(2, "");
        hugeHeader[11] = 0x40;
        assertThatThrownBy(() -> reader(hugeHeader)).hasMessage("a .npy header of 1073741824 bytes");
        byte[] cut = file(1, "{'descr': '<i2', 'fortran_order': False, 'shape': (2,)}", 1, 2, 3);
        assertThatThrownBy(() -> elements(cut)).hasMessage("the file ends after 3 of 4 bytes");
        byte[] large = file(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (65536, 32768)}", 1, 2, 3);
        assertThatThrownBy(() -> reader(large).copyTo((offset, bytes, from, length) -> {}))
                .hasMessage("the file ends after 3 of 8589934592 bytes");
    }
}
