package io.nrt4j.loader.image;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.dma.DmaSide;
import io.nrt4j.hal.dma.RingLength;
import io.nrt4j.hal.dma.UdmaDescriptor;
import io.nrt4j.hal.memory.MemoryUsage;
import io.nrt4j.loader.manifest.ActivationFunctionSet;
import io.nrt4j.loader.manifest.ActivationProfile;
import io.nrt4j.loader.manifest.Definition;
import io.nrt4j.loader.manifest.DveTables;
import java.util.ArrayList;
import java.util.List;

/**
 * The tables of ACT and DVE in device memory, and the rings that carry them to the engines
 * ({@code act_local_storage_tbls_init}, {@code dve_dynamic_config_init}).
 *
 * <p>An activation set takes 83,968 bytes in four buffers, the vector engine 26,624: with them the classes Scalar Table
 * and Generic of the profiles come out (corpus/hw-profiles.md). The sum is the same for sets of different sizes, so the
 * buffers have those of the engine's memories; which sizes add up to it is our reading.
 */
final class EngineTables {
    /** Buckets, controls, profiles, profile index: 83,968 bytes. */
    private static final int[] ACT_AREAS = {0x10000, 0x2000, 0x2000, 0x800};
    /** The vector engine's parameter memory. Source: hal.md §3.4. */
    private static final int DVE_PARAMETERS = 0x400;

    private static final int EVENT_BYTES = 4;

    private final List<PlacedTable> tables;
    private final List<TableRing> rings;

    private EngineTables(List<PlacedTable> tables, List<TableRing> rings) {
        this.tables = List.copyOf(tables);
        this.rings = List.copyOf(rings);
    }

    /**
     * A table in device memory.
     *
     * @param engine whose table it is
     * @param set index of the activation function set; 0 for DVE
     * @param target device address in the engine, where its ring carries it
     * @param address device address of the copy in HBM
     * @param bytes size of the area
     * @param content the bytes at its start; the rest stays as it is
     */
    private record PlacedTable(EngineType engine, int set, long target, long address, int bytes, ByteBuf content) {}

    static EngineTables place(Definition definition, Arch arch, RuntimeRegisters registers, ImageMemory memory) {
        List<PlacedTable> tables = new ArrayList<>();
        List<TableRing> rings = new ArrayList<>();
        List<ActivationFunctionSet> sets = definition.activation().sets();
        for (int set = 0; set < sets.size(); set++) {
            placeSet(sets.get(set), set, registers, memory, tables);
        }
        if (!sets.isEmpty()) {
            rings.add(ring(EngineType.ACT, tables, memory));
        }
        if (arch != Arch.TONGA) {
            definition.dveTables().ifPresent(dve -> placeDve(dve, registers, memory, tables));
            place(
                    EngineType.DVE,
                    0,
                    DveTable.PARAMETERS.index(),
                    DVE_PARAMETERS,
                    Unpooled.EMPTY_BUFFER,
                    memory,
                    registers.dveTable(DveTable.PARAMETERS),
                    tables);
            rings.add(ring(EngineType.DVE, tables, memory));
        }
        return new EngineTables(tables, rings);
    }

    private static void placeSet(
            ActivationFunctionSet set,
            int index,
            RuntimeRegisters registers,
            ImageMemory memory,
            List<PlacedTable> out) {
        List<ByteBuf> contents = List.of(set.buckets(), set.controls(), profiles(set), Unpooled.EMPTY_BUFFER);
        for (int table = 0; table < contents.size(); table++) {
            ByteBuf content = contents.get(table);
            int bytes = Math.max(ACT_AREAS[table], content.readableBytes());
            place(EngineType.ACT, index, table, bytes, content, memory, registers.actTable(table), out);
        }
    }

    private static void placeDve(DveTables dve, RuntimeRegisters registers, ImageMemory memory, List<PlacedTable> out) {
        dve.datapath().ifPresent(t -> placeDve(DveTable.DATAPATH, t, registers, memory, out));
        dve.controlFast().ifPresent(t -> placeDve(DveTable.CONTROL_FAST, t, registers, memory, out));
        dve.controlSlow().ifPresent(t -> placeDve(DveTable.CONTROL_SLOW, t, registers, memory, out));
        dve.control().ifPresent(t -> placeDve(DveTable.CONTROL_FAST, t, registers, memory, out));
        dve.opcode().ifPresent(t -> placeDve(DveTable.OPCODE, t, registers, memory, out));
    }

    private static void placeDve(
            DveTable table, ByteBuf content, RuntimeRegisters registers, ImageMemory memory, List<PlacedTable> out) {
        place(
                EngineType.DVE,
                0,
                table.index(),
                content.readableBytes(),
                content,
                memory,
                registers.dveTable(table),
                out);
    }

    private static void place(
            EngineType engine,
            int set,
            int table,
            int bytes,
            ByteBuf content,
            ImageMemory memory,
            long target,
            List<PlacedTable> out) {
        MemoryUsage usage = engine == EngineType.ACT ? MemoryUsage.ACT_TABLE : MemoryUsage.GENERIC;
        long address = memory.place(new MemoryDemand(new MemoryDemand.Table(engine, set, table), usage, bytes, 0));
        out.add(new PlacedTable(engine, set, target, address, bytes, content));
    }

    private static TableRing ring(EngineType engine, List<PlacedTable> tables, ImageMemory memory) {
        int carried = (int) tables.stream().filter(t -> isCarried(t, engine)).count();
        return new TableRing(
                engine,
                memory.place(ringDemand(engine, DmaSide.M2S)),
                memory.place(ringDemand(engine, DmaSide.S2M)),
                carried + 1);
    }

    /** The ring carries the first activation set; the program chooses others by itself. */
    private static boolean isCarried(PlacedTable table, EngineType engine) {
        return table.engine() == engine && table.set() == 0 && table.bytes() > 0;
    }

    private static MemoryDemand ringDemand(EngineType engine, DmaSide side) {
        return new MemoryDemand(
                new MemoryDemand.TableRingMemory(engine, side),
                MemoryUsage.DMA_RING,
                RingLength.bytes(RingLength.linear(0)),
                RingLength.ALIGNMENT);
    }

    /** The records of a set's functions as the hardware reads them. */
    private static ByteBuf profiles(ActivationFunctionSet set) {
        ByteBuf out = Unpooled.buffer(set.profiles().size() * ActivationProfileRecord.SIZE);
        for (ActivationProfile p : set.profiles()) {
            ActivationProfileRecord.encode(p, out);
        }
        return out;
    }

    /** The rings of the engines that have tables. */
    List<TableRing> rings() {
        return rings;
    }

    /** Writes tables and rings. */
    void write(RuntimeRegisters registers, long constantOne, CoreProgram.Writer writer) {
        for (PlacedTable table : tables) {
            if (table.content().isReadable()) {
                writer.write(table.address(), table.content().slice());
            }
        }
        rings.forEach(ring -> write(ring, registers, constantOne, writer));
    }

    private void write(TableRing ring, RuntimeRegisters registers, long constantOne, CoreProgram.Writer writer) {
        ByteBuf m2s = Unpooled.buffer();
        ByteBuf s2m = Unpooled.buffer();
        for (PlacedTable table : tables) {
            if (isCarried(table, ring.engine())) {
                int length = Math.min(table.bytes(), UdmaDescriptor.MAX_LENGTH);
                UdmaDescriptor.source(table.address(), length).encode(m2s);
                UdmaDescriptor.destination(table.target(), length).encode(s2m);
            }
        }
        UdmaDescriptor.source(constantOne, EVENT_BYTES).encode(m2s);
        UdmaDescriptor.destination(registers.event(ring.event()), EVENT_BYTES).encode(s2m);
        writer.write(ring.m2s(), m2s);
        writer.write(ring.s2m(), s2m);
    }
}
