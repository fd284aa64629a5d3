package io.nrt4j.runtime.c;

import io.nrt4j.loader.diagnostics.NrtStatus;
import java.util.function.BiConsumer;

/**
 * A request to execute that nobody waits for.
 *
 * @param completed is told how it ended, once tensors and model are free
 */
record QueuedRequest(ExecutionRequest request, BiConsumer<Sequence, NrtStatus> completed) implements XuQueue.Task {
    @Override
    public void run(Sequence sequence) {
        NrtStatus status = NrtStatus.NRT_FAILURE;
        try (request) {
            status = request.run();
        } finally {
            completed.accept(sequence, status);
        }
    }

    @Override
    public void abandon(Sequence sequence) {
        request.close();
        completed.accept(sequence, NrtStatus.NRT_CLOSED);
    }
}
