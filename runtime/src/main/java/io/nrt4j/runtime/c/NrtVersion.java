package io.nrt4j.runtime.c;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/**
 * {@code nrt_version_t}. Source: nrt-api.md §2, §4.1.
 *
 * @param detail such as {@code libnrt version 2.31.24.0}
 * @param gitHash forty hexadecimal digits; empty where the caller's struct is too old for it
 */
public record NrtVersion(long major, long minor, long patch, long maintenance, String detail, String gitHash) {
    /** Bytes of the struct. */
    public static final int BYTES = 224;
    /** Bytes of the struct before it had a hash: fewer are refused. */
    public static final int SMALLEST_BYTES = 160;
    /** A struct of more bytes than this gets the hash. */
    static final int HASH_FITS_ABOVE = 200;

    private static final int MINOR = 8;
    private static final int PATCH = 16;
    private static final int MAINTENANCE = 24;
    private static final int DETAIL = 32;
    private static final int GIT_HASH = 160;

    /** Writes the struct, little-endian, to the next {@value #BYTES} bytes. */
    public void encode(ByteBuf out) {
        int at = out.writerIndex();
        out.writeZero(BYTES);
        out.setLongLE(at, major);
        out.setLongLE(at + MINOR, minor);
        out.setLongLE(at + PATCH, patch);
        out.setLongLE(at + MAINTENANCE, maintenance);
        out.setCharSequence(at + DETAIL, detail, StandardCharsets.US_ASCII);
        out.setCharSequence(at + GIT_HASH, gitHash, StandardCharsets.US_ASCII);
    }
}
