package io.nrt4j.loader.pack.analysis;

import java.util.List;

/**
 * The quantities that the compiler's {@code analyze_neff_artifacts.py} reports of one core's graph. Source:
 * producer.md §13.
 *
 * @param graph the graph's directory, such as {@code sg00}
 * @param dma descriptors per engine and queue, in the order in which the engine files name them
 * @param bins the engine programs, in the analyser's order
 * @param binBytes bytes of all {@code .bin} members of the graph, tables included
 * @param sizes bytes of the variables of each kind
 * @param scratchpad the shared scratchpads
 */
public record GraphAnalysis(
        String graph, List<QueueUse> dma, List<Bin> bins, long binBytes, Sizes sizes, List<ScratchArea> scratchpad) {
    /** Bytes of a descriptor in a ring. */
    public static final int DESCRIPTOR_BYTES = 16;

    public GraphAnalysis {
        dma = List.copyOf(dma);
        bins = List.copyOf(bins);
        scratchpad = List.copyOf(scratchpad);
    }

    /**
     * What one engine does with one queue.
     *
     * @param engine the lower-case key of the engine
     * @param queue the queue, or the instance where blocks name one
     * @param blocks entries of the engine's {@code dma} list
     * @param descriptors 16-byte descriptors on both sides, semaphore updates included
     */
    public record QueueUse(String engine, String queue, long blocks, long descriptors) {
        /** Bytes of rings. */
        public long ringBytes() {
            return descriptors * DESCRIPTOR_BYTES;
        }
    }

    /**
     * An engine's program.
     *
     * @param bundles 64-byte instructions
     */
    public record Bin(String engine, long bytes, long bundles) {}

    /**
     * Bytes of variables by kind.
     *
     * @param constants the variables of type {@code file}
     */
    public record Sizes(long tmpBuf, long virtual, long input, long output, long constants) {}

    /**
     * A shared scratchpad.
     *
     * @param area {@code main}, {@code alt} or {@code sharded}
     * @param highWater bytes up to the end of its last variable
     * @param pages pages that hold them
     */
    public record ScratchArea(String area, long highWater, long pages) {}

    /** Descriptors of all queues. */
    public long descriptors() {
        return dma.stream().mapToLong(QueueUse::descriptors).sum();
    }

    /** Bytes of all rings. */
    public long ringBytes() {
        return descriptors() * DESCRIPTOR_BYTES;
    }

    /** Bytes of all programs. */
    public long programBytes() {
        return bins.stream().mapToLong(Bin::bytes).sum();
    }

    /** Bytes up to the end of the last variable, over all scratchpads. */
    public long scratchBytes() {
        return scratchpad.stream().mapToLong(ScratchArea::highWater).sum();
    }

    /**
     * The memory that the graph takes on its core: programs and tables, constants, rings, and the scratchpads in whole
     * pages. An estimate within some ten per cent. Scratchpads are shared by the models on a core; of them only the
     * largest counts.
     *
     * @param pageBytes bytes of a scratchpad page
     */
    public long memoryEstimate(long pageBytes) {
        long scratch = scratchpad.stream().mapToLong(ScratchArea::pages).sum() * pageBytes;
        return binBytes + sizes.constants() + ringBytes() + scratch;
    }
}
