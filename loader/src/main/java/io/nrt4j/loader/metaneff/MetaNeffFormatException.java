package io.nrt4j.loader.metaneff;

/** Bytes that are no metaneff. */
public final class MetaNeffFormatException extends Exception {
    private static final long serialVersionUID = 1L;

    MetaNeffFormatException(Throwable cause) {
        super("not a metaneff: " + cause.getMessage(), cause);
    }
}
