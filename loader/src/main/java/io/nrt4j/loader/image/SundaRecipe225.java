package io.nrt4j.loader.image;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.OrderingMode;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.loader.image.CodeBlock.Label;
import io.nrt4j.loader.profile.ImageProfile;
import java.util.List;
import java.util.Optional;

/**
 * The images of sunda from libnrt 2.25 on: the shape of cayman's P227 with the postamble of sunda's P223.
 *
 * <p>Source: image-assembly.md §9.2.
 */
final class SundaRecipe225 implements ImageRecipe {
    private static final int START_CONTROL = 0x10;
    /** Written 0 by every engine; purpose unknown. */
    private static final int UNKNOWN_ZERO = 0x20;

    private static final int SOFTWARE_DGE_SCRATCH = 0x24;
    private static final int SOFTWARE_DGE_QUEUES = 0x800;

    private static final int SWITCH_REQUESTED = 0;
    private static final int TARGET_LOW = 1;
    private static final int TARGET_HIGH = 2;
    private static final int DGE_TABLE_BASE = 130;
    private static final int REQUEST_DESCRIPTORS = 2;

    private final CorePlan plan;
    private final RuntimeRegisters registers;
    private final StaticQueueSetup queueSetup;
    private final ExecutionRequest request = ExecutionRequest.of(ImageProfile.P225);

    SundaRecipe225(CorePlan plan) {
        this.plan = plan;
        this.registers = plan.registers();
        this.queueSetup = new StaticQueueSetup(registers.dma());
    }

    @Override
    public Label preamble(EngineType engine, ImageBuilder out) {
        Label inference = new Label();
        modelSwitch(engine, out, inference);
        Label programStart = out.code().here();
        out.add(RuntimeSlots.order(OrderingMode.STRICT));
        InferenceStart.emit(engine, registers, REQUEST_DESCRIPTORS, out);
        switchIfRequested(engine, out, inference);
        out.place(inference).add(RuntimeSlots.notify(Notification.INFERENCE_START));
        out.endRegion(PatchSection.PREAMBLE);
        CollectiveStreams.start(engine, plan, out);
        if (engine == EngineType.PE) {
            InferenceStart.switchIoQueues(registers, plan.switchDescriptors(), out);
        }
        out.barrier();
        out.endRegion(PatchSection.PREAMBLE);
        plan.argsTable().ifPresent(table -> out.add(RuntimeSlots.loadPair(DGE_TABLE_BASE, table)));
        out.barrier();
        out.endRegion(PatchSection.PREAMBLE);
        return programStart;
    }

    private void modelSwitch(EngineType engine, ImageBuilder out, Label inference) {
        Optional<TableRing> tables = plan.tableRing(engine);
        out.add(RuntimeSlots.notify(Notification.SWITCH_START)).add(RuntimeSlots.order(OrderingMode.STRICT));
        plan.ownedBy(engine).forEach(queue -> out.addAll(queueSetup.modelSwitch(queue)));
        tables.ifPresent(ring -> out.addAll(ring.setUp(registers)).add(ring.kick(registers)));
        if (engine == EngineType.POOL) {
            out.add(local(engine, SOFTWARE_DGE_QUEUES, plan.generators().softwareQueueWord()))
                    .add(local(engine, SOFTWARE_DGE_SCRATCH, plan.generators().scratchWord()));
        }
        out.add(local(engine, UNKNOWN_ZERO, 0))
                .addAll(PoolLibraryTable.switchOn(engine, plan))
                .barrier()
                .addAll(restart(engine))
                .barrier();
        if (engine != EngineType.PE && engine != EngineType.SP) {
            out.add(RuntimeSlots.write(registers.notificationControl(engine), 0));
        }
        tables.ifPresent(ring -> out.add(RuntimeSlots.awaitEvent(ring.event())));
        out.barrier().add(RuntimeSlots.notify(Notification.SWITCH_END));
        out.jump(inference);
    }

    private void switchIfRequested(EngineType engine, ImageBuilder out, Label inference) {
        out.add(RuntimeSlots.load(SWITCH_REQUESTED, plan.request()));
        if (engine != EngineType.PE) {
            out.add(RuntimeSlots.drain());
        }
        out.branchIfZero(SWITCH_REQUESTED, inference)
                .add(RuntimeSlots.load(TARGET_LOW, plan.request() + request.imageLow(engine)))
                .add(RuntimeSlots.load(TARGET_HIGH, plan.request() + request.imageHigh(engine)));
        if (engine == EngineType.POOL) {
            out.add(RuntimeSlots.write(
                    registers.local(engine, SOFTWARE_DGE_QUEUES), 0, registers.local(engine, SOFTWARE_DGE_SCRATCH), 0));
        }
        out.addAll(restart(engine)).barrier().add(RuntimeSlots.branchToRegister(TARGET_LOW, TARGET_HIGH));
    }

    private List<Slot> restart(EngineType engine) {
        return List.of(local(engine, START_CONTROL, 1), RuntimeSlots.halt());
    }

    private Slot local(EngineType engine, int offset, long value) {
        return RuntimeSlots.write(registers.local(engine, offset), value);
    }

    @Override
    public void postamble(EngineType engine, ImageBuilder out, Label programStart) {
        SundaPostamble.emit(engine, plan, programStart, out);
    }
}
