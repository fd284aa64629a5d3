package io.nrt4j.hal.q7;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Library functions that were given a behaviour in Java, by opcode and specialization. Thread-safe.
 *
 * <p>A function is only called where a loaded library has a row for it, as on the device.
 */
public final class PoolFunctions {
    /** ExtendedInstEngineNop: does nothing in every library that has it. Source: q7.md §7.2. */
    private static final int NOP = KernelRow.keyOf(PoolInstruction.EXTENDED, 0);

    private final Map<Integer, PoolFunction> byKey = new ConcurrentHashMap<>();

    public PoolFunctions() {
        byKey.put(NOP, call -> {});
    }

    /**
     * Gives a function its behaviour, in place of one registered before.
     *
     * @param opcode byte 0 of its instructions, 0 to 255
     * @param specialization byte 12 of its instructions where the opcode is 0xF0, else 0
     */
    public PoolFunctions register(int opcode, int specialization, PoolFunction function) {
        if ((opcode & ~0xFF) != 0 || (specialization & ~0xFF) != 0) {
            throw new IllegalArgumentException("opcode " + opcode + ", specialization " + specialization);
        }
        byKey.put(KernelRow.keyOf(opcode, specialization), function);
        return this;
    }

    /** Takes all behaviours of another registry over. */
    public PoolFunctions registerAll(PoolFunctions other) {
        byKey.putAll(other.byKey);
        return this;
    }

    /** The behaviour registered for an opcode and specialization. */
    public Optional<PoolFunction> find(int opcode, int specialization) {
        return Optional.ofNullable(byKey.get(KernelRow.keyOf(opcode, specialization)));
    }
}
