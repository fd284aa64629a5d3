package io.nrt4j.loader.archive;

import io.nrt4j.loader.container.ByteSource;
import java.io.IOException;
import java.io.OutputStream;

/** The tar of a payload as bytes, for tools that look at its blocks. Sees the same bytes as a load. */
public final class TarBytes {
    private TarBytes() {}

    /**
     * Writes the tar, everything behind its end mark included, to {@code out}; memory use does not depend on its
     * size.
     *
     * @throws IOException when the payload cannot be inflated to its end, or {@code out} fails
     */
    public static void copy(ByteSource payload, ArchiveLimits limits, OutputStream out) throws IOException {
        LastError error = new LastError();
        ArchiveGuard guard = new ArchiveGuard(limits, payload.size());
        try (InputPipeline input = new InputPipeline(payload, error, guard)) {
            if (!input.open()) {
                throw new IOException(error.printed());
            }
            ReadAhead tar = input.top();
            int available = tar.ahead(1);
            while (available > 0) {
                tar.buffer().getBytes(tar.index(), out, available);
                tar.pass(available);
                available = tar.ahead(1);
            }
            if (available < 0) {
                throw new IOException(guard.violation() == null ? error.printed() : guard.violation());
            }
        }
    }
}
