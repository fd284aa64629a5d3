package io.nrt4j.loader.archive;

import org.jspecify.annotations.Nullable;

/**
 * The error text of an archive handle: the last one set wins, and a failure need not set one. Both are visible in the
 * runtime's log lines, so filters and reader share one of these as they share a handle in libarchive.
 */
final class LastError {
    private @Nullable String text;

    void set(String newText) {
        text = newText;
    }

    void clear() {
        text = null;
    }

    /** The text as C prints it with {@code %s}: {@code (null)} where none was set. */
    String printed() {
        return text == null ? "(null)" : text;
    }

    /** The text, or {@code null} where none was set. */
    @Nullable
    String text() {
        return text;
    }
}
