package io.nrt4j.hal.dma;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;
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
    private final Map<BlockKey, List<DescriptorCount>> counts = new HashMap<>();
    private final DescriptorCount[] totals;
    private final int sourceTensorEngines;
    private final int destinationTensorEngines;

    private record BlockKey(int id, String function) {}

    /**
     * @param name the name in the NEFF
     * @param index the queue index, the same on every engine
     * @param engines engines that take part, from engine 0 on; at least one
     * @param blocks in the order in which they are triggered; of several with one id and function the first is triggered
     */
    public QueueSet(String name, int index, int engines, List<TransferBlock> blocks) {
        this.name = name;
        this.index = index;
        this.engines = engines;
        this.blocks = List.copyOf(blocks);
        this.totals = new DescriptorCount[engines];
        Arrays.fill(totals, DescriptorCount.NONE);
        for (TransferBlock block : this.blocks) {
            List<DescriptorCount> each = block.counts(engines);
            counts.putIfAbsent(new BlockKey(block.id(), block.function()), each);
            for (int engine = 0; engine < engines; engine++) {
                totals[engine] = totals[engine].plus(each.get(engine));
            }
        }
        this.sourceTensorEngines = enginesWithTensors(DmaSide.M2S);
        this.destinationTensorEngines = enginesWithTensors(DmaSide.S2M);
    }

    private int enginesWithTensors(DmaSide side) {
        return blocks.stream()
                .mapToInt(b -> b.enginesWithTensors(side, engines))
                .max()
                .orElse(0);
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

    /**
     * The descriptors of a block on every engine, or empty if there is no such block.
     *
     * @param id the block
     * @param function its function; empty for the main program
     */
    public Optional<List<DescriptorCount>> counts(int id, String function) {
        return Optional.ofNullable(counts.get(new BlockKey(id, function)));
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
        return engine < (side == DmaSide.M2S ? sourceTensorEngines : destinationTensorEngines);
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
