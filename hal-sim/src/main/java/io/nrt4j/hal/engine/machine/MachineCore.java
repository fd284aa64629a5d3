package io.nrt4j.hal.engine.machine;

import io.nrt4j.hal.dma.CollectiveOp;
import io.nrt4j.hal.engine.collective.CollectiveEngine;
import io.nrt4j.hal.engine.collective.CollectiveExchange;
import io.nrt4j.hal.engine.compute.ComputeDecoder;
import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.gpsimd.LibraryDecoder;
import io.nrt4j.hal.engine.numeric.ElementCodecs;
import io.nrt4j.hal.engine.sequencer.Actor;
import io.nrt4j.hal.engine.sequencer.CoreModel;
import io.nrt4j.hal.engine.sequencer.ExecutionMonitor;
import io.nrt4j.hal.engine.transfer.DmaController;
import io.nrt4j.hal.engine.transfer.TransferDecoder;
import io.nrt4j.hal.engine.transfer.TransferUnits;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** One core of a machine with everything that acts in it. */
final class MachineCore {
    private final CoreModel model;
    private final DmaController dma;
    private final TransferUnits transfers;
    private final CollectiveEngine collectives;
    private final Set<Long> triggers = new HashSet<>();
    private List<CollectiveOp> plan = List.of();

    MachineCore(int index, CoreSpec spec, MachineBus bus, CollectiveExchange exchange, MachineOptions options) {
        ExecutionMonitor monitor = options.monitor();
        ElementCodecs codecs = new ElementCodecs(spec.fp8());
        this.model = new CoreModel(index, spec.device(), spec.core(), monitor);
        this.transfers = new TransferUnits(index, codecs, monitor);
        this.dma = new DmaController(model, bus, bus, codecs);
        this.collectives = exchange.join(spec.rank(), model, bus);
        ComputeDecoder compute =
                new ComputeDecoder(model.memories(), codecs, options.kernel(), spec.tables(), options.reportsNan());
        TransferDecoder transfer = new TransferDecoder(model.memories(), codecs, transfers);
        model.build(
                bus,
                new CoreDecoder(
                        model.generation(),
                        compute,
                        transfer,
                        new LibraryDecoder(spec.core().q7())));
    }

    CoreModel model() {
        return model;
    }

    DmaController dma() {
        return dma;
    }

    CollectiveEngine collectives() {
        return collectives;
    }

    /** Everything that may act now; queues appear when they are first used. */
    List<Actor> actors() {
        List<Actor> actors = new ArrayList<>(model.sequencers());
        actors.addAll(transfers.generators());
        actors.addAll(dma.queues());
        actors.add(collectives);
        return actors;
    }

    /** Says which operations the program's triggers name; their addresses are bound. */
    void setCollectives(List<CollectiveOp> operations) {
        plan = List.copyOf(operations);
        triggers.clear();
        plan.forEach(operation -> triggers.add(operation.trigger()));
    }

    /** Starts the collective that a written word names; gives whether the address was a trigger of this core. */
    boolean trigger(Actor by, long address, int value) {
        if (!triggers.contains(address)) {
            return false;
        }
        if (value != 0) {
            collectives.post(by, operation(value - 1));
        }
        return true;
    }

    private CollectiveOp operation(int sequence) {
        return plan.stream()
                .filter(o -> o.sequence() == sequence)
                .findFirst()
                .orElseThrow(() -> new InstructionFaultException(
                        FaultKind.COLLECTIVE, "the program has no collective operation " + sequence));
    }

    /** Transfers issued and not complete, for reports. */
    List<String> outstanding() {
        List<String> lines = new ArrayList<>(dma.outstanding());
        transfers.generators().stream()
                .filter(g -> g.outstanding() > 0)
                .map(g -> "%s: %d transfers".formatted(g.label(), g.outstanding()))
                .forEach(lines::add);
        return lines;
    }
}
