package io.nrt4j.loader;

import io.nrt4j.hal.memory.MemoryUsage;
import io.nrt4j.hal.memory.UsageTable;
import io.nrt4j.loader.manifest.Definition;
import io.nrt4j.loader.manifest.MemRefType;
import io.nrt4j.loader.manifest.Variable;
import java.util.EnumMap;
import java.util.Map;

/**
 * What the accounting of a device says of a model's core, with the caller's tensors as if they were bound: the first
 * core of the pair holds those of both. Profiler buffers and notification queues are no part of it.
 */
final class AccountedMemory {
    private AccountedMemory() {}

    static Map<MemoryUsage, Long> of(LoadedModel model, int graph) {
        UsageTable usage = model.core().device().heap().usage().cores();
        int core = model.core().core(graph).index();
        Map<MemoryUsage, Long> bytes = new EnumMap<>(MemoryUsage.class);
        for (MemoryUsage kind : MemoryUsage.values()) {
            if (kind != MemoryUsage.NOTIFICATION) {
                bytes.put(kind, usage.bytes(core, kind));
            }
        }
        bytes.put(
                MemoryUsage.TENSOR,
                graph == 0 ? tensors(model.manifest().definitions().get(0)) : 0L);
        return bytes;
    }

    private static long tensors(Definition definition) {
        return definition.variables().stream()
                .filter(v -> v.memRefType() == MemRefType.MR_INPUT || v.memRefType() == MemRefType.MR_OUTPUT)
                .mapToLong(Variable::size)
                .sum();
    }
}
