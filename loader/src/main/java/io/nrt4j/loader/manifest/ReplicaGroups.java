package io.nrt4j.loader.manifest;

import java.util.List;

/**
 * {@code replica_groups}: which ranks take part in collectives. Source: manifest.md §7.6.
 *
 * @param sets the distinct group geometries; a collective instruction names one by its index
 */
public record ReplicaGroups(List<GroupSet> sets) {
    /** No collectives. */
    public static final ReplicaGroups NONE = new ReplicaGroups(List.of());

    public ReplicaGroups {
        sets = List.copyOf(sets);
    }

    /** One geometry; without groups in the files that have the bare form {@code [[]]}. */
    public record GroupSet(List<Group> groups) {
        public GroupSet {
            groups = List.copyOf(groups);
        }
    }

    /** The ranks that work together, as unsigned 32-bit numbers. */
    public record Group(List<Integer> participants) {
        public Group {
            participants = List.copyOf(participants);
        }
    }
}
