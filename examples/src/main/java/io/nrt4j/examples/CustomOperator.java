package io.nrt4j.examples;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.hal.device.DeviceOptions;
import io.nrt4j.hal.device.Instance;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.isa.WaitMode;
import io.nrt4j.hal.q7.PoolCall;
import io.nrt4j.hal.q7.PoolFunctions;
import io.nrt4j.loader.LoadOptions;
import io.nrt4j.loader.LoadedModel;
import io.nrt4j.loader.NeffLoader;
import io.nrt4j.loader.Placement;
import io.nrt4j.loader.PlacementChooser;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.pack.NeffBuilder;
import io.nrt4j.loader.pack.TensorType;
import io.nrt4j.loader.ucode.PiLibraryBuilder;
import io.nrt4j.loader.ucode.UcodeOptions;
import io.nrt4j.runtime.execution.ExecutionOptions;
import io.nrt4j.runtime.execution.ModelExecutor;
import io.nrt4j.runtime.execution.ModelTensors;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A custom operator for the GPSIMD cores: builds a NEFF with a library of its own, loads it and runs it. A Java function
 * stands in for the library's native code, which the emulator does not execute.
 *
 * <p>The operator negates floats in place. Its instruction is an EXTENDED_INST with a specialization that no built-in
 * library has; what stands behind that byte is up to the operator.
 */
public final class CustomOperator {
    private static final int NEGATE = 42;

    /** Operand of the instruction: u32 number of floats at the start of partition 0 of the state buffer. */
    private static final int COUNT_AT = 16;

    private static final String QUEUE = "qPoolIO0";
    private static final int QUEUE_SEMAPHORE = 8;

    /** Counts the sixteen rings that a DMA block ends on. */
    private static final int DONE = 40;

    private static final int RINGS = 16;

    private CustomOperator() {}

    /** Negates four numbers and prints them. */
    public static void main(String[] args) {
        for (float value : run(new float[] {1, -2, 3.5f, 0.25f})) {
            System.out.println(value);
        }
    }

    /** Runs the NEFF on a Trainium2 instance. */
    static float[] run(float[] values) {
        PoolFunctions functions =
                PoolFunctions.none().with(Opcode.EXTENDED_INST.code(), NEGATE, CustomOperator::negate);
        NeffLoader loader = new NeffLoader(
                LoadOptions.DEFAULT.withUcode(UcodeOptions.defaults().withFunctions(functions)));
        try (Instance instance = new Instance(InstanceType.TRN2_3XLARGE, 1, DeviceOptions.DEFAULT);
                ByteSource neff = ByteSource.of(neff(values.length));
                LoadedModel model =
                        loader.load(neff, PlacementChooser.fixed(new Placement(instance, 0)), Nlog.silent());
                ModelTensors tensors = ModelTensors.allocate(model)) {
            tensors.write("x", bytes(values));
            ModelExecutor.of(model, ExecutionOptions.DEFAULT).execute(List.of(tensors.bindings()));
            return floats(tensors.read("y"));
        }
    }

    /** What the library's function does. */
    private static void negate(PoolCall call) {
        byte[] bytes = new byte[call.slot().getIntLE(COUNT_AT) * Float.BYTES];
        long address = call.stateBuffer(0, 0);
        call.bus().read(address, bytes, 0, bytes.length);
        float[] values = floats(bytes);
        for (int i = 0; i < values.length; i++) {
            values[i] = -values[i];
        }
        call.bus().write(address, bytes(values), 0, bytes.length);
    }

    /** A graph in which POOL brings x into the state buffer, negates it there and writes it to y. */
    private static byte[] neff(int count) {
        long size = (long) count * Float.BYTES;
        return NeffBuilder.named("custom.neff")
                .target(Arch.CAYMAN)
                .graph(graph -> graph.input("x", TensorType.FLOAT32, count)
                        .output("y", TensorType.FLOAT32, count)
                        .queue(QUEUE, "in", EngineType.POOL, QUEUE_SEMAPHORE)
                        .copy(EngineType.POOL, QUEUE, 0, DONE, "x", "SB", size)
                        .copy(EngineType.POOL, QUEUE, 1, DONE, "SB", "y", size)
                        .program(EngineType.POOL, program(count))
                        .file("negate.so", library())
                        .file("ucode_lib.json", manifest().toString().getBytes(StandardCharsets.UTF_8))
                        .definition(definition -> definition.put("ucode_lib", "ucode_lib.json")))
                .toByteArray();
    }

    private static byte[] program(int count) {
        ByteArrayOutputStream slots = new ByteArrayOutputStream();
        slots.writeBytes(trigger(0).toBytes());
        slots.writeBytes(awaitBlocks(
                        1,
                        Slot.create(Opcode.EXTENDED_INST)
                                .setU8(Slot.OPERANDS, NEGATE)
                                .setI32(COUNT_AT, count))
                .toBytes());
        slots.writeBytes(trigger(1).toBytes());
        slots.writeBytes(awaitBlocks(2, Slot.create(Opcode.NOP)).toBytes());
        return slots.toByteArray();
    }

    /** Starts a DMA block of the queue. */
    private static Slot trigger(int block) {
        Slot slot = Slot.create(Opcode.PSEUDO_DMATRIGGER).setI32(48, block);
        byte[] queue = QUEUE.getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < queue.length; i++) {
            slot.setU8(Slot.OPERANDS + i, queue[i]);
        }
        return slot;
    }

    private static Slot awaitBlocks(int blocks, Slot slot) {
        return slot.setWait(WaitMode.SEM_GE_IMM, DONE, blocks * RINGS);
    }

    /** A library whose only function returns at once: {@code entry a1, 32; retw.n}. */
    private static byte[] library() {
        return PiLibraryBuilder.library()
                .code(new byte[] {0x36, 0x41, 0x00, 0x1D, (byte) 0xF0})
                .kernel(Opcode.EXTENDED_INST.code(), NEGATE, PiLibraryBuilder.CODE)
                .named()
                .build();
    }

    private static ObjectNode manifest() {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        ObjectNode library = root.putArray("ucode_lib").addObject();
        library.put("library", "negate.so")
                .put("ulib_to_ucode_version", "1.21.1.0")
                .put("total_cpus", 8);
        library.putArray("functions")
                .addObject()
                .put("name", "negate")
                .put("opcode", Opcode.EXTENDED_INST.code())
                .put("sub_opcode", NEGATE);
        return root;
    }

    private static byte[] bytes(float[] values) {
        ByteBuffer bytes = ByteBuffer.allocate(values.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(values);
        return bytes.array();
    }

    private static float[] floats(byte[] bytes) {
        float[] values = new float[bytes.length / Float.BYTES];
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(values);
        return values;
    }
}
