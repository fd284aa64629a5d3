package io.nrt4j.loader;

import io.nrt4j.loader.diagnostics.LoadStage;
import java.util.function.Supplier;

/** Runs the stages of one load and tells the listener about each. */
final class StageTimer {
    private final LoadListener listener;

    StageTimer(LoadListener listener) {
        this.listener = listener;
    }

    <T> T run(LoadStage stage, Supplier<T> work) {
        listener.stageStarted(stage);
        long start = System.nanoTime();
        T result = work.get();
        listener.stageFinished(stage, System.nanoTime() - start);
        return result;
    }
}
