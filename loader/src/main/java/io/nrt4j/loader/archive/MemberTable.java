package io.nrt4j.loader.archive;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code neff_t}: the members of a NEFF by name. Owns their bytes; closing it gives them back. Source: container.md
 * §10.
 */
public final class MemberTable implements AutoCloseable {
    /** Keyed by the bytes of the name, one char each: names need not be text. */
    private final Map<String, Member> byKey;

    private final List<Member> members;
    private final List<String> duplicates;
    private final Runnable release;

    /**
     * @param byKey name bytes to member, in the order of {@link #members()}
     * @param duplicates see {@link #duplicates()}
     * @param release gives the bytes of all members back
     */
    MemberTable(Map<String, Member> byKey, List<String> duplicates, Runnable release) {
        this.byKey = byKey;
        this.members = List.copyOf(byKey.values());
        this.duplicates = List.copyOf(duplicates);
        this.release = release;
    }

    /** The member whose name is exactly {@code name}. */
    public Optional<Member> find(String name) {
        return Optional.ofNullable(byKey.get(new String(name.getBytes(UTF_8), ISO_8859_1)));
    }

    /** The members in the order of their (last) appearance in the archive. */
    public List<Member> members() {
        return members;
    }

    /** Names that appeared more than once, once for every appearance after the first; the last one counts. */
    public List<String> duplicates() {
        return duplicates;
    }

    /** Gives the bytes of all members back. To be called once. */
    @Override
    public void close() {
        release.run();
    }

    /**
     * Gives back the memory that is kept for the next archive: up to 32 MiB outside the heap, once archives were read.
     */
    public static void releaseIdleMemory() {
        SlabPool.shared().releaseIdle();
    }
}
