package io.nrt4j.hal.isa.check;

import io.nrt4j.hal.EngineType;

/**
 * A rule that a slot breaks.
 *
 * @param rule which
 * @param engine the engine of the stream
 * @param slot index of the slot in the stream; 0 for findings about the stream as a whole
 * @param detail what was found and what was expected
 */
public record Finding(Rule rule, EngineType engine, int slot, String detail) {
    public Severity severity() {
        return rule.severity();
    }

    @Override
    public String toString() {
        return "%s slot %d: %s: %s".formatted(engine, slot, rule, detail);
    }
}
