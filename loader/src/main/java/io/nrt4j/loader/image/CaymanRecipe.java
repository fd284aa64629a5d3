package io.nrt4j.loader.image;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.OrderingMode;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.isa.UpdateMode;
import io.nrt4j.hal.isa.WaitMode;
import io.nrt4j.loader.image.CodeBlock.Label;
import io.nrt4j.loader.profile.ImageProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The images of cayman and later: profiles P227 and P230, which differ in the request and in POOL's library.
 *
 * <p>Source: image-assembly.md §7 (P230), §8 (P227).
 */
final class CaymanRecipe implements ImageRecipe {
    private static final int START_CONTROL = 0x4;
    private static final int DGE_ENGINES = 0x13A0;
    private static final int DGE_QUEUES = 0x13C0;
    private static final int FEATURE_FLAGS = 0x13E0;
    private static final int FEATURE_WORD = 0x14C0;
    private static final int SOFTWARE_DGE_SCRATCH = 0x14E0;
    private static final int SOFTWARE_DGE_QUEUES = 0x1500;

    /** Registers that the images use for their own bookkeeping. */
    private static final int SWITCH_REQUESTED = 0;

    private static final int TARGET_LOW = 1;
    private static final int TARGET_HIGH = 2;
    private static final int RELOAD = 3;
    private static final int LOAD_TABLES = 4;
    private static final int DGE_TABLE_BASE = 130;

    private static final int REQUEST_DESCRIPTORS = 2;

    private final CorePlan plan;
    private final RuntimeRegisters registers;
    private final StaticQueueSetup queueSetup;
    private final boolean p230;
    private final ExecutionRequest request;

    CaymanRecipe(CorePlan plan, ImageProfile profile) {
        this.plan = plan;
        this.registers = plan.registers();
        this.queueSetup = new StaticQueueSetup(registers.dma());
        this.p230 = profile == ImageProfile.P230;
        this.request = ExecutionRequest.of(profile);
    }

    @Override
    public Label preamble(EngineType engine, ImageBuilder out) {
        Label inference = new Label();
        modelSwitch(engine, out, inference);
        Label programStart = out.code().here();
        awaitInference(engine, out);
        switchIfRequested(engine, out, inference);
        out.place(inference).add(RuntimeSlots.notify(Notification.INFERENCE_START));
        startInference(engine, out);
        out.endRegion(PatchSection.PREAMBLE);
        return programStart;
    }

    private void modelSwitch(EngineType engine, ImageBuilder out, Label inference) {
        Optional<TableRing> tables = plan.tableRing(engine);
        out.add(RuntimeSlots.notify(Notification.SWITCH_START)).add(RuntimeSlots.order(OrderingMode.STRICT));
        plan.ownedBy(engine).forEach(queue -> out.addAll(queueSetup.modelSwitch(queue)));
        tables.ifPresent(ring -> loadTables(ring, out));
        configureSequencer(engine, out);
        out.barrier();
        if (!p230 && engine != EngineType.PE && engine != EngineType.SP) {
            out.add(RuntimeSlots.write(registers.notificationControl(engine), 0));
        }
        tables.ifPresent(ring -> out.add(RuntimeSlots.awaitEvent(ring.event())));
        if (p230 && engine == EngineType.POOL) {
            plan.libraries().forEach(lib -> out.add(RuntimeSlots.loadLibrary(lib)));
        }
        out.barrier().add(RuntimeSlots.notify(Notification.SWITCH_END));
        out.jump(inference);
    }

    /** From P230 on the request says whether the tables are to be loaded at all; if not, the event is set by hand. */
    private void loadTables(TableRing ring, ImageBuilder out) {
        out.addAll(ring.setUp(registers));
        if (!p230) {
            out.add(ring.kick(registers));
            return;
        }
        Label skip = new Label();
        Label done = new Label();
        out.add(RuntimeSlots.load(LOAD_TABLES, plan.request() + request.loadTables()))
                .branchIfZero(LOAD_TABLES, skip)
                .add(ring.kick(registers));
        out.jump(done);
        out.place(skip).add(RuntimeSlots.setEvent(ring.event())).place(done);
    }

    private void configureSequencer(EngineType engine, ImageBuilder out) {
        Label keep = new Label();
        if (p230) {
            out.add(RuntimeSlots.load(RELOAD, plan.request() + request.reload()))
                    .branchIfZero(RELOAD, keep);
        }
        DescriptorGenerators generators = plan.generators();
        if (engine == EngineType.POOL) {
            out.add(local(engine, SOFTWARE_DGE_QUEUES, generators.softwareQueueWord()))
                    .add(local(engine, SOFTWARE_DGE_SCRATCH, generators.scratchWord()));
        }
        out.add(local(engine, DGE_ENGINES, generators.engineBitmap(engine)))
                .add(local(engine, DGE_QUEUES, generators.queueMap(engine)))
                .add(local(engine, FEATURE_FLAGS, generators.queueMap()))
                .add(local(engine, FEATURE_WORD, featureWord(engine)))
                .barrier()
                .addAll(restart(engine))
                .place(keep);
    }

    /** Bit 1 is of unknown meaning; it was seen in the two NEFFs with bounded dynamic DMA, and only in P230 (§7.5). */
    private long featureWord(EngineType engine) {
        long word = engine == EngineType.DVE ? 5 : 4;
        return p230 && plan.boundedDynamicDma() ? word | 2 : word;
    }

    private void awaitInference(EngineType engine, ImageBuilder out) {
        out.add(RuntimeSlots.order(OrderingMode.STRICT)).add(RuntimeSlots.order(OrderingMode.STRICT));
        InferenceStart.emit(engine, registers, REQUEST_DESCRIPTORS, out);
    }

    private void switchIfRequested(EngineType engine, ImageBuilder out, Label inference) {
        out.add(RuntimeSlots.load(SWITCH_REQUESTED, plan.request()));
        if (engine != EngineType.PE) {
            out.add(RuntimeSlots.drain());
        }
        out.branchIfZero(SWITCH_REQUESTED, inference)
                .add(RuntimeSlots.load(TARGET_LOW, plan.request() + request.imageLow(engine)))
                .add(RuntimeSlots.load(TARGET_HIGH, plan.request() + request.imageHigh(engine)));
        if (p230 && engine == EngineType.POOL) {
            out.add(RuntimeSlots.unloadLibraries());
        }
        Label restart = new Label();
        if (p230) {
            out.add(RuntimeSlots.load(RELOAD, plan.request() + request.reload()))
                    .branchIfZero(RELOAD, restart);
        }
        out.addAll(clearGenerators(engine))
                .place(restart)
                .addAll(restart(engine))
                .barrier()
                .add(RuntimeSlots.branchToRegister(TARGET_LOW, TARGET_HIGH));
    }

    private List<Slot> clearGenerators(EngineType engine) {
        List<Slot> slots = new ArrayList<>();
        if (engine == EngineType.POOL) {
            slots.add(clear(engine, SOFTWARE_DGE_QUEUES, SOFTWARE_DGE_SCRATCH));
        }
        slots.add(clear(engine, DGE_ENGINES, DGE_QUEUES));
        slots.add(local(engine, FEATURE_FLAGS, 0));
        return slots;
    }

    private void startInference(EngineType engine, ImageBuilder out) {
        CollectiveStreams.start(engine, plan, out);
        if (engine == EngineType.PE) {
            InferenceStart.switchIoQueues(registers, plan.switchDescriptors(), out);
        }
        out.barrier();
        plan.argsTable().ifPresent(table -> out.add(RuntimeSlots.loadPair(DGE_TABLE_BASE, table)));
        out.barrier();
        plan.peer().ifPresent(peer -> {
            if (engine == EngineType.PE) {
                out.addAll(meet(peer));
            }
            out.barrier();
        });
    }

    /** The handshake of the two cores of a logical core. */
    private static List<Slot> meet(RuntimeRegisters peer) {
        return List.of(
                RuntimeSlots.write(peer.semaphoreIncrement(ReservedSync.CORE_BARRIER), 1),
                RuntimeSlots.eventSemaphore(
                        WaitMode.SEM_GE_IMM,
                        ReservedSync.CORE_BARRIER,
                        1,
                        UpdateMode.SEM_DEC_COMPLETE,
                        ReservedSync.CORE_BARRIER,
                        1));
    }

    /** Makes the written configuration effective: the sequencer stops, and restarts itself behind the HALT (§14). */
    private List<Slot> restart(EngineType engine) {
        return List.of(local(engine, START_CONTROL, 1), RuntimeSlots.halt());
    }

    private Slot local(EngineType engine, int offset, long value) {
        return RuntimeSlots.write(registers.local(engine, offset), value);
    }

    private Slot clear(EngineType engine, int offset, int secondOffset) {
        return RuntimeSlots.write(registers.local(engine, offset), 0, registers.local(engine, secondOffset), 0);
    }

    @Override
    public void postamble(EngineType engine, ImageBuilder out, Label programStart) {
        out.addAll(RippleBarrier.afterBody(engine))
                .add(RuntimeSlots.clearSemaphores(ReservedSync.firstCleared(engine), ReservedSync.lastCleared(engine)))
                .barrier();
        plan.ownedBy(engine).forEach(queue -> out.addAll(queueSetup.rearm(queue)));
        out.add(RuntimeSlots.notify(Notification.INFERENCE_DONE)).jump(programStart);
        out.endRegion(PatchSection.POSTAMBLE);
    }
}
