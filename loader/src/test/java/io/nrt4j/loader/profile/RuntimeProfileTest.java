package io.nrt4j.loader.profile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RuntimeProfileTest {
    /** image-assembly.md §0: which recipe a version selects. */
    @ParameterizedTest
    @CsvSource({
        "2.23.27, P227, P223",
        "2.24.99, P227, P223",
        "2.25.57, P227, P225",
        "2.27.23, P227, P225",
        "2.29.9, P227, P225",
        "2.30.51, P230, P225",
        "2.31.24.0, P230, P225",
        "3.0, P230, P225",
    })
    void selectsTheImageRecipe(String version, ImageProfile cayman, ImageProfile sunda) {
        RuntimeProfile profile = RuntimeProfile.named(version).orElseThrow();
        assertThat(profile.caymanImages()).isEqualTo(cayman);
        assertThat(profile.sundaImages()).isEqualTo(sunda);
    }

    /** image-assembly.md §0: P223 has a variant from 2.23.110 on. */
    @ParameterizedTest
    @CsvSource({"2.23.27, false", "2.23.109.9, false", "2.23.110, true", "2.24.1, true", "2.25.0, false"})
    void knowsTheVariantOfP223(String version, boolean additions) {
        assertThat(RuntimeProfile.named(version).orElseThrow().hasSunda23110Additions())
                .isEqualTo(additions);
    }

    /** errors.md §3: the function of "Failed to stage graph". */
    @ParameterizedTest
    @CsvSource({
        "2.0, stage_kelf_models",
        "2.20.22, stage_kelf_models",
        "2.21.0, kmgr_load_nn_internal_v2",
        "2.29, kmgr_load_nn_internal_v2",
        "2.31.24.0, kmgr_load_nn_nc",
    })
    void namesTheStagingFunction(String version, String function) {
        assertThat(RuntimeProfile.named(version).orElseThrow().stageGraphFunction())
                .isEqualTo(function);
    }

    /** errors.md §1.1: four digits before 2024, six in every sample since. */
    @ParameterizedTest
    @CsvSource({"1.6, 4", "2.15.9, 4", "2.16, 6", "2.31.24.0, 6"})
    void knowsTheTimestampFraction(String version, int digits) {
        assertThat(RuntimeProfile.named(version).orElseThrow().timestampDigits())
                .isEqualTo(digits);
    }

    @Test
    void theDefaultIsTheReference() {
        assertThat(RuntimeProfile.DEFAULT.version()).hasToString("2.31.24.0");
        assertThat(RuntimeProfile.named("2.31.24.0")).contains(RuntimeProfile.DEFAULT);
        assertThat(RuntimeProfile.DEFAULT.gate().supportedFeatures()).isEqualTo(0x7FFFFFF);
        assertThat(RuntimeProfile.DEFAULT.loadFunction()).isEqualTo("kmgr_load_nn_post_metrics");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "2.", ".2", "2..3", "latest", "2.31.24.0.1", "2.31 ", "-1", "99999999999"})
    void otherTextsNameNoVersion(String text) {
        assertThat(RuntimeProfile.named(text)).isEmpty();
    }

    @Test
    void versionsAreOrderedByNumber() {
        assertThat(RuntimeVersion.parse("2.9").orElseThrow())
                .isLessThan(RuntimeVersion.parse("2.10").orElseThrow());
        assertThat(RuntimeVersion.parse("2.31").orElseThrow()).isEqualByComparingTo(new RuntimeVersion(2, 31, 0, 0));
    }
}
