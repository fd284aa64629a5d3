package io.nrt4j.hal.engine.machine;

import io.nrt4j.hal.EngineType;

/**
 * Where an engine stands.
 *
 * @param core number of the core in the machine
 * @param engine the engine
 * @param programCounter device address of the next slot
 * @param slot the next slot as text
 * @param waiting the condition that does not hold, with the present value; empty if it waits for nothing
 * @param finished whether it has finished the inference
 */
public record EngineReport(
        int core, EngineType engine, long programCounter, String slot, String waiting, boolean finished) {
    @Override
    public String toString() {
        String state = finished ? "finished" : waiting.isEmpty() ? "halted" : "waits for " + waiting.strip();
        return "core %d %-4s pc 0x%x %s: %s".formatted(core, engine, programCounter, state, slot);
    }
}
