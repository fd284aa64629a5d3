package io.nrt4j.loader.image;

import io.nrt4j.hal.EngineType;
import java.util.List;
import java.util.Optional;

/**
 * The dynamic queue sets of a graph, as the engines' registers want them.
 *
 * <p>Source: image-assembly.md §7.1 (register values), dma.md §8.3.
 *
 * @param hardware sets served by descriptor hardware on their owner
 * @param software the set served by POOL, if any
 */
public record DescriptorGenerators(List<Hardware> hardware, Optional<Software> software) {
    public DescriptorGenerators {
        hardware = List.copyOf(hardware);
    }

    /** A graph without dynamic queues. */
    public static final DescriptorGenerators NONE = new DescriptorGenerators(List.of(), Optional.empty());

    private static final int ALL_DMA_ENGINES = 0xFFFF;

    /** A set with its queue index and the engine that uses it. */
    public record Hardware(int queueIndex, EngineType owner) {}

    /**
     * A set with its queue index and POOL's scratch memory in every state-buffer partition.
     *
     * @param scratchOffset bytes from the start of a partition
     * @param scratchSize bytes
     */
    public record Software(int queueIndex, int scratchOffset, int scratchSize) {}

    /** DMA engines that the hardware generators of an engine may use: all, or none without a set. */
    long engineBitmap(EngineType engine) {
        return queueMap(engine) == 0 ? 0 : ALL_DMA_ENGINES;
    }

    /** The queues that an engine's hardware generators feed, one bit each. */
    long queueMap(EngineType engine) {
        return map(hardware.stream().filter(h -> h.owner() == engine).toList());
    }

    /** The queues of all engines' hardware generators, one bit each. */
    long queueMap() {
        return map(hardware);
    }

    private static long map(List<Hardware> sets) {
        return sets.stream().mapToLong(h -> 1L << h.queueIndex()).reduce(0, (a, b) -> a | b);
    }

    /** POOL's word for the software generator: its queue above all DMA engines; 0 without one. */
    long softwareQueueWord() {
        return software.map(s -> (1L << (s.queueIndex() + 16)) | ALL_DMA_ENGINES)
                .orElse(0L);
    }

    /**
     * POOL's scratch word: size above bit 12. Every real file has offset 0; that it belongs in the low bits is a guess
     * (§18).
     */
    long scratchWord() {
        return software.map(s -> ((long) s.scratchSize() << 12) | s.scratchOffset())
                .orElse(0L);
    }
}
