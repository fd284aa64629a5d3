package io.nrt4j.runtime.report;

import io.nrt4j.loader.pack.analysis.GraphAnalysis;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that can be seen of a file without loading it. Its components are the fields of the command line's JSON.
 *
 * @param file the path as given
 * @param kind what the file is, such as {@code NEFF}
 * @param header null for a file too short to have one
 * @param archive null where there is no payload
 * @param target the architecture that it was compiled for; null where that cannot be read
 * @param inputs what a caller binds before an execution
 * @param outputs what a caller gets from one
 * @param graphs one per physical core
 * @param lint what is wrong or odd, most severe first
 */
public record InspectReport(
        String file,
        String kind,
        @Nullable HeaderView header,
        @Nullable ArchiveView archive,
        @Nullable String target,
        List<TensorView> inputs,
        List<TensorView> outputs,
        List<GraphView> graphs,
        List<LintView> lint) {

    /**
     * The header's fields.
     *
     * @param hash 32 bytes in hexadecimal
     * @param digest which form of the payload's digest the field holds: natural, word_swapped, neither
     * @param features the names of the bits set
     * @param tpbPerNode without the zeros at the end
     */
    public record HeaderView(
            long pkgVersion,
            long headerSize,
            long dataSize,
            long versionMajor,
            long versionMinor,
            String buildVersion,
            int numTpb,
            String hash,
            String digest,
            String uuid,
            String name,
            int requestedTpbCount,
            List<Integer> tpbPerNode,
            long featureBits,
            List<String> features,
            int vncSize) {}

    /**
     * The payload.
     *
     * @param gzipBytes bytes of the gzip stream, without what follows it; 0 for a bare tar
     * @param paddingBytes bytes behind the stream
     * @param tarBytes bytes of the tar
     * @param members the entries that become members, in archive order
     */
    public record ArchiveView(
            long gzipBytes, long paddingBytes, long tarBytes, String tarSha256, List<MemberView> members) {}

    /** A member; the digest in hexadecimal. */
    public record MemberView(String name, long size, String sha256) {}

    /** An input or output of the whole program. */
    public record TensorView(String name, String dtype, List<Long> shape, long bytes) {}

    /**
     * The program of one physical core.
     *
     * @param analysis what the compiler's analyser would report of it
     * @param memoryEstimate the device memory that follows from the analysis
     * @param programs what can be said of its instructions without running them
     */
    public record GraphView(
            String name,
            String definition,
            List<VariableView> variables,
            List<QueueView> queues,
            List<EngineView> engines,
            List<String> activationSets,
            List<String> ucodeLibraries,
            GraphAnalysis analysis,
            MemoryEstimateView memoryEstimate,
            ProgramsView programs) {}

    /**
     * An estimate from the file alone, as the compiler's analyser counts; what a load takes is in the
     * {@link LoadReport}, which counts allocations. Source: producer.md §13.
     *
     * @param bytes programs, tables, constants, rings, and scratchpads in whole pages
     * @param scratchpadPageBytes bytes of such a page
     */
    public record MemoryEstimateView(long bytes, long scratchpadPageBytes) {}

    /**
     * A variable of a graph.
     *
     * @param type the text in the NEFF's terms, such as {@code MR_BUFFER}
     */
    public record VariableView(int varId, String name, String type, long size) {}

    public record QueueView(
            String name, String type, String ringType, String owner, int rings, List<Integer> semaphores) {}

    /**
     * An engine of a graph.
     *
     * @param slots 64-byte instructions
     */
    public record EngineView(String engine, String program, int slots, int dmaBlocks) {}

    /**
     * The programs of all engines of a core together. Broken rules, waits that never end and reads of bytes that nothing
     * writes are in the lint.
     *
     * @param analysed whether they could be looked at; what follows means nothing otherwise
     * @param terminates whether every engine reaches its end
     * @param exact whether that does not depend on the order in which the engines run
     * @param accessesKnown whether every byte that they may write on the chip is known
     * @param semaphores who waits for whom, ascending
     */
    public record ProgramsView(
            boolean analysed,
            boolean terminates,
            boolean exact,
            boolean accessesKnown,
            List<SemaphoreView> semaphores) {}

    /**
     * A semaphore of the programs.
     *
     * @param owner engine or queue set that it counts for, by its name in profiles; may be empty
     * @param waitsFor the conditions, such as {@code >=16}
     * @param finalValue when no engine can go on
     */
    public record SemaphoreView(
            int semaphore,
            String owner,
            List<ChangeView> changedBy,
            List<WaiterView> awaitedBy,
            List<String> waitsFor,
            long finalValue) {}

    /**
     * Changes of one kind.
     *
     * @param transfer whether transfers do it that the engine starts
     * @param change such as {@code +=16}
     * @param slots how many slots do it
     */
    public record ChangeView(String engine, boolean transfer, String change, int slots) {}

    /** How many slots of an engine wait. */
    public record WaiterView(String engine, int slots) {}

    /**
     * A finding.
     *
     * @param severity error: a load fails, or an engine does not do what the program says; warning: all goes well, or may
     * @param where the part of the file, such as {@code header} or a member's name
     */
    public record LintView(String severity, String where, String text) {}
}
