package io.nrt4j.hal.q7;

import io.netty.buffer.ByteBuf;
import java.util.BitSet;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * {@code nrtucode_opset_t}: the opcodes of a program and the specializations of EXTENDED_INST. Compilers ask it which
 * library a program needs; libnrt does not use it. Source: q7.md §6.4.
 */
public final class OpcodeSet {
    private static final int LIBRARY = 0;

    private final UcodeLog log;
    private final String name;
    private final SortedMap<Integer, BitSet> specializations = new TreeMap<>();

    public OpcodeSet(String name, UcodeLog log) {
        this.name = name;
        this.log = log;
    }

    /** Adds the instruction at the reader index, which does not move. */
    public void add(ByteBuf slot) {
        PoolInstruction instruction = PoolInstruction.of(slot);
        int opcode = instruction.opcode();
        BitSet seen = specializations.computeIfAbsent(opcode, code -> {
            log.log(UcodeLog.INFO, "%s added opcode 0x%02x".formatted(name, code));
            return new BitSet();
        });
        if (opcode == PoolInstruction.EXTENDED && !seen.get(instruction.specialization())) {
            seen.set(instruction.specialization());
            log.log(
                    UcodeLog.INFO,
                    "%s added extended opcode 0xf0 with specialization 0x%02x"
                            .formatted(name, instruction.specialization()));
        }
    }

    public boolean hasOpcode(int opcode) {
        return specializations.containsKey(opcode);
    }

    /** Whether an EXTENDED_INST with this specialization was added. */
    public boolean hasSpecialization(int opcode, int specialization) {
        BitSet seen = specializations.get(opcode);
        return seen != null && seen.get(specialization);
    }

    /** All opcodes, ascending. */
    public SortedSet<Integer> opcodes() {
        return new TreeSet<>(specializations.keySet());
    }

    /** The specializations of an opcode, ascending. */
    public SortedSet<Integer> specializations(int opcode) {
        return specializations.getOrDefault(opcode, new BitSet()).stream()
                .boxed()
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * The library that a program needs, the same for every program.
     *
     * @throws UcodeException with {@link NrtUcodeStatus#UNKNOWN_CORE} for a core type without libraries
     */
    public int libraryIndex(int coreType) {
        if (LibraryResolver.steppingOf(coreType).isEmpty()) {
            throw new UcodeException(NrtUcodeStatus.UNKNOWN_CORE, "core type " + coreType);
        }
        return LIBRARY;
    }
}
