package io.nrt4j.loader.json;

/** A document that the runtime's parser refuses. Never leaves a stage: the stage turns it into its log line. */
public final class JsonFormatException extends Exception {
    private static final long serialVersionUID = 1L;

    private final SimdjsonError error;

    JsonFormatException(SimdjsonError error) {
        super(error.name());
        this.error = error;
    }

    /** Why. */
    public SimdjsonError error() {
        return error;
    }
}
