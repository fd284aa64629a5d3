package io.nrt4j.loader.image;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.isa.Opcode;
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
    /** Ours: no text is known. */
    static final LogMessage UNKNOWN_LABEL =
            LogMessage.error("TDRV", "translate_one_pseudo_instr_v2", "Unknown branch label %u in engine %s");

    static final LogMessage UNKNOWN_FUNCTION =
            LogMessage.error("TDRV", "translate_one_pseudo_instr_v2", "Unknown function %s in engine %s");
    static final LogMessage UNKNOWN_LIBRARY =
            LogMessage.error("TDRV", "translate_one_pseudo_instr_v2", "Unknown POOL library index %u in engine %s");

    private static final int BRANCH_KIND = 14;
    private static final int KIND_IMMEDIATE = 3;

    private static final int FUNCTION_NAME = 12;
    private static final int FUNCTION_NAME_BYTES = 36;
    /** u32 at 48 of FUNCTION_CALL: the args-table variable, 0 for none. */
    private static final int ARGS_TABLE = 48;
    /** Of FUNCTION_BEGIN. */
    private static final int RESET_SEMAPHORES = 48;

    private static final int RETURN_LOW = 49;
    private static final int RETURN_HIGH = 50;
    private static final int DGE_TABLE_BASE = 130;

    /** u8 at 12 of PSEUDO_INST. */
    private static final int SUB_OPERATION = 12;

    private static final int EXIT = 1;
    private static final int LIBRARY_RELOAD_INDEX = 2;
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
        if (point.source().u8(BRANCH_KIND) == KIND_IMMEDIATE) {
            point.emitBranch(point.copy(), target(point), DistanceField.BRANCH_TARGET);
        } else {
            point.emit(point.source());
        }
    }

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
        Slot source = point.source();
        String name = SourceProgram.name(source, FUNCTION_NAME, FUNCTION_NAME_BYTES);
        Label function = point.labels()
                .function(name)
                .orElseThrow(() ->
                        context.invalid(UNKNOWN_FUNCTION, name, context.engine().key()));
        Slot branch = RuntimeSlots.branch();
        int args = source.i32(ARGS_TABLE);
        if (args == 0) {
            EventFields.copyControlAndEvents(source, branch).setU8(Slot.DEBUG_HINT, source.u8(Slot.DEBUG_HINT) | 2);
        } else {
            Slot load = RuntimeSlots.loadPair(
                    DGE_TABLE_BASE,
                    context.plan()
                            .argsTable()
                            .orElseGet(() -> context.variables().resolve(args, 0, 0)));
            point.emit(EventFields.copyWait(source, load));
            EventFields.copyUpdate(source, branch);
        }
        point.emitBranch(branch, function, DistanceField.BRANCH_TARGET);
    }

    /** A barrier, the semaphores zeroed if the function says so, and a branch to the return registers. */
    void functionReturn(TranslationPoint point) {
        Slot begin = point.functionBegin();
        List<Slot> barrier = RippleBarrier.of(context.engine());
        point.emit(EventFields.copyControlAndEvents(point.source(), RuntimeSlots.drain()));
        point.emit(barrier);
        if (begin.u8(RESET_SEMAPHORES) != 0) {
            clearSemaphores(point);
            point.emit(barrier);
        }
        point.emit(RuntimeSlots.branchToRegister(begin.u8(RETURN_LOW), begin.u8(RETURN_HIGH)));
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
        Slot source = point.source();
        switch (source.u8(SUB_OPERATION)) {
            case EXIT -> {
                Slot branch = RuntimeSlots.branch();
                int hint = branch.u8(Slot.DEBUG_HINT) | source.u8(Slot.DEBUG_HINT);
                EventFields.copyControlAndEvents(source, branch).setU8(Slot.DEBUG_HINT, hint);
                point.emitBranch(branch, point.labels().exit(), DistanceField.BRANCH_TARGET);
            }
            case LIBRARY_RELOAD_INDEX ->
                point.emit(EventFields.copyControlAndEvents(source, libraryLoad(source.i32(LIBRARY_INDEX))));
            default -> {
                return false;
            }
        }
        return true;
    }

    private Slot libraryLoad(int index) {
        List<StagedLibrary> libraries = context.plan().libraries();
        if (index < 0 || index >= libraries.size()) {
            throw context.invalid(UNKNOWN_LIBRARY, index, context.engine().key());
        }
        StagedLibrary library = libraries.get(index);
        return RuntimeSlots.loadLibrary(library.address(), library.size());
    }
}
