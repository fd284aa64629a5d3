package io.nrt4j.loader.pack;

import io.nrt4j.loader.pack.tar.TarDialect;
import io.nrt4j.loader.pack.tar.TarEntry;

/**
 * One entry of the inner archive and its bytes.
 *
 * @param entry name, type and attributes
 * @param content the bytes, as many as the entry says
 */
public record PackMember(TarEntry entry, MemberContent content) {
    public PackMember {
        if (entry.size() != content.size()) {
            throw new IllegalArgumentException(
                    entry.name() + " has " + content.size() + " bytes, its entry says " + entry.size());
        }
    }

    /** The header blocks of this member in {@code dialect}. */
    byte[] header(TarDialect dialect) {
        return dialect.header(entry);
    }
}
