package io.nrt4j.loader.manifest;

/**
 * {@code fp8_conversion_config}: how the engines convert to and from 8-bit floats. Source: manifest.md §7.5.
 *
 * @param rangeExtension {@code fp8_range_extension}
 * @param emaxE4m3 {@code emax_fp8_e4m3}
 * @param emaxE5m2 {@code emax_fp8_e5m2}
 * @param ocpSaturation {@code ocp_sat}
 * @param saturateInfinity {@code fp8_sis}
 * @param saturateNan {@code fp8_sns}
 */
public record Fp8ConversionConfig(
        boolean rangeExtension,
        int emaxE4m3,
        int emaxE5m2,
        boolean ocpSaturation,
        boolean saturateInfinity,
        boolean saturateNan) {}
