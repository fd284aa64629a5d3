package io.nrt4j.hal.isa.check;

import io.nrt4j.hal.EngineType;

/**
 * A rule that a slot breaks.
 *
 * @param rule which
 * @param severity the rule's; but {@link Severity#SOFT} for an opcode whose layout no real slot confirms
 * @param engine the engine of the stream
 * @param slot index of the slot in the stream; 0 for findings about the stream as a whole
 * @param detail what was found and what was expected
 */
public record Finding(Rule rule, Severity severity, EngineType engine, int slot, String detail) {
    @Override
    public String toString() {
        return "%s slot %d: %s: %s".formatted(engine, slot, rule, detail);
    }
}
