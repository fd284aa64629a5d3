package io.nrt4j.loader.image;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.UpdateMode;
import io.nrt4j.hal.isa.WaitMode;
import io.nrt4j.loader.image.CodeBlock.Label;

/**
 * The end of sunda's images: POOL's bound check, one slot per semaphore to zero, the rings' re-arm, the jump back.
 *
 * <p>Source: image-assembly.md §9 items 5 and 6, §9.2 item 4.
 */
final class SundaPostamble {
    private static final int SCRATCH_WORD = 8;
    private static final int FLAG = 0;

    private SundaPostamble() {}

    /** Appends the whole postamble, with the jump back as a region of its own. */
    static void emit(EngineType engine, CorePlan plan, Label programStart, ImageBuilder out) {
        if (engine == EngineType.POOL) {
            boundCheck(plan.registers(), out);
        }
        out.addAll(RippleBarrier.afterBody(engine));
        for (int s = ReservedSync.firstCleared(engine); s <= ReservedSync.lastCleared(engine); s++) {
            out.add(RuntimeSlots.eventSemaphore(WaitMode.NONE, 0, 0, UpdateMode.SEM_WR_IMM_COMPLETE, s, 0));
        }
        out.barrier();
        StaticQueueSetup queueSetup = new StaticQueueSetup(plan.registers().dma());
        plan.ownedBy(engine).forEach(queue -> out.addAll(queueSetup.rearm(queue)));
        out.add(RuntimeSlots.notify(Notification.INFERENCE_DONE));
        out.endRegion(PatchSection.POSTAMBLE);
        out.jump(programStart);
        out.endRegion(PatchSection.POSTAMBLE);
    }

    /**
     * Reports a failed bound check. With the flag at zero the branch also skips the load that gives the register its
     * value back, as in the real images.
     */
    private static void boundCheck(RuntimeRegisters registers, ImageBuilder out) {
        long scratch = registers.switchWords() + SCRATCH_WORD;
        Label clear = new Label();
        out.add(RuntimeSlots.storeRegister(FLAG, scratch)).add(RuntimeSlots.load(FLAG, registers.boundCheckFlag()));
        out.code().addBranch(RuntimeSlots.branchIfZeroUnsigned(FLAG), clear);
        out.add(RuntimeSlots.notifyBoundCheck())
                .add(RuntimeSlots.load(FLAG, scratch))
                .place(clear)
                .add(RuntimeSlots.write(registers.boundCheckFlag(), 0));
    }
}
