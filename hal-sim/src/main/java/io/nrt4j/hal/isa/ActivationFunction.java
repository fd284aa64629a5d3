package io.nrt4j.hal.isa;

import java.util.Optional;

/**
 * The functions of the activation engine from v2 on: the {@code func_id} of a table set, one byte in a slot.
 *
 * <p>Which of them a program may use depends on the table sets it names; codes that are not here may exist.
 * Source: isa-encodings.md §6, exec-sunda.md §5 (0x21). Of the spellings, profiles show EXP.
 */
public enum ActivationFunction implements WireCode {
    IDENTITY(1),
    RELU(2),
    LEAKY_RELU(3),
    PARAMETRIC_RELU(4),
    TANH(6),
    EXP(7),
    NATURAL_LOG(10),
    DERIVATIVE_IDENTITY(11),
    DERIVATIVE_RELU(12),
    DERIVATIVE_LEAKY_RELU(13),
    SIN(19),
    GELU(23),
    GELU_APPRX_TANH(25),
    RECIPROCAL_SQRT(29),
    SQUARE(30),
    SIGN(31),
    DERIVATIVE_GELU(32),
    ABS(33),
    IS_FINITE(35),
    SILU(36),
    DERIVATIVE_SILU(37),
    /** Its bias is always an immediate. */
    COPY(128),
    MEMSET_ZERO(130);

    private static final CodeTable<ActivationFunction> CODES = CodeTable.of(values());

    private final int code;

    ActivationFunction(int code) {
        this.code = code;
    }

    /** The function of a byte, or empty for a code that no known table set has. Allocates nothing. */
    public static Optional<ActivationFunction> fromCode(int code) {
        return CODES.find(code);
    }

    @Override
    public int code() {
        return code;
    }

    @Override
    public String text() {
        return name();
    }
}
