package io.nrt4j.hal.engine.fault;

/** What went wrong in a running program. */
public enum FaultKind {
    /** A byte that is no opcode of the generation, or one that the engine does not have. */
    ILLEGAL_OPCODE("illegal opcode"),
    /** An instruction whose meaning the emulator does not know. */
    UNSUPPORTED_OPCODE("opcode without known semantics"),
    /** Operands that contradict each other or that no known program has. */
    BAD_OPERAND("bad operand"),
    /** An element type that the instruction or the emulator does not compute with. */
    BAD_DTYPE("bad element type"),
    /** An address behind which there is no memory. */
    OUT_OF_BOUNDS("access out of bounds"),
    /** An element address that is no multiple of the element's size. */
    MISALIGNED("misaligned access"),
    /** A byte was read that nothing has written. */
    UNINITIALISED("read of uninitialised memory"),
    /** A semaphore left its range. Source: exec.md §4.2 type 6. */
    SEMAPHORE("semaphore fault"),
    /** An event was set twice without a clear. Source: exec.md §4.2 type 7. */
    EVENT("event double set"),
    /** Two accesses to the same byte without an order between them. */
    RACE("race"),
    /** A DMA ring that does not describe a transfer. */
    BAD_DESCRIPTOR("bad DMA descriptor"),
    /** A collective operation that the ranks do not agree about, or that is not known. */
    COLLECTIVE("collective operation"),
    /** A library of the GPSIMD cores, or a function that none of them has or that is not emulated. */
    GPSIMD("GPSIMD fault"),
    /** Programs wrote to more device memory than the emulator's process can hold. */
    HOST_MEMORY("not enough host memory"),
    /** The sequencer ran where there is no program. */
    BAD_PROGRAM_COUNTER("bad program counter");

    private final String text;

    FaultKind(String text) {
        this.text = text;
    }

    /**
     * Whether hardware would report it as fatal to the sequencer, which needs a reset of the core before it can go on:
     * there is no next instruction. Source: exec.md §4.2 type 10; which faults count is the emulator's choice.
     */
    public boolean isFatalToSequencer() {
        return this == ILLEGAL_OPCODE || this == BAD_PROGRAM_COUNTER;
    }

    /** The words for messages. */
    public String text() {
        return text;
    }
}
