package io.nrt4j.hal.engine.transfer;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.numeric.ElementConversion;
import io.nrt4j.hal.engine.sequencer.Actor;
import io.nrt4j.hal.engine.sequencer.CoreModel;
import io.nrt4j.hal.engine.sequencer.ExecutionMonitor;
import io.nrt4j.hal.engine.sequencer.Operation;
import io.nrt4j.hal.engine.sequencer.Sequencer;
import io.nrt4j.hal.isa.DgeComputeOp;
import io.nrt4j.hal.isa.DmaOperands;
import java.util.Optional;

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
        units.expectWholeElements(operands.inDtype(), operands.srcRun());
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
        Optional<DirectTransfer> transfer = legal
                ? Optional.of(new DirectTransfer(sequencer.bus(), source, destination, conversion))
                : Optional.empty();
        units.generator(sequencer.engine()).issue(sequencer, new Task(sequencer.coreModel(), transfer));
    }

    private final class Task implements TransferTask {
        private final CoreModel core;
        private final Optional<DirectTransfer> transfer;

        /**
         * @param transfer what is moved; empty where a bound was exceeded
         */
        Task(CoreModel core, Optional<DirectTransfer> transfer) {
            this.core = core;
            this.transfer = transfer;
        }

        @Override
        public String describe() {
            return operands.inDtype() == operands.outDtype() ? ExecutionMonitor.COPY : "cast";
        }

        @Override
        public boolean advance(Actor actor) {
            return transfer.isEmpty() || transfer.get().advance(actor);
        }

        @Override
        public long bytes() {
            return transfer.map(DirectTransfer::bytes).orElse(0L);
        }

        @Override
        public void complete(Actor actor) {
            core.sync().add(actor, operands.semaphore(), operands.increment());
        }
    }
}
