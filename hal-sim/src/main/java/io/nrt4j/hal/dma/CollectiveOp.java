package io.nrt4j.hal.dma;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.Events;

/**
 * One collective operation of a graph, which a top-SP carries out when its trigger is written.
 *
 * <p>The slot that triggers it writes {@code sequence + 1} to {@code trigger}; a write of 0 there only starts the
 * stream. When the operation is complete the top-SP does the update that the program's slot asked for. Source: exec.md
 * §7; the value written is the emulator's.
 *
 * @param engine the engine whose program holds it
 * @param sequence position among the operations of the graph, in program order of each engine, from 0
 * @param trigger device address of the top-SP's trigger
 * @param kind what kind of operation
 * @param type the collective type's code, see {@link io.nrt4j.hal.isa.CollectiveType}; 0 for send and receive
 * @param reduceOp the ALU code of the reduction
 * @param dtype the element type's code; 0 for send and receive, which move bytes
 * @param group index of the set of replica groups
 * @param peer the other rank of send and receive; -1 for collectives
 * @param source elements that this rank gives; for receive the same as {@code destination}
 * @param destination elements that this rank gets; for send the same as {@code source}
 * @param elements number of elements of the instruction (bytes for send and receive)
 * @param completion the update to do at completion; its wait is none
 */
public record CollectiveOp(
        EngineType engine,
        int sequence,
        long trigger,
        Kind kind,
        int type,
        int reduceOp,
        int dtype,
        int group,
        long peer,
        StridedPattern source,
        StridedPattern destination,
        long elements,
        Events completion) {
    /** The same operation on other elements, for buffers that are only known when a request is made. */
    public CollectiveOp withOperands(StridedPattern newSource, StridedPattern newDestination) {
        return new CollectiveOp(
                engine,
                sequence,
                trigger,
                kind,
                type,
                reduceOp,
                dtype,
                group,
                peer,
                newSource,
                newDestination,
                elements,
                completion);
    }

    /** What kind of operation. */
    public enum Kind {
        COLLECTIVE,
        SEND,
        RECEIVE
    }
}
