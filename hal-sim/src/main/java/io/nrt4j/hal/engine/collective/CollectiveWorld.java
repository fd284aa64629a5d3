package io.nrt4j.hal.engine.collective;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import java.util.List;

/**
 * The ranks of a machine and their groups.
 *
 * @param groupSets by the number that a collective instruction names: the groups of ranks of that geometry
 */
public record CollectiveWorld(List<List<List<Integer>>> groupSets) {
    /** No groups: every rank is alone. */
    public static final CollectiveWorld SINGLE = new CollectiveWorld(List.of());

    public CollectiveWorld {
        groupSets = List.copyOf(groupSets);
    }

    /** The ranks that work together with a rank, in the order that decides positions. */
    List<Integer> members(int groupSet, int rank) {
        if (groupSets.isEmpty()) {
            return List.of(rank);
        }
        if (groupSet >= groupSets.size()) {
            throw new InstructionFaultException(
                    FaultKind.COLLECTIVE, "replica group set %d of %d".formatted(groupSet, groupSets.size()));
        }
        List<List<Integer>> groups = groupSets.get(groupSet);
        if (groups.isEmpty() || groups.stream().allMatch(List::isEmpty)) {
            return List.of(rank);
        }
        return groups.stream()
                .filter(g -> g.contains(rank))
                .findFirst()
                .orElseThrow(() -> new InstructionFaultException(
                        FaultKind.COLLECTIVE, "rank %d is in no group of set %d".formatted(rank, groupSet)));
    }
}
