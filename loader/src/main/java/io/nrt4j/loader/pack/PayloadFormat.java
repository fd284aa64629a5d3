package io.nrt4j.loader.pack;

import io.nrt4j.loader.pack.gzip.GzipFraming;
import io.nrt4j.loader.pack.tar.TarDialect;
import java.util.Optional;

/**
 * How members become a payload.
 *
 * @param tar the dialect of the inner archive
 * @param gzip the compression, or empty for a bare tar
 * @param fillTo a bare tar is zero-filled to a multiple of this many bytes; ignored with gzip, whose framing has its
 *     own
 * @param tarEnd zero bytes that end the tar, where they are not as many as the dialect's
 */
public record PayloadFormat(TarDialect tar, Optional<GzipFraming> gzip, int fillTo, Optional<Integer> tarEnd) {
    /** A compressed payload. */
    public static PayloadFormat compressed(TarDialect tar, GzipFraming gzip) {
        return new PayloadFormat(tar, Optional.of(gzip), 1, Optional.empty());
    }

    /** What the option {@code --enable-fast-loading-neuron-binaries} writes. Source: producer.md §5.4. */
    public static PayloadFormat uncompressed(TarDialect tar) {
        return new PayloadFormat(tar, Optional.empty(), GzipFraming.LIBARCHIVE_FILL, Optional.empty());
    }

    /** The same with another time stamp in the gzip header, seconds since 1970; a bare tar has none. */
    public PayloadFormat withMtime(long seconds) {
        return new PayloadFormat(tar, gzip.map(framing -> framing.withMtime(seconds)), fillTo, tarEnd);
    }

    /** The same at another zlib level; nothing changes for a bare tar. */
    public PayloadFormat withLevel(int level) {
        return new PayloadFormat(tar, gzip.map(framing -> framing.withLevel(level)), fillTo, tarEnd);
    }
}
