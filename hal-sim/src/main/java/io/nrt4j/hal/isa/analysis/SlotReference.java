package io.nrt4j.hal.isa.analysis;

import io.nrt4j.hal.EngineType;

/**
 * A slot of a core's programs.
 *
 * @param engine whose program
 * @param slot index in it
 */
public record SlotReference(EngineType engine, int slot) {
    @Override
    public String toString() {
        return engine + "[" + slot + "]";
    }
}
