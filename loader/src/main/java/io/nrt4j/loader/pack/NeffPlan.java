package io.nrt4j.loader.pack;

import java.util.List;

/**
 * Everything that decides the bytes of a NEFF.
 *
 * @param header the header fields; {@code data_size} and the hash are computed
 * @param hash how the hash field is made
 * @param format how the members become a payload
 * @param members the members in archive order
 */
public record NeffPlan(HeaderFields header, HashForm hash, PayloadFormat format, List<PackMember> members) {
    public NeffPlan {
        members = List.copyOf(members);
    }
}
