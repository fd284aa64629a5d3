package io.nrt4j.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllReduceTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void givesTheSumToEveryRank(int ranks) throws IOException {
        List<float[]> outputs = AllReduce.run(Path.of("neffs/allreduce.neff"), ranks);
        assertThat(outputs).hasSize(ranks);
        float factor = ranks * (ranks + 1) / 2f;
        for (float[] output : outputs) {
            assertThat(output).hasSize(32);
            assertThat(output[0]).isEqualTo(factor);
            assertThat(output[31]).isEqualTo(32 * factor);
        }
    }
}
