package io.nrt4j.loader.container;

import static io.nrt4j.loader.container.FeatureBit.DGE;
import static io.nrt4j.loader.container.FeatureBit.DGE_CAST;
import static io.nrt4j.loader.container.FeatureBit.DVE_PERF_MODE;
import static io.nrt4j.loader.container.FeatureBit.HARDWARE_DGE;
import static io.nrt4j.loader.container.FeatureBit.VNC;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** container.md §7. */
class FeatureBitTest {
    @Test
    void decodesRealMasks() {
        assertThat(FeatureBit.decode(0xC00)).containsExactly(VNC, DVE_PERF_MODE);
        assertThat(FeatureBit.decode(0x201C00)).containsExactly(VNC, DVE_PERF_MODE, DGE, HARDWARE_DGE);
        assertThat(FeatureBit.decode(0x209C00)).containsExactly(VNC, DVE_PERF_MODE, DGE, DGE_CAST, HARDWARE_DGE);
        assertThat(FeatureBit.decode(0)).isEmpty();
    }

    @Test
    void twentyTwoBitsAreProducedTwoWithoutAName() {
        assertThat(FeatureBit.values()).hasSize(22);
        assertThat(Arrays.stream(FeatureBit.values())
                        .filter(bit -> bit.wireName().isPresent()))
                .hasSize(20);
    }

    @Test
    void unusedBitsHaveNoFeature() {
        assertThat(FeatureBit.decode(0x800000F8_84C0001L & ~0x2400000L)).isEmpty();
        for (int bit : new int[] {0, 18, 19, 23, 26, 27, 63}) {
            assertThat(FeatureBit.fromBit(bit)).isEmpty();
        }
        assertThat(FeatureBit.fromBit(10)).contains(VNC);
        assertThat(VNC.wireName()).contains("neff_feature_vnc");
        assertThat(VNC.label()).isEqualTo("neff_feature_vnc");
        assertThat(DVE_PERF_MODE.label()).isEqualTo("dve_perf_mode");
    }
}
