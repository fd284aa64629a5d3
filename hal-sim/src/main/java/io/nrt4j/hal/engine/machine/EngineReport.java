package io.nrt4j.hal.engine.machine;

import io.nrt4j.hal.EngineType;

/**
 * Where an engine stands.
 *
 * @param core number of the core in the machine
 * @param engine the engine
 * @param programCounter device address of the next slot
 * @param slot the next slot as text; empty if the engine stands still
 * @param waiting the condition that does not hold, with the present value; empty if it waits for nothing
 * @param state what it does
 */
public record EngineReport(int core, EngineType engine, long programCounter, String slot, String waiting, State state) {
    /** What an engine does. */
    public enum State {
        /** It has finished the inference. */
        FINISHED("finished"),
        /** It was never started, or it halted. */
        HALTED("halted"),
        /** The condition of its next slot does not hold. */
        WAITING("waits for"),
        /** Its next slot could issue. */
        READY("ready");

        private final String text;

        State(String text) {
            this.text = text;
        }
    }

    @Override
    public String toString() {
        String condition = state == State.WAITING ? " " + waiting : "";
        String next = slot.isEmpty() ? "" : ": " + slot;
        return "core %d %-4s pc 0x%x %s%s%s".formatted(core, engine, programCounter, state.text, condition, next);
    }
}
