package io.nrt4j.loader.image;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.dma.DmaSide;
import io.nrt4j.hal.dma.RingLength;
import io.nrt4j.hal.memory.MemoryUsage;
import io.nrt4j.loader.manifest.ActivationFunctionSet;
import io.nrt4j.loader.manifest.ActivationProfile;
import io.nrt4j.loader.manifest.Definition;
import io.nrt4j.loader.manifest.DveTables;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The tables of ACT and DVE in device memory, and the rings that carry them to the engines
 * ({@code act_local_storage_tbls_init}, {@code dve_dynamic_config_init}).
 *
 * <p>An activation set takes 41,984 bytes twice, the vector engine 26,624: with them the classes Scalar Table and
 * Generic of the profiles come out (corpus/hw-profiles.md). That the first is 32 KiB of buckets, 4 KiB of controls, 4
 * KiB of profiles and 1 KiB more is our reading.
 *
 * @param tables what is to be written, and where
 * @param rings the rings of the engines that have tables
 */
record EngineTables(List<PlacedTable> tables, List<TableRing> rings) {
    private static final int[] ACT_AREAS = {0x8000, 0x1000, 0x1000, 0x400};
    private static final int COPIES = 2;
    private static final int PROFILE_BYTES = 76;
    /** The vector engine's parameter memory. Source: hal.md §3.4. */
    private static final int DVE_PARAMETERS = 0x400;

    EngineTables {
        tables = List.copyOf(tables);
        rings = List.copyOf(rings);
    }

    /**
     * A table in device memory.
     *
     * @param engine whose table it is
     * @param address device address
     * @param content the bytes at the start; the rest of the area stays as it is
     */
    record PlacedTable(EngineType engine, long address, ByteBuf content) {}

    static EngineTables place(Definition definition, Arch arch, RuntimeRegisters registers, ImageMemory memory) {
        List<PlacedTable> tables = new ArrayList<>();
        List<TableRing> rings = new ArrayList<>();
        List<ActivationFunctionSet> sets = definition.activation().sets();
        for (int set = 0; set < sets.size(); set++) {
            placeSet(sets.get(set), set, memory, tables);
        }
        if (!sets.isEmpty()) {
            rings.add(ring(EngineType.ACT, memory));
        }
        if (arch != Arch.TONGA) {
            placeDve(definition.dveTables(), memory, tables);
            rings.add(ring(EngineType.DVE, memory));
        }
        return new EngineTables(tables, rings);
    }

    private static void placeSet(ActivationFunctionSet set, int index, ImageMemory memory, List<PlacedTable> out) {
        List<ByteBuf> contents = List.of(set.buckets(), set.controls(), profiles(set), Unpooled.EMPTY_BUFFER);
        for (int copy = 0; copy < COPIES; copy++) {
            for (int table = 0; table < contents.size(); table++) {
                ByteBuf content = contents.get(table);
                long bytes = Math.max(ACT_AREAS[table], content.readableBytes());
                long address = memory.place(new MemoryDemand(
                        new MemoryDemand.Table(EngineType.ACT, index, table, copy), MemoryUsage.ACT_TABLE, bytes, 0));
                out.add(new PlacedTable(EngineType.ACT, address, content));
            }
        }
    }

    private static void placeDve(Optional<DveTables> tables, ImageMemory memory, List<PlacedTable> out) {
        List<ByteBuf> contents = tables.map(EngineTables::contents).orElse(List.of());
        int table = 0;
        for (ByteBuf content : contents) {
            out.add(new PlacedTable(EngineType.DVE, memory.place(dveTable(table++, content.readableBytes())), content));
        }
        memory.place(dveTable(table, DVE_PARAMETERS));
    }

    private static List<ByteBuf> contents(DveTables tables) {
        List<ByteBuf> contents = new ArrayList<>();
        tables.datapath().ifPresent(contents::add);
        tables.controlFast().ifPresent(contents::add);
        tables.controlSlow().ifPresent(contents::add);
        tables.control().ifPresent(contents::add);
        tables.opcode().ifPresent(contents::add);
        return contents;
    }

    private static MemoryDemand dveTable(int table, long bytes) {
        return new MemoryDemand(new MemoryDemand.Table(EngineType.DVE, 0, table, 0), MemoryUsage.GENERIC, bytes, 0);
    }

    private static TableRing ring(EngineType engine, ImageMemory memory) {
        return new TableRing(
                engine, memory.place(ringDemand(engine, DmaSide.M2S)), memory.place(ringDemand(engine, DmaSide.S2M)));
    }

    private static MemoryDemand ringDemand(EngineType engine, DmaSide side) {
        return new MemoryDemand(
                new MemoryDemand.TableRingMemory(engine, side),
                MemoryUsage.DMA_RING,
                RingLength.bytes(RingLength.linear(0)),
                RingLength.ALIGNMENT);
    }

    /** The records of a set's functions as the hardware reads them. Source: manifest.md §8.3 ("act profile"). */
    private static ByteBuf profiles(ActivationFunctionSet set) {
        ByteBuf out = Unpooled.buffer(set.profiles().size() * PROFILE_BYTES);
        for (ActivationProfile p : set.profiles()) {
            ActivationProfileRecord.encode(p, out);
        }
        return out;
    }
}
