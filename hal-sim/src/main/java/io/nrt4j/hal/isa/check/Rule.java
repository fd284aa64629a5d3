package io.nrt4j.hal.isa.check;

import static io.nrt4j.hal.isa.check.Severity.HARD;
import static io.nrt4j.hal.isa.check.Severity.SOFT;

/** The rules of isa.md §7; the number in the text is that of the sheet. */
public enum Rule {
    STREAM_SIZE(HARD, "1: a stream is a sequence of 64-byte slots"),
    WORD_LENGTH(HARD, "1: byte 1 is 0x10, except in an extension"),

    OPCODE_DEFINED(HARD, "2: the generation defines the opcode"),
    OPCODE_ENGINE(HARD, "2: the engine accepts the opcode"),
    OPCODE_OF_LOADER(HARD, "2: hardware DMA opcodes are made by the loader; a NEFF holds the pseudo"),

    WAIT_MODE(HARD, "3: the wait mode is defined"),
    UPDATE_MODE(HARD, "3: the update mode is defined"),
    RUNTIME_SEMAPHORE(HARD, "3: the first semaphores and events belong to the runtime"),

    RESERVED_BYTES(HARD, "4: bytes without a meaning are 0"),
    CODE_DEFINED(HARD, "4: coded bytes hold defined codes"),
    DTYPE(HARD, "4: element types exist on the generation and are not 0"),
    CHANNELS(HARD, "4: an access covers 1 to 128 partitions, none behind the last"),
    ALIGNMENT(HARD, "4: start addresses are aligned to the element"),
    MEMORY_RANGE(HARD, "4: an access stays in the usable bytes of its partition"),
    ARRAY_MEMORY(HARD, "4: the matrix engine reads SBUF and writes PSUM"),
    ELEMENT_COUNT(HARD, "4: sources and destination have the same number of elements"),
    COPY_TYPES(HARD, "4: a COPY does not change the type"),
    FP32_MODE(HARD, "4: fp32_mode is set exactly for fp32"),
    TRANSPOSE_FLAG(HARD, "4: transpose flags are 0 or 1"),
    BYPASS(HARD, "4: after a bypassed first operation the second is bypassed too"),
    PSUM_SOURCES(HARD, "4: at most one source of a tensor-tensor operation lies in PSUM"),
    ALU_OPERATION(HARD, "4: arithmetic opcodes take arithmetic operations, bit-vector opcodes bitwise ones"),
    ACTIVATION_FUNCTION(HARD, "4: the activation function is in the table set in use"),
    PARTITION_QUADRANT(
            SOFT, "4: more than 32 partitions start at 0 or 64, more than 64 at 0, fewer at a multiple of 32"),

    DMA_SEMAPHORE(HARD, "5: a transfer counts on a semaphore of a queue that the engine owns"),
    DMA_INCREMENT(HARD, "5: a transfer adds the number of rings of its queue"),
    DMA_VARIABLE(HARD, "5: variables and rows of the address table exist"),
    DMA_ELEMENTS(HARD, "5: both sides of a transfer have the same number of elements"),
    DMA_BOUNDS(HARD, "5: a transfer stays in its variable"),
    DMA_QUEUE(HARD, "5: a trigger names a queue and a block of its engine"),

    FIRST_SLOT(SOFT, "6: a stream starts with SET_ORDERING_MODE"),
    SECOND_SLOT(SOFT, "6: on cayman the second slot is a label");

    private final Severity severity;
    private final String text;

    Rule(Severity severity, String text) {
        this.severity = severity;
        this.text = text;
    }

    public Severity severity() {
        return severity;
    }

    /** Whether it can be judged only by whoever knows who takes the opcode and what its operand bytes mean. */
    boolean needsConfirmedLayout() {
        return this == OPCODE_ENGINE || (compareTo(RESERVED_BYTES) >= 0 && compareTo(DMA_QUEUE) <= 0);
    }

    /** The rule in words, with its number in isa.md §7. */
    public String text() {
        return text;
    }
}
