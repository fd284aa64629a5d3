package io.nrt4j.loader.manifest;

import io.nrt4j.hal.EngineType;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.json.JsonElement;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** One entry of {@code dma_queue}: {@code parse_one_dma_ring}. Source: manifest.md §6, dma.md §2. */
final class DmaQueueParser {
    private static final String FUNCTION = "parse_one_dma_ring";
    private static final int MAX_QUEUES = 16;
    private static final String TYPE_DATA = "data";

    private static final LogMessage INVALID_OWNER = error("Invalid owner '%s' for DMA queue %s");
    private static final LogMessage NO_OWNER = LogMessage.warn("NEFF", FUNCTION, "DMA queue %s has no owner");
    private static final LogMessage UNKNOWN_TYPE = error("Unknown type %s for %s");
    private static final LogMessage NO_INSTANCES_INPUT =
            error("Invalid Neff: Queue set instances are not supported for input queues (%s)");
    private static final LogMessage NO_INSTANCES_OUTPUT =
            error("Invalid Neff: Queue set instances are not supported for output queues (%s)");
    private static final LogMessage NO_INSTANCES_EMBEDDING_UPDATE =
            error("Invalid Neff: Queue set instances are not supported for embedding update queues (%s)");
    private static final LogMessage QUEUE_COUNT =
            error("Invalid number of queues %lu in DMA queue %s, must be %u to %u");
    private static final LogMessage SEMAPHORE_COUNT = error("DMA queue %s has %u queues and %lu semaphores");
    private static final LogMessage SCRATCH_OWNER = error("DMA queue %s has dynamic_dma, which needs owner pool");

    private final ParseContext context;

    DmaQueueParser(ParseContext context) {
        this.context = context;
    }

    /** Reads one queue set; rules between queues are checked when all are known. */
    DmaQueue parse(String name, JsonElement element) {
        ObjectKeys keys = new ObjectKeys(element, name, FUNCTION, context);
        boolean pinned = keys.optionalBool("pinned");
        Optional<EngineType> owner = owner(name, keys, pinned);
        String type = keys.string("type");
        boolean indirect = keys.optionalBool("indirect_memcpy");
        DmaRingType ringType = ringType(type, indirect).orElseThrow(() -> context.refuse(UNKNOWN_TYPE, type, name));
        int count = queueCount(name, keys, ringType);
        List<Integer> semaphores = semaphores(keys);
        List<String> instances = keys.optionalStrings("queue_instances");
        checkInstances(name, ringType, instances);
        OptionalInt syncSemaphore = ringType == DmaRingType.EMBEDDING_UPDATE
                ? OptionalInt.of(keys.u32("embedding_update_sync_semaphore"))
                : OptionalInt.empty();
        DmaQueue queue = new DmaQueue(
                name,
                type,
                ringType,
                owner,
                count,
                semaphores,
                instances,
                pinned,
                keys.optionalString("fabric_path").orElse("main"),
                descriptorGeneration(name, type, owner, keys),
                indirect,
                syncSemaphore);
        if (context.options().strict() && !queue.hasASemaphoreForEachQueue()) {
            throw context.refuse(SEMAPHORE_COUNT, name, count, semaphores.size());
        }
        return queue;
    }

    /** Documented as optional; only inf1's pinned queues, which nobody triggers, are known without one. */
    private Optional<EngineType> owner(String name, ObjectKeys keys, boolean pinned) {
        Optional<String> text = keys.optionalString("owner");
        if (text.isEmpty()) {
            if (!pinned) {
                context.log(NO_OWNER, name);
            }
            return Optional.empty();
        }
        return Optional.of(
                EngineType.fromKey(text.get()).orElseThrow(() -> context.refuse(INVALID_OWNER, text.get(), name)));
    }

    private static Optional<DmaRingType> ringType(String type, boolean indirectMemcpy) {
        return Optional.ofNullable(
                switch (type) {
                    case "in" -> DmaRingType.IN;
                    case "out" -> DmaRingType.OUT;
                    case TYPE_DATA -> indirectMemcpy ? DmaRingType.INDIRECT_MEMCPY : DmaRingType.DATA;
                    case DmaQueue.DYNAMIC -> DmaRingType.DATA;
                    case "act_load" -> DmaRingType.DYNAMIC_ACT_TBL;
                    case "embedding_update" -> DmaRingType.EMBEDDING_UPDATE;
                    default -> null;
                });
    }

    private int queueCount(String name, ObjectKeys keys, DmaRingType ringType) {
        int max = ringType == DmaRingType.DYNAMIC_ACT_TBL ? 1 : MAX_QUEUES;
        long count = keys.optionalUnsigned("num_queues").orElse(1);
        if (count < 1 || count > max) {
            throw context.refuse(QUEUE_COUNT, count, name, 1, max);
        }
        return (int) count;
    }

    /** The set, where there is one, else the single semaphore of older files. */
    private static List<Integer> semaphores(ObjectKeys keys) {
        OptionalInt single = keys.optionalU32("semaphore");
        return keys.find("semaphore_set").isEmpty() && single.isPresent()
                ? List.of(single.getAsInt())
                : keys.optionalU32s("semaphore_set");
    }

    private void checkInstances(String name, DmaRingType ringType, List<String> instances) {
        if (instances.isEmpty()) {
            return;
        }
        switch (ringType) {
            case IN -> throw context.refuse(NO_INSTANCES_INPUT, name);
            case OUT -> throw context.refuse(NO_INSTANCES_OUTPUT, name);
            case EMBEDDING_UPDATE -> throw context.refuse(NO_INSTANCES_EMBEDDING_UPDATE, name);
            default -> {}
        }
    }

    private DmaQueue.DescriptorGeneration descriptorGeneration(
            String name, String type, Optional<EngineType> owner, ObjectKeys keys) {
        Optional<JsonElement> scratch = keys.find("dynamic_dma");
        if (type.equals(DmaQueue.DYNAMIC) && scratch.isPresent()) {
            if (owner.filter(engine -> engine == EngineType.POOL).isEmpty()) {
                throw context.refuse(SCRATCH_OWNER, name);
            }
            ObjectKeys scratchKeys = new ObjectKeys(scratch.get(), name, FUNCTION, context);
            return new DmaQueue.DescriptorGeneration.Software(
                    scratchKeys.u32("SB_scratch_partition_offset"), scratchKeys.u32("SB_scratch_partition_size"));
        }
        boolean hardware = type.equals(DmaQueue.DYNAMIC)
                || keys.find("dge").flatMap(JsonElement::bool).orElse(false);
        return hardware ? new DmaQueue.DescriptorGeneration.Hardware() : new DmaQueue.DescriptorGeneration.Static();
    }

    private static LogMessage error(String template) {
        return LogMessage.error("NEFF", FUNCTION, template);
    }
}
