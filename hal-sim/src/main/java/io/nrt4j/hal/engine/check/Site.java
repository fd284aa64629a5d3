package io.nrt4j.hal.engine.check;

import io.netty.buffer.Unpooled;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.engine.sequencer.Actor;
import io.nrt4j.hal.engine.sequencer.ReadySlot;
import io.nrt4j.hal.isa.Disassembler;
import io.nrt4j.hal.isa.Generation;
import io.nrt4j.hal.isa.SemaphoreNames;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.isa.VariableNames;
import java.util.Optional;

/** What an actor was doing, for reports. */
sealed interface Site {
    /** An instruction. */
    record Issue(int core, EngineType engine, long programCounter, ReadySlot slot, Generation generation)
            implements Site {
        @Override
        public String toString() {
            String text = new Disassembler(generation, SemaphoreNames.NONE, VariableNames.BY_ID)
                    .disassemble(Slot.at(Unpooled.wrappedBuffer(slot.bytes()), 0))
                    .text();
            return "core %d %s pc 0x%x %s".formatted(core, engine, programCounter, text);
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
