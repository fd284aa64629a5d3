package io.nrt4j.loader.manifest;

import java.util.HashMap;
import java.util.Map;

/** Rules about the queue sets of one graph. */
final class QueueLint {
    private QueueLint() {}

    static void check(Definition definition, LintContext context) {
        Map<Integer, String> owners = new HashMap<>();
        for (DmaQueue queue : definition.queues()) {
            for (int semaphore : queue.semaphores()) {
                String other = owners.putIfAbsent(semaphore, queue.name());
                if (other != null) {
                    context.find(
                            LintRule.SHARED_SEMAPHORE,
                            definition.path(),
                            "semaphore %d completes %s and %s"
                                    .formatted(Integer.toUnsignedLong(semaphore), other, queue.name()));
                }
            }
            if (!queue.hasASemaphoreForEachQueue()) {
                context.find(
                        LintRule.SEMAPHORE_COUNT,
                        definition.path(),
                        "%s has %d queues and %d semaphores"
                                .formatted(
                                        queue.name(),
                                        queue.numQueues(),
                                        queue.semaphores().size()));
            }
        }
    }
}
