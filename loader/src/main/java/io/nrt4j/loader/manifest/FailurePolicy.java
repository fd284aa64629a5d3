package io.nrt4j.loader.manifest;

import io.nrt4j.loader.diagnostics.LoadException;
import java.util.ArrayList;
import java.util.List;

/** What the failure of one step means for the steps behind it. */
interface FailurePolicy {
    /** The load ends, as in the runtime. */
    FailurePolicy STRICT = (where, step) -> step.run();

    /**
     * Takes a step.
     *
     * @param where the member that the step reads
     */
    void attempt(String where, Runnable step);

    /** Notes the failure and goes on with the next step. */
    final class Collecting implements FailurePolicy {
        /** A file with more problems than this is broken throughout; the rest says nothing new. */
        static final int MAX_PROBLEMS = 200;

        private final List<Problem> problems = new ArrayList<>();

        @Override
        public void attempt(String where, Runnable step) {
            try {
                step.run();
            } catch (LoadException e) {
                if (problems.size() < MAX_PROBLEMS) {
                    problems.add(new Problem(where, e.getMessage()));
                }
            }
        }

        List<Problem> problems() {
            return List.copyOf(problems);
        }
    }
}
