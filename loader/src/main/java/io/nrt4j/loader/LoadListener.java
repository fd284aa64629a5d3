package io.nrt4j.loader;

import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LoadStage;

/**
 * Watches a load. Called on the loading thread, in order; what a listener throws ends the load.
 *
 * <p>Every stage that starts either finishes, or the load fails in it.
 */
public interface LoadListener {
    /** Watches nothing. */
    LoadListener NONE = new LoadListener() {};

    default void stageStarted(LoadStage stage) {}

    /**
     * A stage is done.
     *
     * @param nanos how long the stage took, in nanoseconds
     */
    default void stageFinished(LoadStage stage, long nanos) {}

    default void loaded(LoadedModel model) {}

    /**
     * The load ended in an error.
     *
     * @param failure with the whole cascade of records
     */
    default void failed(LoadException failure) {}
}
