package io.nrt4j.hal.q7;

import org.jspecify.annotations.Nullable;

/** A null where the provider takes none: it prints this message and aborts the process. Source: q7.md §0.2. */
public final class Q7ApiMisuse extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private Q7ApiMisuse(String function, String argument) {
        super("nrtucode: invalid API usage in `%s`: `%s` is null\n".formatted(function, argument));
    }

    static <T> T notNull(@Nullable T value, String function, String argument) {
        if (value == null) {
            throw new Q7ApiMisuse(function, argument);
        }
        return value;
    }
}
