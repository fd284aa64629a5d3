package io.nrt4j.hal.engine.transfer;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.numeric.ElementConversion;
import io.nrt4j.hal.engine.sequencer.Actor;
import io.nrt4j.hal.engine.sequencer.Operation;
import io.nrt4j.hal.engine.sequencer.Sequencer;
import io.nrt4j.hal.isa.DgeComputeOp;
import io.nrt4j.hal.isa.DmaOperands;

/** 0xB8 DMAMEMCPY: a two-dimensional copy by generated descriptors. Source: isa.md §5.13, dma.md §8. */
final class DynamicCopy implements Operation {
    private final DmaOperands.Direct2d operands;
    private final TransferUnits units;
    private final ElementConversion conversion;
    private final BoundCheck sourceBound;
    private final BoundCheck destinationBound;

    DynamicCopy(DmaOperands.Direct2d operands, TransferUnits units) {
        this.operands = operands;
        this.units = units;
        this.conversion = units.conversion(operands.inDtype(), operands.outDtype());
        this.sourceBound = new BoundCheck(operands.srcBound(), BoundCheck.DESCRIPTOR_GENERATION);
        this.destinationBound = new BoundCheck(operands.dstBound(), BoundCheck.DESCRIPTOR_GENERATION);
        if (operands.operation() != DgeComputeOp.NONE.code()) {
            throw new InstructionFaultException(
                    FaultKind.BAD_OPERAND,
                    "compute operation %d in a dynamic DMA is not known".formatted(operands.operation()));
        }
    }

    @Override
    public void execute(Sequencer sequencer) {
        DynamicAddress from = DynamicAddress.of(operands.src(), sequencer);
        DynamicAddress to = DynamicAddress.of(operands.dst(), sequencer);
        boolean sourceLegal = sourceBound.permits(from.offset(), sequencer);
        boolean destinationLegal = destinationBound.permits(to.offset(), sequencer);
        boolean legal = sourceLegal && destinationLegal;
        TransferSide source = new TransferSide(from.address(), operands.srcPattern(), operands.srcRun());
        TransferSide destination = new TransferSide(to.address(), operands.dstPattern(), operands.dstRun());
        units.generator(sequencer.engine()).issue(sequencer, new Task(sequencer, source, destination, legal));
    }

    private final class Task implements TransferTask {
        private final Sequencer sequencer;
        private final TransferSide source;
        private final TransferSide destination;
        private final boolean legal;

        Task(Sequencer sequencer, TransferSide source, TransferSide destination, boolean legal) {
            this.sequencer = sequencer;
            this.source = source;
            this.destination = destination;
            this.legal = legal;
        }

        @Override
        public String describe() {
            return "copy";
        }

        @Override
        public long run(Actor actor) {
            long moved = legal ? new DirectTransfer(sequencer.bus(), source, destination, conversion).run(actor) : 0;
            sequencer.coreModel().sync().add(actor, operands.semaphore(), operands.increment());
            return moved;
        }
    }
}
