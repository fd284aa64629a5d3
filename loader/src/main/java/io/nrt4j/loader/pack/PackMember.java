package io.nrt4j.loader.pack;

import io.nrt4j.loader.container.ByteField;
import io.nrt4j.loader.pack.tar.TarDialect;
import io.nrt4j.loader.pack.tar.TarEntry;
import java.util.Optional;

/**
 * One entry of the inner archive and its bytes.
 *
 * @param entry name, type and attributes
 * @param rawHeader the header blocks to write instead of the dialect's
 * @param content the bytes, as many as the entry says
 */
public record PackMember(TarEntry entry, Optional<ByteField> rawHeader, MemberContent content) {
    public PackMember {
        if (entry.size() != content.size()) {
            throw new IllegalArgumentException(
                    entry.name() + " has " + content.size() + " bytes, its entry says " + entry.size());
        }
    }

    /** A member with the headers of the dialect. */
    public PackMember(TarEntry entry, MemberContent content) {
        this(entry, Optional.empty(), content);
    }

    /** The header blocks. */
    byte[] header(TarDialect dialect) {
        return rawHeader.map(ByteField::toBytes).orElseGet(() -> dialect.header(entry));
    }
}
