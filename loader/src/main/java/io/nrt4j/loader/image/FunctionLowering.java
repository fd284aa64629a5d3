package io.nrt4j.loader.image;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.isa.ControlOperands.CompareBranch;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.PseudoOperands.Exit;
import io.nrt4j.hal.isa.PseudoOperands.FunctionBegin;
import io.nrt4j.hal.isa.PseudoOperands.FunctionCall;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.isa.UpdateMode;
import io.nrt4j.hal.isa.WaitMode;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.image.CodeBlock.DistanceField;
import io.nrt4j.loader.image.CodeBlock.Label;
import java.util.List;

/**
 * Labels, branches, functions and the program's end.
 *
 * <p>Source: image-assembly.md §10, §11, §15. Of these only the label is in real images.
 */
final class FunctionLowering {
    /** Ours: no texts are known. */
    static final LogMessage UNKNOWN_LABEL =
            LogMessage.error("TDRV", "translate_one_pseudo_instr_v2", "Unknown branch label %u in engine %s");

    static final LogMessage UNKNOWN_FUNCTION =
            LogMessage.error("TDRV", "translate_one_pseudo_instr_v2", "Unknown function %s in engine %s");
    static final LogMessage RETURN_OUTSIDE =
            LogMessage.error("TDRV", "translate_one_pseudo_instr_v2", "Return outside of a function in engine %s");
    static final LogMessage UNKNOWN_LIBRARY =
            LogMessage.error("TDRV", "translate_one_pseudo_instr_v2", "Unknown POOL library index %u in engine %s");

    private static final int DGE_TABLE_BASE = 130;
    /** u32 of PSEUDO_INST with sub-operation LIBRARY_RELOAD_INDEX; an assumed place. */
    private static final int LIBRARY_INDEX = 16;

    private final LoweringContext context;

    FunctionLowering(LoweringContext context) {
        this.context = context;
    }

    /** A label leaves no slot. */
    void label(TranslationPoint point) {
        point.place(point.labels().definedAt(point.index()));
    }

    /** A branch names a label; the image has the distance. */
    void branch(TranslationPoint point) {
        if (point.operands(CompareBranch.class).kind() == CompareBranch.TARGET_IN_SLOT) {
            point.emitBranch(point.copy(), target(point), DistanceField.BRANCH_TARGET);
        } else {
            point.emit(point.source());
        }
    }

    /** Its target is taken to stand where a branch has it. */
    void prefetchHint(TranslationPoint point) {
        Slot hint = point.copy().setU8(Slot.OPCODE, Opcode.BRANCH_PREFETCH_HINT.code());
        point.emitBranch(hint, target(point), DistanceField.BRANCH_TARGET);
    }

    private Label target(TranslationPoint point) {
        int id = point.source().i32(RuntimeSlots.BRANCH_TARGET);
        return point.labels()
                .target(id, point.index())
                .orElseThrow(() ->
                        context.invalid(UNKNOWN_LABEL, id, context.engine().key()));
    }

    /** The arguments' table if there is one, and a branch to the function. */
    void call(TranslationPoint point) {
        FunctionCall call = point.operands(FunctionCall.class);
        String name = call.function().text();
        Label function = point.labels()
                .function(name)
                .orElseThrow(() ->
                        context.invalid(UNKNOWN_FUNCTION, name, context.engine().key()));
        Slot source = point.source();
        Slot branch = RuntimeSlots.branch();
        if (call.argumentTable() == 0) {
            mergeControl(source, branch);
        } else {
            Slot load = RuntimeSlots.loadPair(DGE_TABLE_BASE, argumentTable((int) call.argumentTable()));
            point.emit(EventFields.with(EventFields.waitOf(source), load));
            EventFields.with(EventFields.updateOf(source), branch);
        }
        point.emitBranch(branch, function, DistanceField.BRANCH_TARGET);
    }

    private long argumentTable(int varId) {
        return context.plan().argsTable().orElseGet(() -> context.variables().resolve(varId, 0, 0));
    }

    /** A drain, a barrier, the semaphores zeroed if the function says so, and a branch to the return registers. */
    void functionReturn(TranslationPoint point) {
        FunctionBegin begin = point.functionBegin()
                .orElseThrow(
                        () -> context.invalid(RETURN_OUTSIDE, context.engine().key()));
        List<Slot> barrier = RippleBarrier.of(context.engine());
        point.emit(EventFields.copyControlAndEvents(point.source(), RuntimeSlots.drain()));
        point.emit(barrier);
        if (begin.resetSemaphores() != 0) {
            clearSemaphores(point);
            point.emit(barrier);
        }
        point.emit(RuntimeSlots.branchToRegister(begin.returnLow(), begin.returnHigh()));
    }

    private void clearSemaphores(TranslationPoint point) {
        int first = ReservedSync.firstCleared(context.engine());
        int last = ReservedSync.lastCleared(context.engine());
        if (context.arch().compareTo(Arch.CAYMAN) >= 0) {
            point.emit(RuntimeSlots.clearSemaphores(first, last));
            return;
        }
        for (int semaphore = first; semaphore <= last; semaphore++) {
            point.emit(RuntimeSlots.eventSemaphore(WaitMode.NONE, 0, 0, UpdateMode.SEM_WR_IMM_COMPLETE, semaphore, 0));
        }
    }

    /** The program's end or a library by its index; false for another operation. */
    boolean pseudoInstruction(TranslationPoint point) {
        switch (point.operands(Exit.class).subOperation()) {
            case Exit.EXIT ->
                point.emitBranch(
                        mergeControl(point.source(), RuntimeSlots.branch()),
                        point.labels().exit(),
                        DistanceField.BRANCH_TARGET);
            case Exit.LIBRARY_RELOAD_INDEX ->
                point.emit(EventFields.copyControlAndEvents(
                        point.source(), libraryLoad(point.source().i32(LIBRARY_INDEX))));
            default -> {
                return false;
            }
        }
        return true;
    }

    /** The debug hints of both slots are OR-ed. Source: image-assembly.md §11. */
    private static Slot mergeControl(Slot source, Slot branch) {
        int hint = branch.u8(Slot.DEBUG_HINT) | source.u8(Slot.DEBUG_HINT);
        return EventFields.copyControlAndEvents(source, branch).setU8(Slot.DEBUG_HINT, hint);
    }

    private Slot libraryLoad(int index) {
        List<StagedLibrary> libraries = context.plan().libraries();
        if (index < 0 || index >= libraries.size()) {
            throw context.invalid(UNKNOWN_LIBRARY, index, context.engine().key());
        }
        return RuntimeSlots.loadLibrary(libraries.get(index));
    }
}
