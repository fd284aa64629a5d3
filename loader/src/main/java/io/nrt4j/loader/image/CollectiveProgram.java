package io.nrt4j.loader.image;

import io.nrt4j.hal.dma.CollectiveOp;
import java.util.ArrayList;
import java.util.List;

/**
 * The collective operations of one graph, in program order engine by engine.
 *
 * @param operations each with its own sequence number
 */
public record CollectiveProgram(List<CollectiveOp> operations) {
    public CollectiveProgram {
        operations = List.copyOf(operations);
    }

    /** Collects operations while programs are translated. */
    static final class Builder {
        private final List<CollectiveOp> operations = new ArrayList<>();

        /** The sequence number of the next operation. */
        int next() {
            return operations.size();
        }

        void add(CollectiveOp operation) {
            operations.add(operation);
        }

        CollectiveProgram build() {
            return new CollectiveProgram(operations);
        }
    }
}
