package io.nrt4j.hal.isa;

/** How the disassembly calls a place in a compiler variable. */
@FunctionalInterface
public interface VariableNames {
    /** Without names: {@code var4+0x100}. */
    VariableNames BY_ID = (varId, offset) -> "var%d+0x%x".formatted(varId, offset);

    /**
     * A place in a variable.
     *
     * @param varId the id in the slot; may be one that the program does not declare
     * @param offset in bytes
     */
    String place(int varId, long offset);
}
