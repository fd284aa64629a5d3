package io.nrt4j.runtime;

import java.time.Duration;

/** Told what a runtime did and how long it took. Called on the thread that made the call. */
public interface RuntimeListener {
    /** Is not interested. */
    RuntimeListener NONE = new RuntimeListener() {};

    /** A model was loaded. */
    default void loaded(Model model, Duration elapsed) {}

    /** A request has ended well. */
    default void executed(Model model, Duration elapsed) {}

    /** A call has failed. */
    default void failed(NrtException failure) {}
}
