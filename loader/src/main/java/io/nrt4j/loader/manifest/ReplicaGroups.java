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

    /** Whether two ranks are in one group of any geometry; where no groups are named, all ranks are together. */
    public boolean joins(int rank, int other) {
        return sets.isEmpty()
                || sets.stream()
                        .anyMatch(set -> set.isEveryone()
                                || set.groups().stream()
                                        .map(Group::participants)
                                        .anyMatch(g -> g.contains(rank) && g.contains(other)));
    }

    /** One geometry; without groups in the files that have the bare form {@code [[]]}. */
    public record GroupSet(List<Group> groups) {
        public GroupSet {
            groups = List.copyOf(groups);
        }

        /** Whether the file names no rank at all. */
        public boolean isEveryone() {
            return groups.stream().allMatch(group -> group.participants().isEmpty());
        }
    }

    /** The ranks that work together, as unsigned 32-bit numbers. */
    public record Group(List<Integer> participants) {
        public Group {
            participants = List.copyOf(participants);
        }
    }
}
