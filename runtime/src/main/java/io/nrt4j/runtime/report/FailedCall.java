package io.nrt4j.runtime.report;

import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.diagnostics.RuntimeAbortException;
import java.util.List;

/** Receives calls of the C API that failed, where the runtime prints its infodump. Source: errors.md §2. */
@FunctionalInterface
public interface FailedCall {
    /**
     * A call has failed.
     *
     * @param function the function's name in C
     * @param cores the numbers of the logical cores in use
     */
    void ended(NrtStatus status, String function, List<Integer> cores);

    /** A load has failed. An assertion ends the process; nobody is left to print then. */
    default void loadEnded(LoadException failure, List<Integer> cores) {
        if (!(failure instanceof RuntimeAbortException)) {
            ended(failure.status(), "nrt_load", cores);
        }
    }
}
