package io.nrt4j.loader;

import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.container.NeffHeader;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The parsed container of a NEFF: its header and members, for as long as somebody uses them.
 *
 * <p>The parse cache holds it during loads, and every model until it is unloaded.
 */
final class SharedMembers {
    private final NeffHeader header;
    private final MemberTable members;
    private final AtomicInteger users = new AtomicInteger(1);

    /** Owned by its first user. */
    SharedMembers(NeffHeader header, MemberTable members) {
        this.header = header;
        this.members = members;
    }

    NeffHeader header() {
        return header;
    }

    MemberTable members() {
        return members;
    }

    /** One more user; to be called by a user. */
    SharedMembers retain() {
        users.incrementAndGet();
        return this;
    }

    /** One user less. The last one gives the members' bytes back. */
    void release() {
        if (users.decrementAndGet() == 0) {
            members.close();
        }
    }
}
