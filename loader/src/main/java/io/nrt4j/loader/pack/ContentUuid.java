package io.nrt4j.loader.pack;

import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * A uuid that depends on nothing but the payload, so that packing the same members twice gives the same file.
 *
 * <p>The compiler's is random; it has the form of one (RFC 4122 version 4), as every real file has. Source:
 * producer.md §7.1.
 */
final class ContentUuid {
    private static final long VERSION_MASK = 0xffff_ffff_ffff_0fffL;
    private static final long VERSION_4 = 0x4000L;
    private static final long VARIANT_MASK = 0x3fff_ffff_ffff_ffffL;
    private static final long VARIANT_RFC_4122 = 0x8000_0000_0000_0000L;

    private ContentUuid() {}

    /** The uuid for a payload with this digest of at least 16 bytes. */
    static UUID of(byte[] digest) {
        ByteBuffer bytes = ByteBuffer.wrap(digest);
        return new UUID(
                (bytes.getLong() & VERSION_MASK) | VERSION_4, (bytes.getLong() & VARIANT_MASK) | VARIANT_RFC_4122);
    }
}
