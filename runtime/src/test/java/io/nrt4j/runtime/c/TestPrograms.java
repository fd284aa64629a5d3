package io.nrt4j.runtime.c;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.Events;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.isa.UpdateMode;
import io.nrt4j.hal.isa.WaitMode;
import io.nrt4j.loader.pack.GraphBuilder;
import io.nrt4j.loader.pack.NeffBuilder;
import io.nrt4j.loader.testing.Program;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** NEFFs for trn2 that end in a certain way; one input {@code in} and one output {@code out} of 128 bytes each. */
final class TestPrograms {
    private static final int SEMAPHORE = 100;

    private TestPrograms() {}

    /** Waits for a semaphore that nobody raises. */
    static byte[] deadlock() {
        return neff(Program.program(EngineType.POOL, slot(Events.waitFor(WaitMode.SEM_GT_IMM, SEMAPHORE, 0))));
    }

    /** Takes a semaphore below zero. */
    static byte[] fault() {
        return neff(Program.program(EngineType.POOL, slot(Events.update(UpdateMode.SEM_DEC_COMPLETE, SEMAPHORE, 0))));
    }

    /** Runs into an instruction that the engine does not have. */
    static byte[] illegal() {
        return neff(Program.program(EngineType.POOL, Slot.create(Opcode.MATMUL)));
    }

    /** Does nothing. */
    static byte[] nothing() {
        return neff(Program.program(EngineType.POOL));
    }

    /** One all-reduce of the input into the output, in a group of these ranks. */
    static byte[] allReduceAmong(int... ranks) {
        Consumer<GraphBuilder> groups = graph -> graph.definition(definition -> {
            var group = definition.putArray("replica_groups").addArray().addArray();
            IntStream.of(ranks).forEach(group::add);
        });
        return neff(Program.program(EngineType.POOL, allReduce()).andThen(groups));
    }

    /** Some all-reduces among all ranks. */
    static byte[] allReduces(int count) {
        Slot[] slots = IntStream.range(0, count).mapToObj(i -> allReduce()).toArray(Slot[]::new);
        return neff(Program.program(EngineType.POOL, slots));
    }

    private static Slot slot(Events events) {
        Slot slot = Slot.create(Opcode.EVENT_SEMAPHORE);
        events.encode(slot);
        return slot;
    }

    private static Slot allReduce() {
        return Slot.create(Opcode.PSEUDO_TRIGGER_COLLECTIVE)
                .setU8(12, 4)
                .setU8(13, 10)
                .setI32(16, 1)
                .setI32(20, 2)
                .setI64(24, 32)
                .setI32(32, 1);
    }

    private static byte[] neff(Consumer<GraphBuilder> graph) {
        return NeffBuilder.named("program").target(Arch.CAYMAN).graph(graph).toByteArray();
    }
}
