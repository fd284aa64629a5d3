package io.nrt4j.loader.testing;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.loader.LoadedModel;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.image.CoreProgram;
import io.nrt4j.loader.pack.GraphBuilder;
import io.nrt4j.loader.pack.NeffBuilder;
import io.nrt4j.loader.pack.TensorType;
import java.util.function.Consumer;

/** A graph whose engine programs are made of slots written in a test, loaded on its own. */
public final class Program {
    private Program() {}

    /** Loads a graph on trn2 or trn1 and returns what it put on its core; the device is gone afterwards. */
    public static CoreProgram load(InstanceType instance, Consumer<GraphBuilder> graph) {
        try (TestLoad device = TestLoad.on(instance, 1);
                LoadedModel model = device.load(neff(instance, graph))) {
            return model.images().program(0);
        }
    }

    /** Loads a graph that must be refused, and checks that the device is as it was. */
    public static LoadException fail(InstanceType instance, Consumer<GraphBuilder> graph) {
        try (TestLoad device = TestLoad.on(instance, 1)) {
            return device.fail(neff(instance, graph));
        }
    }

    private static byte[] neff(InstanceType instance, Consumer<GraphBuilder> graph) {
        // Files of v1 name no target.
        String target = instance.arch() == Arch.TONGA ? "*" : instance.arch().target();
        return NeffBuilder.named("program").target(target).graph(graph).toByteArray();
    }

    /** The bytes of a program. */
    public static byte[] slots(Slot... slots) {
        byte[] bytes = new byte[slots.length * Slot.BYTES];
        for (int i = 0; i < slots.length; i++) {
            System.arraycopy(slots[i].toBytes(), 0, bytes, i * Slot.BYTES, Slot.BYTES);
        }
        return bytes;
    }

    /** A zero-padded text in a slot. */
    public static Slot text(Slot slot, int offset, String text) {
        for (int i = 0; i < text.length(); i++) {
            slot.setU8(offset + i, text.charAt(i));
        }
        return slot;
    }

    /** A trigger of a block of a queue. */
    public static Slot trigger(String queue, int block) {
        return text(Slot.create(Opcode.PSEUDO_DMATRIGGER), 12, queue).setI32(48, block);
    }

    /** Puts slots into the program of an engine. */
    public static Consumer<GraphBuilder> program(EngineType engine, Slot... slots) {
        return graph -> graph.input("in", TensorType.FLOAT32, 32)
                .output("out", TensorType.FLOAT32, 32)
                .program(engine, slots(slots));
    }
}
