package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.isa.Fp32Mode;

/**
 * Which part of an fp32 value takes part in a pass of the matrix engine.
 *
 * <p>The high part is the value truncated to 13 mantissa bits, so that 1.0 stays exact and -FLT_MAX finite; the low part
 * is the rest. Infinities and NaNs are all high part. Source: exec-sunda.md §4, §7.
 */
enum Fp32Part {
    WHOLE,
    LOW,
    HIGH;

    private static final int HIGH_MASK = 0xFFFFFC00;

    /** The part that a mode byte asks for; a byte of 0, as other types have it, means the whole value. */
    static Fp32Part of(int mode) {
        Fp32Mode known = Fp32Mode.fromCode(mode)
                .orElseThrow(() -> new InstructionFaultException(
                        FaultKind.BAD_OPERAND, "fp32 mode 0x%02x is not known".formatted(mode)));
        return switch (known) {
            case NONE, LOW_HIGH -> WHOLE;
            case LOW -> LOW;
            case HIGH -> HIGH;
        };
    }

    /** The parts of the first {@code count} values. */
    void split(float[] values, double[] out, int count) {
        switch (this) {
            case WHOLE -> {
                for (int i = 0; i < count; i++) {
                    out[i] = values[i];
                }
            }
            case LOW -> {
                for (int i = 0; i < count; i++) {
                    out[i] = Float.isFinite(values[i]) ? values[i] - high(values[i]) : 0;
                }
            }
            case HIGH -> {
                for (int i = 0; i < count; i++) {
                    out[i] = high(values[i]);
                }
            }
        }
    }

    private static float high(float value) {
        if (!Float.isFinite(value)) {
            return value;
        }
        return Float.intBitsToFloat(Float.floatToRawIntBits(value) & HIGH_MASK);
    }
}
