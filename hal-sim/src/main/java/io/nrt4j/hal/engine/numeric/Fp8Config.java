package io.nrt4j.hal.engine.numeric;

/**
 * How the engines convert to the 8-bit float types.
 *
 * <p>Source: manifest.md §7.5 (names and defaults). The sheet gives the meaning of the last two as "saturate infinity /
 * NaN source"; the effect of the exponent limits is our reading: the default {@code emaxE4m3} 8 is the range of the OCP
 * type E4M3 (largest value 448, no infinities), 7 that of the IEEE-like type (240, with infinities).
 *
 * @param rangeExtension whether the limits below apply; else the IEEE-like ranges 7 and 15
 * @param emaxE4m3 largest exponent of E4M3
 * @param emaxE5m2 largest exponent of E5M2
 * @param saturate finite values beyond the range become the largest finite one; else infinity, or NaN where the type has
 *     none
 * @param saturateInfinity infinities become the largest finite value
 * @param saturateNan NaNs become the largest finite value
 */
public record Fp8Config(
        boolean rangeExtension,
        int emaxE4m3,
        int emaxE5m2,
        boolean saturate,
        boolean saturateInfinity,
        boolean saturateNan) {
    /** What every compiler-made file asks for. */
    public static final Fp8Config DEFAULT = new Fp8Config(true, 8, 15, true, false, false);

    /** Whether E4M3 uses its top exponent for numbers, as OCP's E4M3 does. */
    public boolean extendsE4m3() {
        return rangeExtension && emaxE4m3 >= 8;
    }
}
