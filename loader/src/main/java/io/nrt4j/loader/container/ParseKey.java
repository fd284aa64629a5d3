package io.nrt4j.loader.container;

import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What makes two NEFFs the same for the {@link ParseCache}: the header's uuid, and mostly the bytes too.
 *
 * <p>The bytes are digested only when two loads with one uuid meet.
 */
public final class ParseKey {
    private final UUID uuid;
    private final Optional<Supplier<ByteField>> content;
    private @Nullable ByteField digest;

    private ParseKey(UUID uuid, Optional<Supplier<ByteField>> content) {
        this.uuid = uuid;
        this.content = content;
    }

    /**
     * The runtime's key: the uuid alone. Two different files with one uuid share the contents of the first, as they do
     * there. Source: container.md §11.
     */
    public static ParseKey byUuid(NeffHeader header) {
        return new ParseKey(header.uuid(), Optional.empty());
    }

    /** A key that only files of the same bytes share; {@code file} must stay open while the key is in a cache. */
    public static ParseKey byContent(ByteSource file, NeffHeader header) {
        return new ParseKey(header.uuid(), Optional.of(() -> PayloadDigest.SHA256.of(file)));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ParseKey key
                && uuid.equals(key.uuid)
                && content.isPresent() == key.content.isPresent()
                && digest().equals(key.digest());
    }

    @Override
    public int hashCode() {
        return uuid.hashCode();
    }

    private synchronized Optional<ByteField> digest() {
        if (digest == null && content.isPresent()) {
            digest = content.get().get();
        }
        return Optional.ofNullable(digest);
    }
}
