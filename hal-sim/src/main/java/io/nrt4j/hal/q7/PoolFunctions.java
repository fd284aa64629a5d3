package io.nrt4j.hal.q7;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Library functions that were given a behaviour in Java, by opcode and specialization. Immutable.
 *
 * <p>A function is only called where a loaded library has a row for it, as on the device.
 */
public final class PoolFunctions {
    private static final PoolFunctions NONE = new PoolFunctions(Map.of());

    /** ExtendedInstEngineNop does nothing in every library that has it. Source: q7.md §7.2. */
    static final PoolFunctions FIRMWARE = NONE.with(PoolInstruction.EXTENDED, 0, call -> {});

    private final Map<Integer, PoolFunction> byKey;

    private PoolFunctions(Map<Integer, PoolFunction> byKey) {
        this.byKey = Map.copyOf(byKey);
    }

    /** No function. */
    public static PoolFunctions none() {
        return NONE;
    }

    /**
     * These functions and another one, which takes the place of one with the same key.
     *
     * @param opcode byte 0 of its instructions, 0 to 255
     * @param specialization byte 12 of its instructions where the opcode is 0xF0, else 0
     */
    public PoolFunctions with(int opcode, int specialization, PoolFunction function) {
        if ((opcode & ~0xFF) != 0 || (specialization & ~0xFF) != 0) {
            throw new IllegalArgumentException("opcode " + opcode + ", specialization " + specialization);
        }
        Map<Integer, PoolFunction> more = new HashMap<>(byKey);
        more.put(KernelRow.keyOf(opcode, specialization), function);
        return new PoolFunctions(more);
    }

    /** These functions and others, which take the place of those with the same keys. */
    public PoolFunctions and(PoolFunctions others) {
        Map<Integer, PoolFunction> more = new HashMap<>(byKey);
        more.putAll(others.byKey);
        return new PoolFunctions(more);
    }

    /** The behaviour for an opcode and specialization. */
    public Optional<PoolFunction> find(int opcode, int specialization) {
        return Optional.ofNullable(byKey.get(KernelRow.keyOf(opcode, specialization)));
    }
}
