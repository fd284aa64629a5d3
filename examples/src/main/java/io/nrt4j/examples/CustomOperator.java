package io.nrt4j.examples;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.buffer.ByteBuf;
import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.hal.device.DeviceOptions;
import io.nrt4j.hal.device.Instance;
import io.nrt4j.hal.device.NeuronCore;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.memory.LittleEndian;
import io.nrt4j.hal.q7.PoolCall;
import io.nrt4j.hal.q7.PoolFunctions;
import io.nrt4j.loader.LoadOptions;
import io.nrt4j.loader.LoadedModel;
import io.nrt4j.loader.NeffLoader;
import io.nrt4j.loader.Placement;
import io.nrt4j.loader.PlacementChooser;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.image.EngineImage;
import io.nrt4j.loader.pack.NeffBuilder;
import io.nrt4j.loader.pack.TensorType;
import io.nrt4j.loader.ucode.PiLibraryBuilder;
import io.nrt4j.loader.ucode.UcodeOptions;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A custom operator for the GPSIMD cores: builds a NEFF with a library of its own, loads it, and lets Java stand in for
 * the library's native code, which the emulator does not execute.
 *
 * <p>The operator negates floats in place. Its instruction is an EXTENDED_INST with a specialization that no built-in
 * library has; what stands behind that byte is up to the operator.
 */
public final class CustomOperator {
    private static final int NEGATE = 42;

    /** Operands of the instruction: u32 byte offset in partition 0 of the state buffer, u32 number of floats. */
    private static final int OFFSET_AT = 16;

    private static final int COUNT_AT = 20;

    private static final int OFFSET = 0x100;

    private CustomOperator() {}

    /** Negates four numbers and prints them. */
    public static void main(String[] args) {
        for (float value : run(new float[] {1, -2, 3.5f, 0.25f})) {
            System.out.println(value);
        }
    }

    /** Loads the NEFF on a Trainium2 instance and executes POOL's instruction on {@code values}. */
    static float[] run(float[] values) {
        PoolFunctions functions =
                PoolFunctions.none().with(Opcode.EXTENDED_INST.code(), NEGATE, CustomOperator::negate);
        NeffLoader loader = new NeffLoader(
                LoadOptions.DEFAULT.withUcode(UcodeOptions.defaults().withFunctions(functions)));
        try (Instance instance = new Instance(InstanceType.TRN2_3XLARGE, 1, DeviceOptions.DEFAULT);
                ByteSource neff = ByteSource.of(neff(values.length));
                LoadedModel model =
                        loader.load(neff, PlacementChooser.fixed(new Placement(instance, 0)), Nlog.silent())) {
            NeuronCore core = model.core().core(0);
            core.stateBuffer().write(OFFSET, bytes(values), 0, values.length * Float.BYTES);
            ByteBuf instruction = instruction(model.images().program(0).image(EngineType.POOL));
            core.q7().orElseThrow().dispatch(instruction, model.core().device().bus());
            byte[] result = new byte[values.length * Float.BYTES];
            core.stateBuffer().read(OFFSET, result, 0, result.length);
            return floats(result);
        }
    }

    /** What the library's function does. */
    private static void negate(PoolCall call) {
        int count = call.slot().getIntLE(COUNT_AT);
        long address = call.stateBuffer(0, call.slot().getIntLE(OFFSET_AT));
        byte[] values = new byte[count * Float.BYTES];
        call.bus().read(address, values, 0, values.length);
        float[] numbers = floats(values);
        for (int i = 0; i < count; i++) {
            numbers[i] = -numbers[i];
        }
        call.bus().write(address, bytes(numbers), 0, values.length);
    }

    private static byte[] neff(int count) {
        Slot negate = Slot.create(Opcode.EXTENDED_INST)
                .setU8(Slot.OPERANDS, NEGATE)
                .setI32(OFFSET_AT, OFFSET)
                .setI32(COUNT_AT, count);
        return NeffBuilder.named("custom.neff")
                .target(Arch.CAYMAN)
                .graph(graph -> graph.input("x", TensorType.FLOAT32, count)
                        .output("y", TensorType.FLOAT32, count)
                        .program(EngineType.POOL, negate.toBytes())
                        .file("negate.so", library())
                        .file("ucode_lib.json", manifest().toString().getBytes(StandardCharsets.UTF_8))
                        .definition(definition -> definition.put("ucode_lib", "ucode_lib.json")))
                .toByteArray();
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

    private static ByteBuf instruction(EngineImage image) {
        List<ByteBuf> found = new ArrayList<>();
        for (int i = 0; i < image.slots(); i++) {
            if (image.slot(i).opcodeCode() == Opcode.EXTENDED_INST.code()) {
                found.add(image.content().slice(i * Slot.BYTES, Slot.BYTES));
            }
        }
        return found.get(0);
    }

    private static byte[] bytes(float[] values) {
        byte[] bytes = new byte[values.length * Float.BYTES];
        for (int i = 0; i < values.length; i++) {
            LittleEndian.setInt(bytes, i * Float.BYTES, Float.floatToRawIntBits(values[i]));
        }
        return bytes;
    }

    private static float[] floats(byte[] bytes) {
        float[] values = new float[bytes.length / Float.BYTES];
        for (int i = 0; i < values.length; i++) {
            values[i] = Float.intBitsToFloat(LittleEndian.getInt(bytes, i * Float.BYTES));
        }
        return values;
    }
}
