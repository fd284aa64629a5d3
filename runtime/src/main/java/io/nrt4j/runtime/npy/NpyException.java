package io.nrt4j.runtime.npy;

import java.io.IOException;

/** A file that is no {@code .npy} file, or one that this package does not read; the message says why. */
public final class NpyException extends IOException {
    private static final long serialVersionUID = 1L;

    public NpyException(String message) {
        super(message);
    }
}
