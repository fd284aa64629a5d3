package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.hal.device.DeviceOptions;
import io.nrt4j.hal.device.Instance;
import io.nrt4j.hal.engine.activation.TableSet;
import io.nrt4j.hal.engine.matrix.ScalarTileKernel;
import io.nrt4j.hal.engine.numeric.ElementCodec;
import io.nrt4j.hal.engine.numeric.ElementCodecs;
import io.nrt4j.hal.engine.numeric.Fp8Config;
import io.nrt4j.hal.engine.sequencer.Actor;
import io.nrt4j.hal.engine.sequencer.CoreModel;
import io.nrt4j.hal.engine.sequencer.EngineBus;
import io.nrt4j.hal.engine.sequencer.ExecutionMonitor;
import io.nrt4j.hal.engine.sequencer.Operation;
import io.nrt4j.hal.isa.AccessPattern;
import io.nrt4j.hal.isa.Dtype;
import io.nrt4j.hal.isa.Events;
import io.nrt4j.hal.isa.Generation;
import io.nrt4j.hal.isa.Instruction;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Operands;
import io.nrt4j.hal.memory.PartitionedMemory;
import java.util.Arrays;
import java.util.List;

/** A core whose compute instructions run one at a time; its memories hold 0xFF bytes at first. */
final class ComputeCore implements AutoCloseable {
    /** First address of PSUM. */
    static final int PSUM = 0x2000000;

    private static final int PSUM_STRIDE = 0x8000;
    private static final int SBUF_STRIDE = 0x40000;

    private final Generation generation;
    private final Instance instance;
    private final CoreModel model;
    private final ComputeDecoder decoder;
    private final ElementCodecs codecs = new ElementCodecs(Fp8Config.DEFAULT);

    private ComputeCore(InstanceType type, Generation generation, List<TableSet> tables) {
        this.generation = generation;
        this.instance = new Instance(type, 1, DeviceOptions.DEFAULT);
        this.model = new CoreModel(
                0, instance.device(0), instance.logicalCore(0).cores().get(0), ExecutionMonitor.NONE);
        this.decoder = new ComputeDecoder(
                model.memories(),
                codecs,
                new ScalarTileKernel(),
                new ActivationTables(tables, tables.isEmpty()),
                false);
        model.build(new NoBus(), (slot, sequencer) -> Operation.NOTHING);
        for (PartitionedMemory memory :
                List.of(model.memories().stateBuffer(), model.memories().psum())) {
            for (int p = 0; p < memory.partitions(); p++) {
                Arrays.fill(memory.partition(p), (byte) 0xFF);
            }
        }
    }

    static ComputeCore cayman() {
        return new ComputeCore(InstanceType.TRN2_3XLARGE, Generation.V3, List.of());
    }

    static ComputeCore sunda() {
        return new ComputeCore(InstanceType.TRN1_2XLARGE, Generation.V2, List.of());
    }

    static ComputeCore withTables(TableSet... tables) {
        return new ComputeCore(InstanceType.TRN2_3XLARGE, Generation.V3, List.of(tables));
    }

    /** The address of a byte of a partition of the state buffer. */
    static int sbuf(int partition, int offset) {
        return partition * SBUF_STRIDE + offset;
    }

    /** The address of a byte of a partition of PSUM. */
    static int psum(int partition, int offset) {
        return PSUM + partition * PSUM_STRIDE + offset;
    }

    /** A pattern of {@code count} neighbouring elements. */
    static AccessPattern row(int address, int count) {
        return AccessPattern.of(address, new int[] {1, 1, 1, 1}, new int[] {count, 1, 1, 1});
    }

    /** Runs an instruction on the vector engine; it does not matter to the arithmetic which engine runs it. */
    void run(Opcode opcode, Operands operands) {
        decoder.decode(Instruction.of(generation, opcode, Events.NONE, operands))
                .orElseThrow(() -> new AssertionError(opcode + " is not known"))
                .execute(model.sequencer(EngineType.DVE));
    }

    /** Stores values in a type from an address on. */
    void put(int address, Dtype type, double... values) {
        ElementCodec codec = codec(type);
        for (int i = 0; i < values.length; i++) {
            long bits = type.isInteger() && values[i] == Math.rint(values[i])
                    ? (long) values[i]
                    : codec.bits((float) values[i]);
            putBits(address + i * codec.bytes(), codec.bytes(), bits);
        }
    }

    /** The values of a type from an address on. */
    double[] get(int address, Dtype type, int count) {
        ElementCodec codec = codec(type);
        double[] values = new double[count];
        for (int i = 0; i < count; i++) {
            long bits = getBits(address + i * codec.bytes(), codec.bytes());
            values[i] = type.isInteger() ? codec.integer(bits) : codec.value(bits);
        }
        return values;
    }

    /** Stores the low bytes of a word. */
    void putBits(int address, int bytes, long bits) {
        for (int i = 0; i < bytes; i++) {
            memory(address).partition(partition(address))[offset(address) + i] = (byte) (bits >>> (8 * i));
        }
    }

    /** Bytes as a word, zero-extended. */
    long getBits(int address, int bytes) {
        long bits = 0;
        for (int i = 0; i < bytes; i++) {
            bits |= (memory(address).partition(partition(address))[offset(address) + i] & 0xFFL) << (8 * i);
        }
        return bits;
    }

    private PartitionedMemory memory(int address) {
        return address >= PSUM ? model.memories().psum() : model.memories().stateBuffer();
    }

    private static int partition(int address) {
        return address >= PSUM ? (address - PSUM) / PSUM_STRIDE : address / SBUF_STRIDE;
    }

    private static int offset(int address) {
        return address >= PSUM ? (address - PSUM) % PSUM_STRIDE : address % SBUF_STRIDE;
    }

    private ElementCodec codec(Dtype type) {
        return codecs.find(type).orElseThrow();
    }

    @Override
    public void close() {
        instance.close();
    }

    /** Compute instructions touch on-chip memory only. */
    private static final class NoBus implements EngineBus {
        @Override
        public void read(Actor actor, long address, byte[] target, int index, int length) {
            throw new AssertionError("a read of device memory");
        }

        @Override
        public void write(Actor actor, long address, byte[] source, int index, int length) {
            throw new AssertionError("a write of device memory");
        }

        @Override
        public int readInt(Actor actor, long address) {
            throw new AssertionError("a read of device memory");
        }

        @Override
        public void writeInt(Actor actor, long address, int value) {
            throw new AssertionError("a write of device memory");
        }
    }
}
