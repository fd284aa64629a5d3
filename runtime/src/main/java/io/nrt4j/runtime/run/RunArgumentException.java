package io.nrt4j.runtime.run;

/** An argument of a run that does not go with the NEFF: a tensor that it does not have, a rank that does not run. */
public final class RunArgumentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RunArgumentException(String message) {
        super(message);
    }
}
