package io.nrt4j.hal.engine.collective;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The ranks of a machine and their groups.
 *
 * @param ranks number of ranks, from 0
 * @param groupSets by the number that a collective instruction names: the groups of ranks of that geometry
 */
public record CollectiveWorld(int ranks, List<List<List<Integer>>> groupSets) {
    /** One rank. */
    public static final CollectiveWorld SINGLE = new CollectiveWorld(1, List.of());

    public CollectiveWorld {
        groupSets = List.copyOf(groupSets);
    }

    /** The ranks that work together with a rank, in the order that decides positions. */
    List<Integer> members(int groupSet, int rank) {
        if (groupSets.isEmpty() || ranks == 1) {
            return everyone();
        }
        if (groupSet >= groupSets.size()) {
            throw new InstructionFaultException(
                    FaultKind.COLLECTIVE, "replica group set %d of %d".formatted(groupSet, groupSets.size()));
        }
        List<List<Integer>> groups = groupSets.get(groupSet);
        if (groups.stream().allMatch(List::isEmpty)) {
            return everyone();
        }
        List<Integer> group = groups.stream()
                .filter(g -> g.contains(rank))
                .findFirst()
                .orElseThrow(() -> new InstructionFaultException(
                        FaultKind.COLLECTIVE, "rank %d is in no group of set %d".formatted(rank, groupSet)));
        if (group.stream().anyMatch(member -> member >= ranks)) {
            throw new InstructionFaultException(
                    FaultKind.COLLECTIVE, "group %s needs more than the %d ranks that run".formatted(group, ranks));
        }
        return group;
    }

    private List<Integer> everyone() {
        return IntStream.range(0, ranks).boxed().toList();
    }
}
