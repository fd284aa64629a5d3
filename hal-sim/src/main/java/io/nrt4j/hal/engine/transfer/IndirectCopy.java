package io.nrt4j.hal.engine.transfer;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.numeric.ElementBits;
import io.nrt4j.hal.engine.numeric.ElementConversion;
import io.nrt4j.hal.engine.sequencer.Actor;
import io.nrt4j.hal.engine.sequencer.Operation;
import io.nrt4j.hal.engine.sequencer.Sequencer;
import io.nrt4j.hal.isa.DgeComputeOp;
import io.nrt4j.hal.isa.DmaExtension;
import io.nrt4j.hal.isa.DmaOperands;
import io.nrt4j.hal.isa.Generation;
import java.util.ArrayList;
import java.util.List;

/**
 * 0xBB DMA_INDIRECT: runs gathered from, or scattered to, the places that an index vector names.
 *
 * <p>The vector has one entry per partition of the state buffer: 32-bit row numbers, or 64-bit device addresses where
 * the configuration byte says so. Row numbers count steps of the indirect side. An index beyond the bound is reported
 * and its run skipped. Source: exec-sunda.md §5 (0xC4, 0xD4), dma.md §8.1.
 */
final class IndirectCopy implements Operation {
    /** Configuration bit: entries are device addresses. An encoding between loader and engine, of the emulator's. */
    static final int ADDRESS_INDICES = 0x80;

    private final DmaOperands.Indirect1d operands;
    private final TransferUnits units;
    private final ElementConversion conversion;
    private final boolean scatters;
    private final BoundCheck bound;

    IndirectCopy(DmaOperands.Indirect1d operands, TransferUnits units) {
        this.operands = operands;
        this.units = units;
        this.conversion = units.conversion(operands.inDtype(), operands.outDtype());
        this.scatters = operands.flags() == DmaExtension.DESTINATION_INDIRECT;
        this.bound = new BoundCheck(scatters ? operands.dstBound() : operands.srcBound(), BoundCheck.INDIRECT_COPY);
        units.expectWholeElements(operands.inDtype(), operands.srcElementSize());
        boolean known = scatters || operands.flags() == DmaExtension.SOURCE_INDIRECT;
        if (!known || operands.computeOp() != DgeComputeOp.NONE.code()) {
            throw new InstructionFaultException(
                    FaultKind.BAD_OPERAND,
                    "indirect DMA with flags 0x%02x and compute operation %d"
                            .formatted(operands.flags(), operands.computeOp()));
        }
    }

    @Override
    public void execute(Sequencer sequencer) {
        List<Run> runs = new ArrayList<>();
        int count = scatters ? operands.srcCount() : operands.dstCount();
        for (int k = 0; k < count; k++) {
            long index = index(sequencer, k);
            if (hasAddresses() || bound.permits(index, sequencer)) {
                runs.add(run(sequencer, k, index));
            }
        }
        units.generator(sequencer.engine()).issue(sequencer, new Task(sequencer, runs));
    }

    private boolean hasAddresses() {
        return (operands.configs() & ADDRESS_INDICES) != 0;
    }

    /** Entry k lies in partition k behind the vector's own. */
    private long index(Sequencer sequencer, int k) {
        int bytes = hasAddresses() ? Long.BYTES : Integer.BYTES;
        int vector = scatters ? operands.dstIndex() : operands.srcIndex();
        Generation generation = sequencer.coreModel().generation();
        long place = sequencer.coreModel().stateBuffer() + vector + (long) k * generation.sbufStride();
        byte[] entry = new byte[Long.BYTES];
        sequencer.bus().read(sequencer, place, entry, 0, bytes);
        return ElementBits.get(entry, 0, bytes);
    }

    private Run run(Sequencer sequencer, int k, long index) {
        long direct = scatters
                ? DynamicAddress.of(operands.src(), sequencer).address() + (long) k * operands.srcStep()
                : DynamicAddress.of(operands.dst(), sequencer).address() + (long) k * operands.dstStep();
        if (scatters) {
            return new Run(direct, hasAddresses() ? index : indirect(sequencer, index));
        }
        return new Run(hasAddresses() ? index : indirect(sequencer, index), direct);
    }

    private long indirect(Sequencer sequencer, long index) {
        return scatters
                ? DynamicAddress.of(operands.dst(), sequencer).address() + index * operands.dstStep()
                : DynamicAddress.of(operands.src(), sequencer).address() + index * operands.srcStep();
    }

    private record Run(long from, long to) {}

    /** Moves everything at once: a run of less than 64 KiB for each partition is not much. */
    private final class Task implements TransferTask {
        private final Sequencer sequencer;
        private final List<Run> runs;

        Task(Sequencer sequencer, List<Run> runs) {
            this.sequencer = sequencer;
            this.runs = runs;
        }

        @Override
        public String describe() {
            return scatters ? "scatter" : "gather";
        }

        @Override
        public boolean advance(Actor actor) {
            int bytes = operands.srcElementSize();
            byte[] buffer = new byte[bytes];
            for (Run run : runs) {
                sequencer.bus().read(actor, run.from(), buffer, 0, bytes);
                byte[] converted = conversion.convert(buffer, bytes);
                sequencer.bus().write(actor, run.to(), converted, 0, converted.length);
            }
            return true;
        }

        @Override
        public long bytes() {
            return (long) runs.size() * operands.srcElementSize();
        }

        @Override
        public void complete(Actor actor) {
            sequencer.coreModel().sync().add(actor, operands.semaphore(), operands.increment());
        }
    }
}
