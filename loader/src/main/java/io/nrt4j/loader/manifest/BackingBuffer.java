package io.nrt4j.loader.manifest;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** {@code kbin_backing_buf}: which scratchpad a virtual variable is a window of. Source: memory.md §1.1. */
public enum BackingBuffer {
    /** The scratchpad of the core that runs the graph; the default. */
    LOCAL(0),
    /** One region for all cores of a logical core. */
    SHARED(1),
    SHARDED(2),
    MAIN(3);

    private final int code;

    BackingBuffer(int code) {
        this.code = code;
    }

    /** The number in the runtime's records. */
    public int code() {
        return code;
    }

    /** The {@code backing_buf} text. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The buffer of a {@code backing_buf} text, or empty for an unknown one. */
    public static Optional<BackingBuffer> fromText(String text) {
        return Arrays.stream(values()).filter(b -> b.text().equals(text)).findFirst();
    }
}
