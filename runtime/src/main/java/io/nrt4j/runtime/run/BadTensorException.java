package io.nrt4j.runtime.run;

/** A file that does not hold what the tensor needs; the message says what was expected and what was found. */
final class BadTensorException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BadTensorException(String message) {
        super(message);
    }
}
