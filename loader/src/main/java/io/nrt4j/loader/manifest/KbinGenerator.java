package io.nrt4j.loader.manifest;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.loader.diagnostics.LogMessage;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Working set to finished graph: {@code gen_kbin}. Engines are lowered in the order of their names, queues and variables
 * after them; each has checks of its own. Source: manifest.md §8.2.
 */
final class KbinGenerator {
    private static final String FUNCTION = "gen_kbin";
    /** Places for queue sets in a {@code kbin}. */
    private static final int MAX_QUEUE_SETS = 32;

    private static final int MAX_SEMAPHORES = 32;
    private static final int MAX_DTYPE_BYTES = 16;
    private static final int MAX_DIMENSIONS = 8;

    private static final LogMessage DUMP_INSTRUCTIONS =
            LogMessage.debug("NEFF", FUNCTION, "dump instructions for: %s size: %u");
    private static final LogMessage DUMP_QUEUE = LogMessage.debug("NEFF", FUNCTION, "dump Queue: %s");
    private static final LogMessage TOO_MANY_QUEUE_SETS =
            error("Runtime supports maximum of %u DMA queue sets, found: %lu");
    private static final LogMessage TOO_MANY_SEMAPHORES =
            error("Runtime supports maximum of %u semaphores per queue set, found: %lu");
    private static final LogMessage TOO_MANY_HW_DGE_QUEUES =
            error("NEFF requested %u HW DGE queues, this platform supports %u");
    private static final LogMessage SEVERAL_ACT_LOAD_QUEUES =
            error("NEFF has %u act_load queues, only one is supported");
    private static final LogMessage SHARED_SYNC_SEMAPHORE =
            error("Embedding update semaphore %u of DMA queue %s is used by another queue");
    private static final LogMessage DTYPE_TOO_LONG =
            LogMessage.error("NEFF", "dump", "Device print dtype %s has %lu characters. Only %u are supported");
    private static final LogMessage TOO_MANY_DIMENSIONS =
            LogMessage.error("NEFF", "dump", "Device print only supports shape dimentions of up to %u, found %lu");

    private final MlaResources resources;
    private final ParseContext context;

    private KbinGenerator(MlaResources resources, ParseContext context) {
        this.resources = resources;
        this.context = context;
    }

    /** Checks what can only be checked on the whole, and builds the record. */
    static Definition generate(Kelf.KelfGraph graph, MlaResources resources, ParseContext context) {
        KbinGenerator generator = new KbinGenerator(resources, context);
        String path = graph.definition();
        context.attempt(path, generator::engines);
        List<DmaQueue> queues = generator.queuesInNameOrder();
        context.attempt(path, () -> generator.checkQueues(queues));
        List<Variable> variables = resources.memRefs.inIdOrder();
        context.attempt(path, () -> variables.forEach(generator::checkVariable));
        return new Definition(
                graph.name(),
                path,
                MemberPath.directoryOf(path),
                resources.target,
                variables,
                queues,
                resources.dmaBlocks,
                resources.engines,
                resources.activation,
                resources.dveTables,
                new Collectives(resources.replicaGroups, resources.sourceTargetPairs, resources.ccStreams),
                resources.stateBufferReservations,
                resources.fp8,
                resources.ucodeLibraries,
                resources.declarations);
    }

    private void engines() {
        Arrays.stream(EngineType.values())
                .sorted(Comparator.comparing(EngineType::key))
                .map(resources.engines::get)
                .filter(program -> program != null)
                .forEach(program -> context.log(
                        DUMP_INSTRUCTIONS,
                        program.engine().key(),
                        program.program().readableBytes()));
    }

    private List<DmaQueue> queuesInNameOrder() {
        return resources.queues.values().stream()
                .sorted(Comparator.comparing(DmaQueue::name, NeffGraph.BYTE_ORDER))
                .toList();
    }

    private void checkQueues(List<DmaQueue> queues) {
        if (queues.size() > MAX_QUEUE_SETS) {
            throw context.refuse(TOO_MANY_QUEUE_SETS, MAX_QUEUE_SETS, queues.size());
        }
        checkHardwareDescriptorGeneration(queues);
        checkActLoad(queues);
        Set<Integer> syncSemaphores = new HashSet<>();
        for (DmaQueue queue : queues) {
            context.log(DUMP_QUEUE, queue.name());
            if (queue.semaphores().size() > MAX_SEMAPHORES) {
                throw context.refuse(
                        TOO_MANY_SEMAPHORES, MAX_SEMAPHORES, queue.semaphores().size());
            }
            if (queue.syncSemaphore().isPresent()
                    && !syncSemaphores.add(queue.syncSemaphore().getAsInt())) {
                throw context.refuse(
                        SHARED_SYNC_SEMAPHORE,
                        Integer.toUnsignedLong(queue.syncSemaphore().getAsInt()),
                        queue.name());
            }
        }
    }

    private void checkHardwareDescriptorGeneration(List<DmaQueue> queues) {
        long requested = queues.stream()
                .filter(q -> q.dge() instanceof DmaQueue.DescriptorGeneration.Hardware)
                .count();
        int available = hardwareDgeQueues(resources.target);
        if (requested > available) {
            throw context.refuse(TOO_MANY_HW_DGE_QUEUES, requested, available);
        }
    }

    /** Instances of hardware descriptor generation per core. Source: hal.md §2. */
    private static int hardwareDgeQueues(Arch target) {
        return switch (target) {
            case TONGA, SUNDA -> 0;
            case CAYMAN, MARIANA -> 2;
        };
    }

    private void checkActLoad(List<DmaQueue> queues) {
        long count = queues.stream()
                .filter(q -> q.ringType() == DmaRingType.DYNAMIC_ACT_TBL)
                .count();
        if (count > 1) {
            throw context.refuse(SEVERAL_ACT_LOAD_QUEUES, count);
        }
    }

    /** {@code mem_ref::dump}: its records have fixed room for what device print shows. Source: memory.md §1.2. */
    private void checkVariable(Variable variable) {
        VariableAttributes attributes = variable.attributes();
        int dtypeBytes = attributes.dtype().getBytes(UTF_8).length;
        if (dtypeBytes >= MAX_DTYPE_BYTES) {
            throw context.refuse(DTYPE_TOO_LONG, attributes.dtype(), dtypeBytes, MAX_DTYPE_BYTES);
        }
        if (attributes.shape().size() > MAX_DIMENSIONS) {
            throw context.refuse(
                    TOO_MANY_DIMENSIONS, MAX_DIMENSIONS, attributes.shape().size());
        }
    }

    private static LogMessage error(String template) {
        return LogMessage.error("NEFF", FUNCTION, template);
    }
}
