package io.nrt4j.runtime.cli;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.isa.WaitMode;
import io.nrt4j.loader.manifest.NrtDtype;
import io.nrt4j.loader.pack.NeffBuilder;
import io.nrt4j.loader.pack.TensorType;
import io.nrt4j.runtime.TensorElements;
import io.nrt4j.runtime.npy.NpyHeader;
import io.nrt4j.runtime.npy.NpyReader;
import io.nrt4j.runtime.npy.NpyType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** What the tests of {@code nrt4j run} share: small NEFFs, {@code .npy} files. */
abstract class RunCommandFixture extends CommandFixture {
    static final String QUEUE = "qPoolIO0";
    static final int QUEUE_SEMAPHORE = 8;
    static final int RINGS = 16;

    int run(Object... args) {
        return nrt4j(Stream.concat(Stream.of("run"), Arrays.stream(args)).toArray());
    }

    Path npy(String name, NrtDtype dtype, byte[] data, long... shape) throws IOException {
        return npy(name, NpyType.of(dtype), data, shape);
    }

    Path npy(String name, NpyType type, byte[] data, long... shape) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes(new NpyHeader(type, false, LongStream.of(shape).boxed().toList()).encode());
        file.writeBytes(data);
        return Files.write(directory.resolve(name), file.toByteArray());
    }

    static byte[] read(Path file) throws IOException {
        try (NpyReader reader = NpyReader.open(file)) {
            return reader.elements();
        }
    }

    static byte[] ramp(int count, float scale) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (i + 1) * scale;
        }
        return TensorElements.encode(NrtDtype.FLOAT32, values);
    }

    /** A NEFF whose only instruction copies its input to its output. */
    Path copyNeff(String input, String output, TensorType type, long... shape) throws IOException {
        byte[] neff = NeffBuilder.named("copy.neff")
                .target(Arch.CAYMAN)
                .graph(graph -> graph.input(input, type, shape)
                        .output(output, type, shape)
                        .queue(QUEUE, "in", EngineType.POOL, QUEUE_SEMAPHORE)
                        .copy(EngineType.POOL, QUEUE, 0, QUEUE_SEMAPHORE, input, output, type.bytes(shape))
                        .program(EngineType.POOL, copyProgram(RINGS)))
                .toByteArray();
        return Files.write(directory.resolve("copy.neff"), neff);
    }

    /** A NEFF that waits for more than its transfer gives; source: exec.md §4.1, §8 vector 8. */
    Path stuckNeff() throws IOException {
        byte[] neff = NeffBuilder.named("stuck.neff")
                .target(Arch.CAYMAN)
                .graph(graph -> graph.input("x", TensorType.FLOAT32, 4)
                        .output("y", TensorType.FLOAT32, 4)
                        .queue(QUEUE, "in", EngineType.POOL, QUEUE_SEMAPHORE)
                        .copy(EngineType.POOL, QUEUE, 0, QUEUE_SEMAPHORE, "x", "y", 16)
                        .program(EngineType.POOL, copyProgram(RINGS + 1)))
                .toByteArray();
        return Files.write(directory.resolve("stuck.neff"), neff);
    }

    /** Starts the block and waits for its sixteen rings. */
    static byte[] copyProgram(int awaited) {
        Slot trigger = Slot.create(Opcode.PSEUDO_DMATRIGGER).setI32(48, 0);
        byte[] queue = QUEUE.getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < queue.length; i++) {
            trigger.setU8(Slot.OPERANDS + i, queue[i]);
        }
        Slot wait = Slot.create(Opcode.NOP).setWait(WaitMode.SEM_GE_IMM, QUEUE_SEMAPHORE, awaited);
        ByteArrayOutputStream slots = new ByteArrayOutputStream();
        slots.writeBytes(trigger.toBytes());
        slots.writeBytes(wait.toBytes());
        return slots.toByteArray();
    }
}
