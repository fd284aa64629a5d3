package io.nrt4j.hal.isa;

import java.util.Optional;

/** Who counts with a semaphore, for the disassembly: an engine or a queue, by the name that profilers print. */
@FunctionalInterface
public interface SemaphoreNames {
    /** No names: every semaphore prints as {@code $S[n]}. */
    SemaphoreNames NONE = index -> Optional.empty();

    /** The owner of a semaphore, such as {@code Tensor} or {@code qSyncDynamicHW}; empty for one without. */
    Optional<String> ownerOf(int index);
}
