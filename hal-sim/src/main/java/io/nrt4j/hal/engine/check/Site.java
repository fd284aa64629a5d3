package io.nrt4j.hal.engine.check;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.engine.sequencer.Actor;
import io.nrt4j.hal.engine.sequencer.ReadySlot;
import java.util.Optional;

/** What an actor was doing, for reports. */
sealed interface Site {
    /** An instruction. */
    record Issue(int core, EngineType engine, long programCounter, ReadySlot slot) implements Site {
        @Override
        public String toString() {
            return "core %d %s pc 0x%x %s"
                    .formatted(core, engine, programCounter, slot.disassemble().text());
        }
    }

    /**
     * A step of something that moves bytes.
     *
     * @param what the kind of step
     * @param origin the instruction that asked for it last
     */
    record Step(Actor actor, String what, Optional<Site> origin) implements Site {
        @Override
        public String toString() {
            return "core %d %s %s".formatted(actor.core(), actor.label(), what)
                    + origin.map(o -> " [started by " + o + "]").orElse("");
        }
    }
}
