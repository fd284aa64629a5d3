package io.nrt4j.runtime.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.hal.InstanceType;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.testing.AllReduceModel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The published all-reduce program; source: exec.md §9 vector 1. */
class AllReduceTest {
    @ParameterizedTest
    @CsvSource({
        "TRN1_2XLARGE, 1, 1",
        "TRN1_2XLARGE, 1, 2",
        "TRN1_32XLARGE, 1, 4",
        "TRN2_3XLARGE, 1, 2",
        "TRN2_3XLARGE, 2, 1",
        "TRN2_3XLARGE, 2, 4"
    })
    void sumsOverRanks(InstanceType type, int logicalCoreSize, int ranks) {
        try (CorpusModel model = CorpusModel.load(AllReduceModel.toByteArray(), type, logicalCoreSize, ranks)) {
            float[] sum = new float[32];
            for (int rank = 0; rank < ranks; rank++) {
                float scale = (float) Math.pow(10, rank);
                model.tensors(rank).write("input", Golden.fp32(32, i -> (i + 1) * scale));
                for (int i = 0; i < sum.length; i++) {
                    sum[i] += (i + 1) * scale;
                }
            }
            ExecutionReport report = model.run(ExecutionOptions.DEFAULT);
            assertThat(report.status()).isEqualTo(NrtStatus.NRT_SUCCESS);
            for (int rank = 0; rank < ranks; rank++) {
                assertThat(Golden.fp32(model.tensors(rank).read("output"))).isEqualTo(sum);
            }
        }
    }
}
