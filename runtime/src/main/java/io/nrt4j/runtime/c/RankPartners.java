package io.nrt4j.runtime.c;

import io.nrt4j.hal.dma.CollectiveOp;
import io.nrt4j.loader.LoadedModel;
import io.nrt4j.loader.manifest.Definition;
import io.nrt4j.loader.manifest.ReplicaGroups.Group;
import io.nrt4j.loader.manifest.ReplicaGroups.GroupSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Which ranks of a job work together. Source: exec.md §7. */
final class RankPartners {
    private RankPartners() {}

    /** The ranks without which a model cannot come to its end, itself included. */
    static Set<Integer> of(LoadedModel model, RankSeat seat) {
        List<CollectiveOp> operations = model.images().collectiveOperations();
        if (operations.isEmpty()) {
            return Set.of(seat.rank());
        }
        List<GroupSet> sets = model.manifest().definitions().stream()
                .map(Definition::collectives)
                .flatMap(collectives -> collectives.replicaGroups().sets().stream())
                .toList();
        // Where pairs send and receive, a rank does not know with whom its peer works.
        boolean everyone = sets.isEmpty()
                || sets.stream().anyMatch(GroupSet::isEveryone)
                || operations.stream().anyMatch(operation -> operation.kind() != CollectiveOp.Kind.COLLECTIVE);
        return everyone
                ? IntStream.range(0, seat.ranks()).boxed().collect(Collectors.toCollection(TreeSet::new))
                : closure(seat, sets);
    }

    /** Groups of several geometries chain ranks together. */
    private static Set<Integer> closure(RankSeat seat, List<GroupSet> sets) {
        List<List<Integer>> groups = sets.stream()
                .flatMap(set -> set.groups().stream())
                .map(Group::participants)
                .toList();
        Set<Integer> members = new TreeSet<>(Set.of(seat.rank()));
        List<Integer> open = new ArrayList<>(members);
        while (!open.isEmpty()) {
            int next = open.remove(open.size() - 1);
            groups.stream()
                    .filter(group -> group.contains(next))
                    .flatMap(List::stream)
                    .filter(member -> member < seat.ranks() && members.add(member))
                    .forEach(open::add);
        }
        return members;
    }
}
