package io.nrt4j.loader.image;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.hal.InstanceType;
import io.nrt4j.loader.LoadOptions;
import io.nrt4j.loader.LoadedModel;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.testing.AllReduceModel;
import io.nrt4j.loader.testing.LeakWatch;
import io.nrt4j.loader.testing.TestLoad;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Ranks whose parts do not fit together. Source: errors.md §6.3, R2. */
@ExtendWith(LeakWatch.class)
class PeerCheckTest {
    @Test
    void ranksHaveTheSameNumberOfOperations() {
        try (TestLoad load = rank(1, Map.of(0, 3))) {
            LoadException failure = load.fail(AllReduceModel.toByteArray());
            assertThat(failure.status()).isEqualTo(NrtStatus.NRT_FAILURE);
            assertThat(TestLoad.errorLines(failure))
                    .containsExactly(
                            "ENC:validate_neff_cc_ops [nec_dev 1] mismatching number of cc ops, expected 1 received 3."
                                    + " Check if ranks 1 and 0 are using the same neff",
                            "ENC:enc_load_operations [nec_dev 1] failed to validate neff across the replica group",
                            "TDRV:kbl_model_add create_engine_refill_rings_v1() error",
                            "NMGR:dlr_kelf_stage Failed to load subgraph",
                            "NMGR:kmgr_load_nn_nc Failed to stage graph: kelf-a.json to NeuronCore",
                            "NMGR:kmgr_load_nn_post_metrics Failed to load NN: x, err: 1");
        }
    }

    @Test
    void ranksWithTheSameNumberLoad() {
        try (TestLoad load = rank(1, Map.of(0, 1));
                LoadedModel model = load.load(AllReduceModel.toByteArray())) {
            assertThat(model.images().program(0).collectives().operations()).hasSize(1);
        }
    }

    private static TestLoad rank(int rank, Map<Integer, Integer> peers) {
        return new TestLoad(
                InstanceType.TRN2_3XLARGE,
                2,
                LoadOptions.DEFAULT.withCollectives(CollectiveOptions.SINGLE.withRank(rank, peers)));
    }
}
