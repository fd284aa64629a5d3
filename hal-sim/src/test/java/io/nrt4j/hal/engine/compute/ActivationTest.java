package io.nrt4j.hal.engine.compute;

import static io.nrt4j.hal.engine.compute.ComputeCore.row;
import static io.nrt4j.hal.engine.compute.ComputeCore.sbuf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nrt4j.hal.engine.activation.TableProfile;
import io.nrt4j.hal.engine.activation.TableSet;
import io.nrt4j.hal.engine.activation.TableSide;
import io.nrt4j.hal.isa.ActOperands;
import io.nrt4j.hal.isa.ControlOperands;
import io.nrt4j.hal.isa.Dtype;
import io.nrt4j.hal.isa.Opcode;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The activation engine; sources: isa.md §5.3, §5.4, isa-encodings.md §2, exec-corpus.md §5, exec-sunda.md §5. */
class ActivationTest {
    private static final int IDENTITY = 1;
    private static final int SQUARE = 30;
    private static final int COPY = 0x80;
    private static final int SRC = sbuf(0, 0);
    private static final int SCALE = sbuf(0, 64);
    private static final int BIAS = sbuf(32, 68);
    private static final int DST = sbuf(0, 1024);

    /** Byte 13: source of the scale; bytes 12 and 15: source of the bias. */
    private static ActOperands.Activate activate(
            int immSource, int scaleSource, int biasSource, int command, int function, int scale, int bias) {
        return new ActOperands.Activate(
                immSource,
                scaleSource,
                command,
                biasSource,
                row(SRC, 3),
                Dtype.FP32.code() | Dtype.FP16.code() << 4,
                Dtype.FP32.code(),
                2,
                function,
                scale,
                bias,
                0,
                row(DST, 3));
    }

    private static int bits(double value) {
        return Float.floatToRawIntBits((float) value);
    }

    private static void fill(ComputeCore core) {
        core.put(SRC, Dtype.FP32, 1, 2, 3);
        core.put(sbuf(1, 0), Dtype.FP32, 10, 20, 30);
        core.put(SCALE, Dtype.FP32, 2);
        core.put(sbuf(1, 64), Dtype.FP32, 3);
        core.put(BIAS, Dtype.FP16, 0.5);
        core.put(sbuf(33, 68), Dtype.FP16, -0.5);
    }

    @Test
    void scalesAndShiftsByOneValuePerPartition() {
        try (ComputeCore core = ComputeCore.cayman()) {
            fill(core);
            core.run(Opcode.ACTIVATE, activate(0, 1, 0, 0, SQUARE, SCALE, BIAS));
            assertThat(core.get(DST, Dtype.FP32, 3)).containsExactly(2.5 * 2.5, 4.5 * 4.5, 6.5 * 6.5);
            assertThat(core.get(sbuf(1, 1024), Dtype.FP32, 1)).containsExactly(29.5 * 29.5);
        }
    }

    /** exec-corpus.md §5: the bias is an immediate when byte 12 or byte 15 says so, and always for copy. */
    @ParameterizedTest
    @CsvSource({"1, 0, 1", "0, 1, 1", "1, 1, 1", "0, 0, 128"})
    void takesAnImmediateBias(int immSource, int biasSource, int function) {
        try (ComputeCore core = ComputeCore.cayman()) {
            fill(core);
            core.run(Opcode.ACTIVATE, activate(immSource, 0, biasSource, 0, function, bits(2), bits(0.25)));
            assertThat(core.get(DST, Dtype.FP32, 3)).containsExactly(2.25, 4.25, 6.25);
        }
    }

    @Test
    void accumulatesResults() {
        try (ComputeCore core = ComputeCore.cayman()) {
            fill(core);
            for (int command : new int[] {3, 2, 0}) {
                core.run(Opcode.ACTIVATE, activate(1, 0, 1, command, COPY, bits(1), 0));
            }
            core.run(Opcode.ACTIVATION_READ_ACCUMULATOR, accumulator(0));
            assertThat(core.get(sbuf(0, 2048), Dtype.FP32, 1)).containsExactly(12);
            assertThat(core.get(sbuf(1, 2048), Dtype.FP32, 1)).containsExactly(120);
            core.run(Opcode.ACTIVATE, activate(1, 0, 1, 1, COPY, bits(1), 0));
            core.run(Opcode.ACTIVATION_READ_ACCUMULATOR, accumulator(0));
            assertThat(core.get(sbuf(0, 2048), Dtype.FP32, 1)).containsExactly(0);
            assertThatThrownBy(() -> core.run(Opcode.ACTIVATION_READ_ACCUMULATOR, accumulator(1)))
                    .hasMessage("negation is 0x01, only 0x00 is known");
        }
    }

    private static ActOperands.ReadAccumulator accumulator(int negated) {
        return new ActOperands.ReadAccumulator(1, Dtype.FP32.code(), negated, 2, row(sbuf(0, 2048), 1));
    }

    /** isa-encodings.md §2 (0x22): quantScale * func(in * dequantScale + bias) + quantZero. */
    @Test
    void quantizes() {
        try (ComputeCore core = ComputeCore.cayman()) {
            core.put(SRC, Dtype.INT32, 1, 2, -300);
            core.put(BIAS, Dtype.FP16, 0.5);
            core.run(Opcode.ACTIVATE_QUANTIZE, quantize(bits(10)));
            assertThat(core.get(DST, Dtype.UINT8, 3)).containsExactly(103, 123, 0);
            assertThatThrownBy(() -> core.run(Opcode.ACTIVATE_QUANTIZE, quantize(0)))
                    .hasMessage("a quantization scale is zero");
        }
    }

    private static ActOperands.ActivateQuantize quantize(int quantScale) {
        return new ActOperands.ActivateQuantize(
                quantScale,
                row(SRC, 3),
                Dtype.INT32.code() | Dtype.FP16.code() << 4,
                Dtype.UINT8.code(),
                1,
                IDENTITY,
                bits(2),
                BIAS,
                bits(77.8),
                row(DST, 3));
    }

    private static TableSet constant(String set, int id, String function, float value) {
        TableSide side = new TableSide(0, 255, 0, 255, 0, 0);
        TableProfile profile =
                new TableProfile(id, function, 0, side, side, Optional.empty(), value, value, value, value);
        float[] bucket = new float[TableSet.ENTRY_WORDS];
        bucket[0] = value;
        return new TableSet(set, bucket, new int[TableSet.ENTRY_WORDS], List.of(profile));
    }

    private static ControlOperands.Plain loadTable(int set) {
        return new ControlOperands.Plain(0, set, 0, 0, 0);
    }

    /** isa.md §5.4: byte 35 is the position of the set; a function is looked up in the set in use. */
    @Test
    void usesTheTablesOfTheChosenSet() {
        TableSet first = constant("first", SQUARE, "square", 100);
        TableSet second = constant("second", SQUARE, "square", 200);
        try (ComputeCore core = ComputeCore.withTables(first, second)) {
            fill(core);
            core.run(Opcode.ACTIVATE, activate(1, 0, 1, 0, SQUARE, bits(1), 0));
            assertThat(core.get(DST, Dtype.FP32, 1)).containsExactly(100);
            core.run(Opcode.ACTIVATION_TABLE_LOAD, loadTable(1));
            core.run(Opcode.ACTIVATE, activate(1, 0, 1, 0, SQUARE, bits(1), 0));
            assertThat(core.get(DST, Dtype.FP32, 1)).containsExactly(200);
            assertThatThrownBy(() -> core.run(Opcode.ACTIVATION_TABLE_LOAD, loadTable(2)))
                    .hasMessage("table set 2 of 2");
            assertThatThrownBy(() -> core.run(Opcode.ACTIVATE, activate(1, 0, 1, 0, 7, bits(1), 0)))
                    .hasMessage("activation function 7 is not in table set second");
        }
    }

    @Test
    void refusesAFunctionWhoseParameterIsNotKnown() {
        try (ComputeCore core = ComputeCore.withTables(constant("set", 4, "parametric_relu", 0))) {
            fill(core);
            assertThatThrownBy(() -> core.run(Opcode.ACTIVATE, activate(1, 0, 1, 0, 4, bits(1), 0)))
                    .hasMessageContaining("activation function 4 (parametric_relu)");
        }
    }
}
