package io.nrt4j.runtime.execution;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.engine.sequencer.Actor;
import io.nrt4j.hal.engine.sequencer.ExecutionMonitor;
import io.nrt4j.hal.engine.sequencer.ReadySlot;
import io.nrt4j.hal.engine.sequencer.Sequencer;
import io.nrt4j.hal.engine.sequencer.SyncObject;
import io.nrt4j.hal.isa.Opcode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a run did: the slots that each engine issued, and the semaphores as they were when the program was through. */
final class ExecutionRecord implements ExecutionMonitor {
    private final Map<Integer, Map<EngineType, List<Long>>> issued = new HashMap<>();
    private final Map<Integer, Map<Integer, Long>> endValues = new HashMap<>();
    private final Map<Actor, Integer> opcodes = new HashMap<>();

    @Override
    public void issued(Sequencer sequencer, ReadySlot slot) {
        opcodes.put(sequencer, slot.opcode());
        issued.computeIfAbsent(sequencer.core(), core -> new EnumMap<>(EngineType.class))
                .computeIfAbsent(sequencer.engine(), engine -> new ArrayList<>())
                .add(sequencer.programCounter());
    }

    /** The end of every inference zeroes what the program counted. Source: image-assembly.md §6, isa.md §6.1. */
    @Override
    public void updated(Actor actor, SyncObject object, long before, long after) {
        Integer opcode = opcodes.get(actor);
        boolean cleared = opcode != null && opcode == Opcode.EVENT_SEMAPHORE_RANGE_CLEAR.code();
        if (cleared && before != 0) {
            endValues.computeIfAbsent(object.core(), core -> new TreeMap<>()).put(object.index(), before);
        }
    }

    /** Device addresses of the slots that an engine issued, in order. */
    List<Long> slots(int core, EngineType engine) {
        return issued.get(core).get(engine);
    }

    /** The semaphores of a core that were not 0 at the end of its program. */
    Map<Integer, Long> endValues(int core) {
        return endValues.getOrDefault(core, Map.of());
    }
}
