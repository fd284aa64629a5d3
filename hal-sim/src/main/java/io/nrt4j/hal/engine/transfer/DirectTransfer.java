package io.nrt4j.hal.engine.transfer;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.numeric.ElementConversion;
import io.nrt4j.hal.engine.sequencer.Actor;
import io.nrt4j.hal.engine.sequencer.EngineBus;

/**
 * A two-dimensional copy: the concatenation of the source runs, converted, cut into the destination runs.
 *
 * <p>Source: isa.md §5.13.
 */
final class DirectTransfer {
    private final EngineBus bus;
    private final TransferSide source;
    private final TransferSide destination;
    private final ElementConversion conversion;
    private final byte[] run;
    private final byte[] pending;
    private int pendingBytes;
    private long sourceRun;
    private long destinationRun;

    DirectTransfer(EngineBus bus, TransferSide source, TransferSide destination, ElementConversion conversion) {
        this.bus = bus;
        this.source = source;
        this.destination = destination;
        this.conversion = conversion;
        this.run = new byte[source.runBytes()];
        this.pending = new byte[conversion.convertedBytes(source.runBytes()) + destination.runBytes()];
    }

    /** Moves the next piece; gives whether it was the last. */
    boolean advance(Actor actor) {
        if (sourceRun == 0 && source.runs() * conversion.convertedBytes(source.runBytes()) != destination.bytes()) {
            throw new InstructionFaultException(
                    FaultKind.BAD_OPERAND,
                    "%d source bytes do not fill %d destination bytes".formatted(source.bytes(), destination.bytes()));
        }
        long end = Math.min(source.runs(), sourceRun + 1 + TransferTask.PIECE / source.runBytes());
        for (; sourceRun < end; sourceRun++) {
            bus.read(actor, source.run(sourceRun), run, 0, run.length);
            byte[] converted = conversion.convert(run, run.length);
            System.arraycopy(converted, 0, pending, pendingBytes, converted.length);
            pendingBytes += converted.length;
            drain(actor);
        }
        return sourceRun == source.runs();
    }

    /** Bytes moved so far, on the source side. */
    long bytes() {
        return sourceRun * source.runBytes();
    }

    private void drain(Actor actor) {
        int at = 0;
        while (pendingBytes - at >= destination.runBytes()) {
            bus.write(actor, destination.run(destinationRun), pending, at, destination.runBytes());
            destinationRun++;
            at += destination.runBytes();
        }
        System.arraycopy(pending, at, pending, 0, pendingBytes - at);
        pendingBytes -= at;
    }
}
