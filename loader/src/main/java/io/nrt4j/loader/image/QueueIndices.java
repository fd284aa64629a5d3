package io.nrt4j.loader.image;

import io.nrt4j.hal.dma.DmaRegisters;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.manifest.DmaQueue;
import io.nrt4j.loader.manifest.DmaRingType;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The queue index of every queue set of a graph: those without I/O first, then those with, each in name order.
 *
 * <p>Source: dma.md §3.
 */
final class QueueIndices {
    /** Ours: the runtime's text is not known. */
    static final LogMessage TOO_MANY = LogMessage.error(
            "TDRV", "drs_create_data_refill_rings", "Too many DMA queue sets: %u, at most %u fit beside the runtime's");

    private final Map<String, Integer> indices = new LinkedHashMap<>();

    /** Assigns the indices; {@code queues} in name order. */
    QueueIndices(List<DmaQueue> queues, Nlog nlog) {
        if (queues.size() > DmaRegisters.RUNTIME_QUEUE) {
            throw nlog.fail(
                    NrtStatus.NRT_RESOURCE, LoadStage.IMAGES, TOO_MANY, queues.size(), DmaRegisters.RUNTIME_QUEUE);
        }
        queues.stream()
                .sorted(Comparator.comparing(QueueIndices::isIo))
                .forEach(queue -> indices.put(queue.name(), indices.size()));
    }

    private static boolean isIo(DmaQueue queue) {
        return queue.ringType() == DmaRingType.IN || queue.ringType() == DmaRingType.OUT;
    }

    /** The index of a queue set. */
    int of(DmaQueue queue) {
        Integer index = indices.get(queue.name());
        if (index == null) {
            throw new IllegalArgumentException("no queue set " + queue.name());
        }
        return index;
    }
}
