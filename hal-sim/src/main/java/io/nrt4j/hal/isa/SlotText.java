package io.nrt4j.hal.isa;

import java.util.Locale;
import java.util.Optional;

/**
 * The operand text of one instruction while it is put together: words with single spaces between them, in the
 * spelling of profilers.
 *
 * <p>Source: isa.md §10.
 */
final class SlotText {
    private final StringBuilder text = new StringBuilder();
    private final Generation generation;
    private final SemaphoreNames semaphores;
    private final VariableNames variables;

    SlotText(Generation generation, SemaphoreNames semaphores, VariableNames variables) {
        this.generation = generation;
        this.semaphores = semaphores;
        this.variables = variables;
    }

    Generation generation() {
        return generation;
    }

    SlotText word(String word) {
        if (!text.isEmpty() && !word.isEmpty()) {
            text.append(' ');
        }
        text.append(word);
        return this;
    }

    SlotText put(String name, Object value) {
        return word(name + "=" + value);
    }

    /** A field that profilers are not known to print: only where it is not 0. */
    SlotText putUnlessZero(String name, long value) {
        return value == 0 ? this : put(name, value);
    }

    SlotText hex(String name, long value) {
        return put(name, "0x" + Long.toHexString(value));
    }

    /** {@code fp32@0x36ff8[1,0,0][512,1,1]}. */
    SlotText tensor(String name, int dtype, AccessPattern pattern) {
        return put(name, dtype(dtype) + "@" + pattern);
    }

    /** The constant behind a code, or the code itself where it is undefined. */
    SlotText code(String name, FieldType type, int code) {
        return put(name, constant(type, code));
    }

    SlotText codeUnlessZero(String name, FieldType type, int code) {
        return code == 0 ? this : code(name, type, code);
    }

    /** As C prints {@code %f}. */
    SlotText real(String name, int fp32Bits) {
        return put(name, real(fp32Bits));
    }

    SlotText semaphoreWait(Events events) {
        Optional<WaitMode> mode = WaitMode.fromCode(events.waitMode());
        if (mode.isEmpty()) {
            return word("wait_mode=0x%x[%d],%d".formatted(events.waitMode(), events.waitIndex(), events.value()));
        }
        return switch (mode.get().subject()) {
            case NOTHING -> mode.get() == WaitMode.UNORDERED ? word("unordered") : this;
            case EVENT ->
                word("$E[%d]%s".formatted(events.waitIndex(), mode.get().relation()));
            case SEMAPHORE ->
                word(semaphore(events.waitIndex())
                        + mode.get().relation()
                        + (mode.get().comparesWithRegister()
                                ? register(events.value())
                                : Integer.toUnsignedString(events.value())));
        };
    }

    SlotText semaphoreUpdate(Events events, int operand) {
        Optional<UpdateMode> mode = UpdateMode.fromCode(events.updateMode());
        if (mode.isEmpty()) {
            return word("update_mode=0x%x[%d],%d".formatted(events.updateMode(), events.updateIndex(), operand));
        }
        String value = mode.get().takesRegister() ? register(operand) : Integer.toUnsignedString(operand);
        String change = switch (mode.get().action()) {
            case NOTHING -> "";
            case EVENT_SET -> "+";
            case EVENT_CLEAR -> "-";
            case INCREMENT -> "++";
            case DECREMENT -> "--";
            case ADD -> "+=" + value;
            case SUBTRACT -> "-=" + value;
            case WRITE -> "=" + value;
        };
        if (change.isEmpty()) {
            return this;
        }
        String subject = mode.get().action().isOnEvent()
                ? "$E[%d]".formatted(events.updateIndex())
                : semaphore(events.updateIndex());
        return word(subject + change + (mode.get().isAtCompletion() ? "@complete" : "@read"));
    }

    private String semaphore(int index) {
        return semaphores
                .ownerOf(index)
                .map(owner -> "S[%d] (%s)".formatted(index, owner))
                .orElseGet(() -> "$S[%d]".formatted(index));
    }

    String variable(int varId, long offset) {
        return variables.place(varId, offset);
    }

    static String register(int number) {
        return "$R[%s]".formatted(Integer.toUnsignedString(number));
    }

    static String dtype(int code) {
        return constant(FieldType.DTYPE, code);
    }

    static String constant(FieldType type, int code) {
        return type.constant(code).map(WireCode::text).orElseGet(() -> "0x" + Integer.toHexString(code));
    }

    /** As C prints {@code %#x}: no prefix on zero. */
    static String alternateHex(int value) {
        return value == 0 ? "0" : "0x" + Integer.toHexString(value);
    }

    static String real(int fp32Bits) {
        float value = Float.intBitsToFloat(fp32Bits);
        if (Float.isNaN(value)) {
            return fp32Bits < 0 ? "-nan" : "nan";
        }
        if (Float.isInfinite(value)) {
            return value < 0 ? "-inf" : "inf";
        }
        return String.format(Locale.ROOT, "%f", value);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
