package io.nrt4j.loader.image;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.AluOp;
import io.nrt4j.hal.isa.Events;
import io.nrt4j.hal.isa.OrderingMode;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.isa.UpdateMode;
import io.nrt4j.hal.isa.WaitMode;
import io.nrt4j.loader.image.CodeBlock.Label;

/**
 * The images of sunda up to libnrt 2.24: no request in memory, but two words of firmware memory that ask for a switch.
 *
 * <p>Source: image-assembly.md §9, §9.1 (2.23.110 and later have table rings).
 */
final class SundaRecipe223 implements ImageRecipe {
    /** Words of firmware memory, offsets in bytes. */
    private static final int SWITCH_REQUESTED_WORD = 0;

    private static final int SWITCH_NOW_WORD = 4;

    private static final int REQUESTED = 0;
    private static final int PENDING = 1;
    private static final int NONE_PENDING = 2;
    private static final int SWITCH = 3;
    private static final int DGE_TABLE_BASE = 130;
    /** The engines other than PE. */
    private static final int OTHERS = 4;

    private final CorePlan plan;
    private final RuntimeRegisters registers;
    private final StaticQueueSetup queueSetup;
    private final boolean hasTableRings;

    SundaRecipe223(CorePlan plan, boolean hasTableRings) {
        this.plan = plan;
        this.registers = plan.registers();
        this.queueSetup = new StaticQueueSetup(registers.dma());
        this.hasTableRings = hasTableRings;
    }

    @Override
    public Label preamble(EngineType engine, ImageBuilder out) {
        plan.ownedBy(engine).forEach(queue -> out.addAll(queueSetup.modelSwitch(queue)));
        if (hasTableRings) {
            plan.tableRing(engine)
                    .ifPresent(ring -> out.addAll(ring.setUp(registers))
                            .add(ring.kick(registers))
                            .add(RuntimeSlots.awaitEvent(ring.event())));
        }
        out.addAll(PoolLibraryTable.switchOn(engine, plan)).barrier();
        Label programStart = out.code().here();
        out.add(RuntimeSlots.order(OrderingMode.STRICT));
        if (engine == EngineType.PE) {
            decideSwitch(out);
        } else {
            followSwitch(engine, out);
        }
        out.add(RuntimeSlots.notify(Notification.INFERENCE_START));
        out.endRegion(PatchSection.PREAMBLE);
        CollectiveStreams.start(engine, plan, out);
        if (engine == EngineType.PE) {
            InferenceStart.switchIoQueues(registers, plan.switchDescriptors(), out);
        }
        out.barrier();
        plan.argsTable().ifPresent(table -> out.add(RuntimeSlots.loadPair(DGE_TABLE_BASE, table)));
        out.endRegion(PatchSection.PREAMBLE);
        return programStart;
    }

    /** PE switches when it is asked to and no further inference is pending; the others halt first. */
    private void decideSwitch(ImageBuilder out) {
        long words = registers.switchWords();
        Label stay = new Label();
        Label run = new Label();
        out.add(InferenceStart.takeInference())
                .add(RuntimeSlots.load(REQUESTED, words + SWITCH_REQUESTED_WORD))
                .add(RuntimeSlots.load(PENDING, registers.inferenceStartCount()))
                .add(RuntimeSlots.aluImmediateZero(AluOp.IS_EQ, PENDING, NONE_PENDING))
                .add(RuntimeSlots.aluRegisters(AluOp.LOGICAL_AND, REQUESTED, NONE_PENDING, SWITCH))
                .branchIfZero(SWITCH, stay)
                .add(RuntimeSlots.write(
                        words + SWITCH_NOW_WORD,
                        1,
                        Events.update(UpdateMode.EVT_SET_COMPLETE, ReservedSync.SWITCH_FLAG_WRITTEN, 0)))
                .add(RuntimeSlots.awaitEvent(ReservedSync.SWITCH_FLAG_WRITTEN))
                .place(stay);
        InferenceStart.wakeOthers(out);
        out.branchIfZero(SWITCH, run)
                .add(awaitHaltedEngines())
                .add(RuntimeSlots.haltAndNotify(Events.NONE))
                .place(run);
    }

    private static Slot awaitHaltedEngines() {
        return RuntimeSlots.eventSemaphore(
                WaitMode.SEM_EQ_IMM,
                ReservedSync.HALTED_ENGINES,
                OTHERS,
                UpdateMode.SEM_WR_IMM_COMPLETE,
                ReservedSync.HALTED_ENGINES,
                0);
    }

    private void followSwitch(EngineType engine, ImageBuilder out) {
        Label run = new Label();
        out.add(RuntimeSlots.awaitEvent(ReservedSync.inferenceInit(engine)))
                .add(RuntimeSlots.load(REQUESTED, registers.switchWords() + SWITCH_NOW_WORD))
                .branchIfZero(REQUESTED, run)
                .add(RuntimeSlots.haltAndNotify(
                        Events.update(UpdateMode.SEM_INC_COMPLETE, ReservedSync.HALTED_ENGINES, 0)))
                .place(run);
    }

    @Override
    public void postamble(EngineType engine, ImageBuilder out, Label programStart) {
        SundaPostamble.emit(engine, plan, programStart, out);
    }
}
