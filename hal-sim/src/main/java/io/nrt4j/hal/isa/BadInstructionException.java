package io.nrt4j.hal.isa;

/** A slot, a pattern or a stream that the instruction set does not allow. The only exception this package throws for bad bytes. */
public final class BadInstructionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** An error whose text says what was found and what was expected. */
    public BadInstructionException(String message) {
        super(message);
    }
}
