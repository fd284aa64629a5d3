package io.nrt4j.hal.engine.collective;

import io.nrt4j.hal.dma.CollectiveOp;
import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/** One collective operation of a group: who takes part, who has arrived, and, once all have, what each gave. */
final class Meeting {
    private final List<Integer> members;
    private final @Nullable CollectiveEngine[] engines;
    private final @Nullable CollectiveOp[] operations;
    private final long[] arrivals;
    private final List<byte[]> sources = new ArrayList<>();
    private int departed;

    /**
     * @param members the ranks in group order
     */
    Meeting(List<Integer> members) {
        this.members = members;
        this.engines = new CollectiveEngine[members.size()];
        this.operations = new CollectiveOp[members.size()];
        this.arrivals = new long[members.size()];
    }

    /** A rank arrives with its own description of the operation. */
    void arrive(CollectiveEngine engine, CollectiveOp operation) {
        int position = position(engine);
        for (CollectiveOp other : operations) {
            if (other != null) {
                check(other, operation);
            }
        }
        engines[position] = engine;
        operations[position] = operation;
        arrivals[position] = engine.arrived();
    }

    /** Whether every member is there. */
    boolean isComplete() {
        return Arrays.stream(engines).allMatch(e -> e != null);
    }

    /** Position of a rank in the group. */
    int position(CollectiveEngine engine) {
        return members.indexOf(engine.rank());
    }

    /** The members that are not there. */
    List<Integer> missing() {
        List<Integer> missing = new ArrayList<>();
        for (int i = 0; i < engines.length; i++) {
            if (engines[i] == null) {
                missing.add(members.get(i));
            }
        }
        return missing;
    }

    /** The bytes that each member gave, by position; read when the first of them asks, before anything is written. */
    List<byte[]> sources() {
        if (sources.isEmpty()) {
            for (int i = 0; i < engines.length; i++) {
                CollectiveEngine engine = engines[i];
                CollectiveOp operation = operations[i];
                if (engine == null || operation == null) {
                    throw new IllegalStateException("rank " + members.get(i) + " has not arrived");
                }
                sources.add(engine.give(operation, arrivals[i]));
            }
        }
        return sources;
    }

    /** Names the members that are there, each with the number of its arrival among all operations that it started. */
    void forEachMember(ObjLongConsumer<CollectiveEngine> visitor) {
        for (int i = 0; i < engines.length; i++) {
            CollectiveEngine engine = engines[i];
            if (engine != null) {
                visitor.accept(engine, arrivals[i]);
            }
        }
    }

    /** A rank has its result; gives whether it was the last one. */
    boolean depart() {
        departed++;
        return departed == engines.length;
    }

    /** A send meets its receive; everything else must be alike. */
    private static void check(CollectiveOp mine, CollectiveOp other) {
        boolean collective = mine.kind() == CollectiveOp.Kind.COLLECTIVE;
        boolean same = (collective ? mine.kind() == other.kind() : mine.kind() != other.kind())
                && mine.type() == other.type()
                && mine.reduceOp() == other.reduceOp()
                && mine.dtype() == other.dtype()
                && mine.elements() == other.elements();
        if (!same) {
            throw new InstructionFaultException(
                    FaultKind.COLLECTIVE, "ranks disagree: %s and %s".formatted(describe(mine), describe(other)));
        }
    }

    static String describe(CollectiveOp operation) {
        return "%s type %d op 0x%02x of %d elements of type 0x%x"
                .formatted(
                        operation.kind(),
                        operation.type(),
                        operation.reduceOp(),
                        operation.elements(),
                        operation.dtype());
    }
}
