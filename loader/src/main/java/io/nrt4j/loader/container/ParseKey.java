package io.nrt4j.loader.container;

import java.util.Optional;
import java.util.UUID;

/**
 * What makes two NEFFs the same for the {@link ParseCache}.
 *
 * @param uuid the header's
 * @param content a digest of header and payload; empty where the uuid alone decides
 */
public record ParseKey(UUID uuid, Optional<ByteField> content) {
    /**
     * The runtime's key: the uuid alone. Two different files with one uuid share the contents of the first, as they do
     * there. Source: container.md §11.
     */
    public static ParseKey byUuid(NeffHeader header) {
        return new ParseKey(header.uuid(), Optional.empty());
    }

    /** A key that only files of the same bytes share. */
    public static ParseKey byContent(ByteSource file, NeffHeader header) {
        return new ParseKey(header.uuid(), Optional.of(PayloadDigest.SHA256.of(file)));
    }
}
