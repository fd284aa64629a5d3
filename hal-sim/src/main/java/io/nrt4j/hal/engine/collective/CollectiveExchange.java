package io.nrt4j.hal.engine.collective;

import io.nrt4j.hal.dma.CollectiveOp;
import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.numeric.ElementCodecs;
import io.nrt4j.hal.engine.sequencer.CoreModel;
import io.nrt4j.hal.engine.sequencer.EngineBus;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Where the ranks of a machine meet.
 *
 * <p>The operation that a rank posts k-th for a group meets the k-th ones of the other members; a send meets the receive
 * of its peer. A rank alone in its group completes at once. Source: exec.md §7.2, §7.3.
 */
public final class CollectiveExchange {
    private final CollectiveWorld world;
    private final CollectiveArithmetic arithmetic;
    private final Set<Integer> ranks = new HashSet<>();
    private final Map<Place, Meeting> meetings = new HashMap<>();
    private final Map<Place, Integer> counts = new HashMap<>();

    /**
     * Where an operation takes place.
     *
     * @param pair whether it is a send and its receive
     * @param groupSet the set that the instruction names; -1 for pairs
     * @param members the ranks in group order
     * @param counter the rank that counts, or -1 in the key of a meeting
     * @param sequence number of the operation at this place; 0 in the key of a count
     */
    private record Place(boolean pair, int groupSet, List<Integer> members, int counter, int sequence) {}

    public CollectiveExchange(CollectiveWorld world, ElementCodecs codecs) {
        this.world = world;
        this.arithmetic = new CollectiveArithmetic(codecs);
    }

    /** Adds a rank. */
    public CollectiveEngine join(int rank, CoreModel core, EngineBus bus) {
        if (!ranks.add(rank)) {
            throw new IllegalArgumentException("rank " + rank + " joined twice");
        }
        return new CollectiveEngine(core, rank, this, bus);
    }

    Meeting arrive(CollectiveEngine engine, CollectiveOp operation) {
        boolean pair = operation.kind() != CollectiveOp.Kind.COLLECTIVE;
        List<Integer> members = members(engine.rank(), operation);
        for (int member : members) {
            if (!ranks.contains(member)) {
                throw new InstructionFaultException(FaultKind.COLLECTIVE, "rank " + member + " is not in this machine");
            }
        }
        int groupSet = pair ? -1 : operation.group();
        int sequence = counts.merge(new Place(pair, groupSet, members, engine.rank(), 0), 1, Integer::sum) - 1;
        Meeting meeting = meetings.computeIfAbsent(
                new Place(pair, groupSet, members, -1, sequence), place -> new Meeting(members));
        meeting.arrive(engine, operation);
        return meeting;
    }

    /** The members of an operation's group; of a pair the sender first. */
    private List<Integer> members(int rank, CollectiveOp operation) {
        int peer = (int) operation.peer();
        return switch (operation.kind()) {
            case COLLECTIVE -> world.members(operation.group(), rank);
            case SEND -> List.of(rank, peer);
            case RECEIVE -> List.of(peer, rank);
        };
    }

    /** The bytes that a rank's destination gets; empty where the operation leaves it alone. */
    byte[] result(CollectiveEngine engine, CollectiveOp operation, Meeting meeting) {
        return switch (operation.kind()) {
            case COLLECTIVE ->
                arithmetic.result(
                        operation.type(),
                        operation.reduceOp(),
                        operation.dtype(),
                        meeting.sources(),
                        meeting.position(engine));
            case SEND -> new byte[0];
            case RECEIVE -> meeting.sources().get(0);
        };
    }

    void depart(Meeting meeting) {
        if (meeting.depart()) {
            meetings.values().remove(meeting);
        }
    }
}
