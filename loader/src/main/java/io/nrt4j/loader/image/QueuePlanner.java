package io.nrt4j.loader.image;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.dma.Completion;
import io.nrt4j.hal.dma.DmaRegisters;
import io.nrt4j.hal.dma.DmaSide;
import io.nrt4j.hal.dma.QueueSet;
import io.nrt4j.hal.dma.RingLength;
import io.nrt4j.hal.dma.Transfer;
import io.nrt4j.hal.dma.TransferBlock;
import io.nrt4j.hal.memory.MemoryUsage;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.manifest.Definition;
import io.nrt4j.loader.manifest.DmaBlock;
import io.nrt4j.loader.manifest.DmaQueue;
import io.nrt4j.loader.manifest.DmaRingType;
import io.nrt4j.loader.manifest.EngineProgram;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The static queue sets of a graph: their blocks, and places for their rings ({@code drs_create_data_refill_rings},
 * {@code io_create_queues}).
 *
 * <p>Source: dma.md §3-§5, image-assembly.md §3 steps 6 and 8.
 */
final class QueuePlanner {
    static final LogMessage DESCRIPTOR_LIMIT = LogMessage.error(
            "TDRV", "vring_add_descriptor", "Descriptor limit reached. Descriptors in vring %u, Max allowed %u");
    static final LogMessage NOT_ADDED =
            LogMessage.error("TDRV", "vring_set_add_descriptors", "Failed to add descriptor %u/%u to vring %s");
    static final LogMessage NOT_PADDED =
            LogMessage.error("TDRV", "vring_pad", "Failed to pad vring %s from %lu descriptors to %lu descriptors");
    static final LogMessage POOL_EXHAUSTED =
            LogMessage.error("TDRV", "vring_expand", "Failed to expand vring page pool");
    /**
     * Printed for a ring that is complete at load: how many of its descriptors are used. Which of the runtime's functions
     * prints it is not known; this is the one that makes such rings (errors.md §9, R4).
     */
    static final LogMessage COPIED = LogMessage.debug(
            "TDRV", "dma_ring_create_static_rings_for_queue_bundle_instance", "vring is copied to pring. ndesc=%u/%u");
    /** Ours: the real texts are not known. */
    static final LogMessage BAD_COMPLETION = LogMessage.error(
            "TDRV", "drs_create_data_refill_rings", "invalid dma block: %s %u of block %u in queue %s");

    static final LogMessage NO_PEER = LogMessage.error(
            "TDRV",
            "drs_create_data_refill_rings",
            "invalid dma block: remote semaphore of block %u in queue %s, but the graph has no sibling core");

    /**
     * Descriptor memory of one graph that the emulator gives; the largest known program takes 74 MB. The runtime fails
     * with the same words when the host has no memory left.
     */
    private static final long MAX_RING_BYTES =
            Math.max(256L << 20, Runtime.getRuntime().maxMemory() / 4);

    private final Definition definition;
    private final RuntimeRegisters registers;
    private final Optional<RuntimeRegisters> peer;
    private final TransferFactory transfers;
    private final QueueIndices indices;
    private final Nlog nlog;

    QueuePlanner(
            Definition definition,
            RuntimeRegisters registers,
            Optional<RuntimeRegisters> peer,
            VariableAddresses variables,
            QueueIndices indices,
            Nlog nlog) {
        this.definition = definition;
        this.registers = registers;
        this.peer = peer;
        this.transfers = new TransferFactory(variables, nlog);
        this.indices = indices;
        this.nlog = nlog;
    }

    /** The static sets by index, rings placed: sets without I/O first. */
    List<StaticQueue> plan(ImageMemory memory) {
        List<DmaQueue> sets = definition.queues().stream()
                .filter(q -> q.dge() instanceof DmaQueue.DescriptorGeneration.Static)
                .sorted(Comparator.comparing(indices::of))
                .toList();
        List<StaticQueue> planned = new ArrayList<>();
        long bytes = 0;
        for (DmaQueue queue : sets) {
            boolean initial = true;
            for (String ring : rings(queue)) {
                QueueSet set = blocks(queue, ring);
                checkLimits(set);
                bytes += set.ringBytes();
                if (bytes > MAX_RING_BYTES) {
                    throw exhausted(POOL_EXHAUSTED);
                }
                planned.add(place(queue, set, initial, memory));
                initial = false;
            }
        }
        return planned;
    }

    /** The set itself unless it only has instances, then the instances in their order. */
    private List<String> rings(DmaQueue queue) {
        Stream<String> own = queue.instances().isEmpty() || allBlocks().anyMatch(b -> belongsTo(b, queue.name()))
                ? Stream.of(queue.name())
                : Stream.empty();
        return Stream.concat(own, queue.instances().stream()).distinct().toList();
    }

    private QueueSet blocks(DmaQueue queue, String ring) {
        List<TransferBlock> blocks = allBlocks()
                .filter(b -> belongsTo(b, ring))
                .map(b -> block(b, queue, ring))
                .toList();
        int engines = Math.max(1, Math.min(queue.numQueues(), DmaRegisters.ENGINES));
        return new QueueSet(ring, indices.of(queue), engines, blocks);
    }

    private static boolean belongsTo(DmaBlock block, String ring) {
        return block.ring().equals(ring);
    }

    private Stream<DmaBlock> allBlocks() {
        return Stream.concat(
                definition.dmaBlocks().stream(),
                definition.engines().values().stream()
                        .map(EngineProgram::dmaBlocks)
                        .flatMap(List::stream));
    }

    private TransferBlock block(DmaBlock block, DmaQueue queue, String ring) {
        List<Transfer> moved = block.descriptors().stream().map(transfers::of).toList();
        List<Completion> completions = new ArrayList<>();
        block.event().ifPresent(event -> {
            check("event", event, registers.sync().events(), block, ring);
            completions.add(new Completion(Completion.Kind.EVENT, event, registers.event(event)));
        });
        queue.completionSemaphore(block).ifPresent(semaphore -> {
            check("semaphore", semaphore, registers.sync().semaphores(), block, ring);
            completions.add(
                    new Completion(Completion.Kind.SEMAPHORE, semaphore, registers.semaphoreIncrement(semaphore)));
        });
        for (int semaphore : block.remoteSemaphores()) {
            check("remote semaphore", semaphore, registers.sync().semaphores(), block, ring);
            RuntimeRegisters other = peer.orElseThrow(() -> invalid(NO_PEER, block.id(), ring));
            completions.add(
                    new Completion(Completion.Kind.PEER_SEMAPHORE, semaphore, other.semaphoreIncrement(semaphore)));
        }
        return new TransferBlock(block.id(), block.function(), moved, completions);
    }

    private void check(String what, int index, int count, DmaBlock block, String ring) {
        if (index < 0 || index >= count) {
            throw invalid(BAD_COMPLETION, what, index, block.id(), ring);
        }
    }

    private LoadException invalid(LogMessage message, Object... args) {
        return nlog.fail(NrtStatus.NRT_INVALID, LoadStage.IMAGES, message, args);
    }

    private StaticQueue place(DmaQueue queue, QueueSet set, boolean initial, ImageMemory memory) {
        long[] m2s = new long[DmaRegisters.ENGINES];
        long[] s2m = new long[DmaRegisters.ENGINES];
        for (int engine = 0; engine < set.engines(); engine++) {
            m2s[engine] = memory.place(ring(queue, set, engine, DmaSide.M2S));
            s2m[engine] = memory.place(ring(queue, set, engine, DmaSide.S2M));
        }
        StaticQueue placed = new StaticQueue(
                set,
                queue.ringType(),
                queue.owner().orElse(EngineType.SP),
                queue.semaphores(),
                new StaticQueue.Rings(m2s, s2m),
                queue.pinned(),
                initial);
        logCopies(placed);
        return placed;
    }

    /** The runtime fills a ring when it has its place; here the bytes follow when the whole load stands. */
    private void logCopies(StaticQueue queue) {
        QueueSet set = queue.set();
        for (int engine = 0; engine < set.engines(); engine++) {
            for (DmaSide side : DmaSide.values()) {
                if (!queue.isSwitched(engine, side)) {
                    nlog.log(COPIED, set.descriptors(engine).on(side), set.ringLength(engine, side));
                }
            }
        }
    }

    private void checkLimits(QueueSet set) {
        for (int engine = 0; engine < set.engines(); engine++) {
            for (DmaSide side : DmaSide.values()) {
                checkLength(set, engine, set.descriptors(engine).on(side));
            }
        }
    }

    /** Neither the descriptors nor what fills the ring up may pass the limit. */
    private void checkLength(QueueSet set, int engine, long descriptors) {
        if (descriptors > RingLength.MAXIMUM) {
            LoadException failure = exhausted(DESCRIPTOR_LIMIT, descriptors, RingLength.MAXIMUM);
            nlog.log(NOT_ADDED, RingLength.MAXIMUM, descriptors, vring(set, engine));
            throw failure;
        }
        int length = RingLength.linear((int) descriptors);
        if (length > RingLength.MAXIMUM) {
            throw exhausted(NOT_PADDED, vring(set, engine), descriptors, length);
        }
    }

    private static String vring(QueueSet set, int engine) {
        return set.name() + "_" + engine;
    }

    private LoadException exhausted(LogMessage message, Object... args) {
        return nlog.fail(NrtStatus.NRT_RESOURCE, LoadStage.IMAGES, message, args);
    }

    private static MemoryDemand ring(DmaQueue queue, QueueSet set, int engine, DmaSide side) {
        return new MemoryDemand(
                new MemoryDemand.QueueRing(set.name(), set.index(), engine, side),
                usage(queue.ringType()),
                set.ringBytes(engine, side),
                RingLength.ALIGNMENT);
    }

    /** Source: dma.md §4, "memory classes in the device report". */
    private static MemoryUsage usage(DmaRingType type) {
        return switch (type) {
            case IN, OUT -> MemoryUsage.DMA_RING_IO;
            case DATA -> MemoryUsage.DMA_RING_SPILL;
            case COLLECTIVES -> MemoryUsage.DMA_RING_COLLECTIVES;
            default -> MemoryUsage.DMA_RING;
        };
    }
}
