package io.nrt4j.hal.dma;

import io.netty.buffer.ByteBuf;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A static queue set: the same queue index on several engines, and the blocks that its rings hold in trigger order.
 *
 * <p>Rings are filled once, at load, block after block; a doorbell only moves the tail. Source: dma.md §3-§5, §9.
 */
public final class QueueSet {
    private final String name;
    private final int index;
    private final int engines;
    private final List<TransferBlock> blocks;
    private final Map<BlockKey, TransferBlock> blocksByKey = new HashMap<>();
    private final DescriptorCount[] totals;
    private final BitSet tensorSources;
    private final BitSet tensorDestinations;

    private record BlockKey(int id, String function) {}

    /**
     * @param name the name in the NEFF
     * @param index the queue index, the same on every engine
     * @param engines engines that take part, from engine 0 on
     * @param blocks in the order in which they are triggered
     */
    public QueueSet(String name, int index, int engines, List<TransferBlock> blocks) {
        this.name = name;
        this.index = index;
        this.engines = engines;
        this.blocks = List.copyOf(blocks);
        for (TransferBlock block : this.blocks) {
            blocksByKey.putIfAbsent(new BlockKey(block.id(), block.function()), block);
        }
        this.totals = new DescriptorCount[engines];
        for (int engine = 0; engine < engines; engine++) {
            totals[engine] = total(engine);
        }
        this.tensorSources = enginesWithTensors(DmaSide.M2S);
        this.tensorDestinations = enginesWithTensors(DmaSide.S2M);
    }

    private BitSet enginesWithTensors(DmaSide side) {
        BitSet touched = new BitSet(engines);
        for (TransferBlock block : blocks) {
            for (int engine = 0; engine < engines; engine++) {
                if (!touched.get(engine) && block.touchesTensor(side, engine, engines)) {
                    touched.set(engine);
                }
            }
        }
        return touched;
    }

    private DescriptorCount total(int engine) {
        DescriptorCount sum = DescriptorCount.NONE;
        for (TransferBlock block : blocks) {
            sum = sum.plus(block.count(engine, engines));
        }
        return sum;
    }

    public String name() {
        return name;
    }

    public int index() {
        return index;
    }

    /** Engines that take part, from engine 0 on. */
    public int engines() {
        return engines;
    }

    /** The blocks in trigger order. */
    public List<TransferBlock> blocks() {
        return blocks;
    }

    /** The block of an id in a function; the empty name is the main program. */
    public Optional<TransferBlock> block(int id, String function) {
        return Optional.ofNullable(blocksByKey.get(new BlockKey(id, function)));
    }

    /** Descriptors of all blocks on an engine. */
    public DescriptorCount descriptors(int engine) {
        return totals[engine];
    }

    /** Length of a ring in descriptors; the count must not exceed {@link RingLength#MAXIMUM}. */
    public int ringLength(int engine, DmaSide side) {
        return RingLength.linear(Math.toIntExact(totals[engine].on(side)));
    }

    /** Bytes of a ring. */
    public long ringBytes(int engine, DmaSide side) {
        return RingLength.bytes(ringLength(engine, side));
    }

    /** Bytes of all rings. */
    public long ringBytes() {
        long sum = 0;
        for (int engine = 0; engine < engines; engine++) {
            sum += ringBytes(engine, DmaSide.M2S) + ringBytes(engine, DmaSide.S2M);
        }
        return sum;
    }

    /** Whether a ring holds descriptors of a tensor that is bound at execution. */
    public boolean touchesTensor(int engine, DmaSide side) {
        return (side == DmaSide.M2S ? tensorSources : tensorDestinations).get(engine);
    }

    /**
     * Appends the content of an engine's two rings, without the unused end.
     *
     * @param engine the engine
     * @param constantOne device address of a 32-bit 1, the source of every register write
     */
    public void writeRings(int engine, long constantOne, ByteBuf m2s, ByteBuf s2m) {
        DescriptorWriter writer = new DescriptorWriter(m2s, s2m);
        for (TransferBlock block : blocks) {
            for (Transfer transfer : block.transfers()) {
                writer.write(transfer, engine, engines);
            }
            for (Completion completion : block.completions()) {
                writer.writeRegister(constantOne, completion.register());
            }
        }
    }
}
