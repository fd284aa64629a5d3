package io.nrt4j.loader.manifest;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * The environment variables that replace single values of {@code fp8_conversion_config}. They act only where the
 * definition has the block. Source: manifest.md §7.5.
 *
 * @param rangeExtension {@code NEURON_RT_DBG_FP8_RANGE_EXT}
 * @param emaxE4m3 {@code NEURON_RT_DBG_FP8_EMAX_E4M3}
 * @param emaxE5m2 {@code NEURON_RT_DBG_FP8_EMAX_E5M2}
 * @param ocpSaturation {@code NEURON_RT_DBG_OCP_FP8_SAT}
 * @param saturateInfinity {@code NEURON_RT_DBG_FP8_SIS}
 * @param saturateNan {@code NEURON_RT_DBG_FP8_SNS}
 */
public record Fp8Overrides(
        Optional<Boolean> rangeExtension,
        OptionalInt emaxE4m3,
        OptionalInt emaxE5m2,
        Optional<Boolean> ocpSaturation,
        Optional<Boolean> saturateInfinity,
        Optional<Boolean> saturateNan) {
    /** Nothing is replaced. */
    public static final Fp8Overrides NONE = new Fp8Overrides(
            Optional.empty(),
            OptionalInt.empty(),
            OptionalInt.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    Fp8ConversionConfig applyTo(Fp8ConversionConfig config) {
        return new Fp8ConversionConfig(
                rangeExtension.orElse(config.rangeExtension()),
                emaxE4m3.orElse(config.emaxE4m3()),
                emaxE5m2.orElse(config.emaxE5m2()),
                ocpSaturation.orElse(config.ocpSaturation()),
                saturateInfinity.orElse(config.saturateInfinity()),
                saturateNan.orElse(config.saturateNan()));
    }
}
