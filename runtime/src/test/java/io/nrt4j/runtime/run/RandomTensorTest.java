package io.nrt4j.runtime.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.loader.manifest.NrtDtype;
import io.nrt4j.loader.manifest.TensorInfo;
import io.nrt4j.runtime.TensorElements;
import java.util.List;
import org.junit.jupiter.api.Test;

class RandomTensorTest {
    private static byte[] bytes(String name, NrtDtype dtype, String text, long elements, long seed, int rank) {
        long size = elements * dtype.bytes();
        byte[] all = new byte[(int) size];
        new RandomTensor(new TensorInfo(name, dtype, text, List.of(elements), size), seed, rank)
                .copyTo((offset, bytes, from, length) -> System.arraycopy(bytes, from, all, (int) offset, length));
        return all;
    }

    private static float[] floats(String name, long elements, long seed, int rank) {
        return TensorElements.decode(NrtDtype.FLOAT32, bytes(name, NrtDtype.FLOAT32, "float32", elements, seed, rank));
    }

    @Test
    void dependsOnSeedRankAndNameOnly() {
        float[] values = floats("x", 600_000, 7, 0);
        assertThat(floats("x", 600_000, 7, 0)).isEqualTo(values);
        for (float[] other :
                List.of(floats("x", 600_000, 8, 0), floats("x", 600_000, 7, 1), floats("y", 600_000, 7, 0))) {
            assertThat(correlation(values, other)).isBetween(-0.01, 0.01);
            assertThat(shares(values, other)).isLessThan(100);
        }
    }

    private static double correlation(float[] a, float[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum / a.length;
    }

    /** Values of one that come back near the same place in the other, as in a shifted sequence. */
    private static int shares(float[] a, float[] b) {
        int shared = 0;
        for (int i = 8; i < 10_000; i++) {
            for (int shift = -8; shift <= 8; shift++) {
                shared += a[i] == b[i + shift] ? 1 : 0;
            }
        }
        return shared;
    }

    @Test
    void drawsSmallNumbers() {
        for (float value : floats("x", 10_000, 1, 0)) {
            assertThat(value).isBetween(-1f, 1f);
        }
        float[] ids = TensorElements.decode(NrtDtype.INT64, bytes("ids", NrtDtype.INT64, "int64", 10_000, 1, 0));
        assertThat(ids).contains(0, 7);
        for (float id : ids) {
            assertThat(id).isBetween(0f, 7f);
        }
        assertThat(bytes("mask", NrtDtype.UNKNOWN, "bool", 1000, 1, 0)).containsOnly(0, 1);
    }
}
