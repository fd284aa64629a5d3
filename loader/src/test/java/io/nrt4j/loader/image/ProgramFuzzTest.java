package io.nrt4j.loader.image;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.pack.GraphBuilder;
import io.nrt4j.loader.pack.NeffBuilder;
import io.nrt4j.loader.pack.TensorType;
import io.nrt4j.loader.testing.TestLoad;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever a program and a DMA block hold: the model loads, or ends in a {@link LoadException} and leaves nothing behind. */
class ProgramFuzzTest {
    @Test
    void randomProgramsLoadOrAreRefused() {
        assertThat(run(120, 1)).isPositive();
    }

    @Test
    @Tag("fuzz")
    void manyRandomProgramsLoadOrAreRefused() {
        assertThat(run(100_000, 2)).isPositive();
    }

    /** Returns how many of the programs were refused. */
    private static int run(int programs, long seed) {
        Random random = new Random(seed);
        int refused = 0;
        for (InstanceType type : new InstanceType[] {InstanceType.TRN1_2XLARGE, InstanceType.TRN2_3XLARGE}) {
            try (TestLoad device = TestLoad.on(type, 1)) {
                for (int i = 0; i < programs / 2; i++) {
                    Optional<LoadException> failure = device.loadOrFail(neff(type, random));
                    refused += failure.isPresent() ? 1 : 0;
                }
            }
        }
        return refused;
    }

    private static byte[] neff(InstanceType type, Random random) {
        return NeffBuilder.named("fuzz")
                .target(type.arch())
                .uncompressed()
                .graph(graph -> fill(graph, random))
                .toByteArray();
    }

    private static void fill(GraphBuilder graph, Random random) {
        graph.input("in", TensorType.FLOAT32, 32)
                .output("out", TensorType.FLOAT32, 32)
                .queue("qPoolIO0", "in", EngineType.POOL, 8)
                .copy(EngineType.POOL, "qPoolIO0", 0, 8, "in", "out", 128)
                .dma(EngineType.POOL, block(random));
        for (EngineType engine : EngineType.values()) {
            graph.program(engine, program(random));
        }
    }

    private static ObjectNode block(Random random) {
        ObjectNode block = JsonNodeFactory.instance.objectNode();
        block.put("id", 1).put("queue", "qPoolIO0").put("semaphore", random.nextInt(300));
        ObjectNode descriptor = block.putArray("desc").addObject();
        if (random.nextBoolean()) {
            descriptor.put("op", "copy");
        } else {
            descriptor.put("transpose_op", "WZXY").put("transpose_element_size", random.nextInt(5));
            descriptor.putArray("transpose_shape").add(1).add(1).add(2).add(2);
        }
        String[] variables = {"in", "out", "SB"};
        String[] types = {"uint8", "float32", "float16", "int8"};
        for (String side : List.of("from", "to")) {
            int dimensions = random.nextInt(1, 5);
            descriptor.put(side, variables[random.nextInt(variables.length)]);
            descriptor.put(side + "_off", random.nextInt(4) == 0 ? random.nextLong() >>> 8 : random.nextInt(64));
            descriptor.put(side + "_dtype", types[random.nextInt(types.length)]);
            ArrayNode sizes = descriptor.putArray(side + "_sizes");
            ArrayNode steps = descriptor.putArray(side + "_steps");
            for (int d = 0; d < dimensions; d++) {
                sizes.add(random.nextInt(8) == 0 ? random.nextLong() >>> 2 : random.nextInt(1, 9));
                steps.add(random.nextInt(4) == 0 ? random.nextInt() : random.nextInt(9));
            }
        }
        return block;
    }

    /** Slots with pseudo opcodes mostly, small numbers mostly, and now and then pure noise. */
    private static byte[] program(Random random) {
        byte[] slots = new byte[Slot.BYTES * random.nextInt(1, 6)];
        for (int at = 0; at < slots.length; at += Slot.BYTES) {
            int noise = random.nextInt(4);
            for (int i = 1; i < Slot.BYTES; i++) {
                slots[at + i] = (byte) (random.nextInt(4) >= noise ? 0 : random.nextInt(noise == 3 ? 256 : 8));
            }
            slots[at] = (byte) (random.nextInt(8) == 0 ? random.nextInt(256) : 0xC0 + random.nextInt(0x20));
        }
        return slots;
    }
}
