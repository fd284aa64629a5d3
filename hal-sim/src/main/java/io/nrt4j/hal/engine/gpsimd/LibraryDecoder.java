package io.nrt4j.hal.engine.gpsimd;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.sequencer.Operation;
import io.nrt4j.hal.engine.sequencer.Sequencer;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.q7.LibrarySlot;
import io.nrt4j.hal.q7.PoolInstruction;
import io.nrt4j.hal.q7.Q7Cluster;
import io.nrt4j.hal.q7.Q7FaultException;
import java.util.Optional;

/**
 * Makes the operations that a core's Q7 cluster carries out: a library comes or goes, or one of its functions runs.
 *
 * <p>An opcode that the interpreter knows goes to a library only where a behaviour is registered for it;
 * EXTENDED_INST always does. Source: q7.md §7.
 */
public final class LibraryDecoder {
    private final Optional<Q7Cluster> cluster;

    /** A decoder for the cores of a cluster; empty where the architecture has none. */
    public LibraryDecoder(Optional<Q7Cluster> cluster) {
        this.cluster = cluster;
    }

    /** The operation of a slot, or empty for one that is not the cluster's. */
    public Optional<Operation> decode(Opcode opcode, Slot slot, Sequencer sequencer) {
        if (sequencer.engine() != EngineType.POOL || cluster.isEmpty()) {
            return Optional.empty();
        }
        Q7Cluster q7 = cluster.get();
        ByteBuf bytes = Unpooled.wrappedBuffer(slot.toBytes());
        if (opcode == Opcode.MODIFY_POOL_CONFIG) {
            LibrarySlot library = LibrarySlot.decode(bytes);
            return Optional.of(by -> named(() -> q7.execute(library, new SequencerBus(by))));
        }
        PoolInstruction instruction = PoolInstruction.of(bytes);
        boolean registered = q7.functions()
                .find(instruction.opcode(), instruction.specialization())
                .isPresent();
        return registered || opcode == Opcode.EXTENDED_INST
                ? Optional.of(by -> named(() -> q7.dispatch(bytes, new SequencerBus(by))))
                : Optional.empty();
    }

    private static void named(Runnable action) {
        try {
            action.run();
        } catch (Q7FaultException e) {
            throw new InstructionFaultException(FaultKind.GPSIMD, String.valueOf(e.getMessage()), e);
        }
    }
}
