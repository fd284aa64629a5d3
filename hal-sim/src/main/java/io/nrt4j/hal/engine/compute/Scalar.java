package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.operand.OnChipOperand;
import java.util.Optional;

/** A second operand that is the same for all elements of a partition: an immediate, or a value per partition. */
final class Scalar {
    private final Optional<OnChipOperand> operand;
    private final float immediate;
    private final float[] value = new float[1];

    private Scalar(Optional<OnChipOperand> operand, float immediate) {
        this.operand = operand;
        this.immediate = immediate;
    }

    static Scalar immediate(float value) {
        return new Scalar(Optional.empty(), value);
    }

    /** One element per partition. */
    static Scalar pointer(OnChipOperand operand) {
        return new Scalar(Optional.of(operand), 0);
    }

    /** The operand in memory, or empty for an immediate. */
    Optional<OnChipOperand> operand() {
        return operand;
    }

    /** The value for a channel. */
    float of(int channel) {
        if (operand.isEmpty()) {
            return immediate;
        }
        operand.get().read(channel, value);
        return value[0];
    }
}
