package io.nrt4j.loader.image;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.ControlOperands;
import io.nrt4j.hal.isa.Events;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.PseudoOperands;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.isa.UpdateMode;
import io.nrt4j.hal.isa.WaitMode;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.manifest.ActivationFunctionSet;
import java.util.ArrayList;
import java.util.List;

/**
 * Barriers and single-slot controls.
 *
 * <p>None is in a real image; what each becomes follows the one-line descriptions of image-assembly.md §10 and
 * isa-encodings.md §5. Payload places that no sheet gives are ours and say so.
 */
final class ControlLowering {
    /** Ours: no text is known. */
    static final LogMessage UNKNOWN_SET =
            LogMessage.error("TDRV", "translate_one_pseudo_instr_v2", "Unknown activation function set %s");

    /** Of SEMAPHORE_SET: an assumed layout. */
    private static final int SEMAPHORE = 12;

    private static final int SEMAPHORE_VALUE = 16;
    /** Of SET_RNG_SEED: an assumed layout. */
    private static final int SEED = 12;
    /** Seed of the rounding generator, local to POOL and ACT. Source: hal.md §4.2. */
    private static final int SEED_REGISTER = 0x10C;

    private static final int TENSOR_COMPLETION_HINT = 0;

    private final LoweringContext context;

    ControlLowering(LoweringContext context) {
        this.context = context;
    }

    /** A fence: a NOP of as many cycles as the metadata says. */
    void dmaBarrier(TranslationPoint point) {
        long cycles = point.operands(PseudoOperands.DmaBarrier.class).metadata();
        keepEvents(point, RuntimeSlots.nop(Events.NONE, (int) cycles));
    }

    void semaphoreSet(TranslationPoint point) {
        Slot source = point.source();
        keepEvents(
                point,
                RuntimeSlots.eventSemaphore(
                        WaitMode.NONE,
                        0,
                        0,
                        UpdateMode.SEM_WR_IMM_COMPLETE,
                        source.u8(SEMAPHORE),
                        source.i32(SEMAPHORE_VALUE)));
    }

    /** The tables of a set are chosen by its position, as newer compilers write it themselves. */
    void loadActivationSet(TranslationPoint point) {
        String name = point.operands(PseudoOperands.LoadActFuncSet.class).set().text();
        List<String> names = context.definition().activation().sets().stream()
                .map(ActivationFunctionSet::name)
                .toList();
        if (!names.contains(name)) {
            throw context.invalid(UNKNOWN_SET, name);
        }
        point.emit(point.lowered(
                Opcode.ACTIVATION_TABLE_LOAD, new ControlOperands.Plain(0, names.indexOf(name), 0, 0, 0)));
    }

    void setRandomSeed(TranslationPoint point) {
        long register = context.plan().registers().local(context.engine(), SEED_REGISTER);
        keepEvents(point, RuntimeSlots.write(register, point.source().u32(SEED)));
    }

    /** The five-engine barrier in the middle of a program. */
    void syncBarrier(TranslationPoint point) {
        emitBarrier(point, RippleBarrier.of(context.engine()));
    }

    /** The handshake of the two cores on the named semaphore; a graph without sibling has only its own engines. */
    void coreBarrier(TranslationPoint point) {
        int semaphore = (int) point.operands(PseudoOperands.CoreBarrier.class).semaphore() & 0xFF;
        context.plan()
                .peer()
                .ifPresentOrElse(
                        peer -> emitBarrier(point, meet(peer, semaphore)),
                        () -> emitBarrier(point, RippleBarrier.of(context.engine())));
    }

    private List<Slot> meet(RuntimeRegisters peer, int semaphore) {
        List<Slot> slots = new ArrayList<>();
        slots.add(RuntimeSlots.drain());
        slots.add(RuntimeSlots.write(peer.semaphoreIncrement(semaphore), 1));
        slots.add(RuntimeSlots.eventSemaphore(
                WaitMode.SEM_GE_IMM, semaphore, 1, UpdateMode.SEM_DEC_COMPLETE, semaphore, 1));
        if (context.engine() != EngineType.SP) {
            slots.add(RuntimeSlots.drain());
        }
        return slots;
    }

    /** The wait belongs to the first slot, the update to the last. */
    private static void emitBarrier(TranslationPoint point, List<Slot> slots) {
        EventFields.with(EventFields.waitOf(point.source()), slots.get(0));
        EventFields.with(EventFields.updateOf(point.source()), slots.get(slots.size() - 1));
        point.emit(slots);
    }

    /** A request to the top-SP of cayman; false elsewhere, where the instruction is not supported. */
    boolean jpegDecode(TranslationPoint point) {
        if (context.arch() != Arch.CAYMAN) {
            return false;
        }
        keepEvents(point, RuntimeSlots.write(context.plan().registers().topSpTrigger(0), 1));
        return true;
    }

    void tensorCompletion(TranslationPoint point) {
        Slot notify = RuntimeSlots.notify(TENSOR_COMPLETION_HINT);
        point.emit(EventFields.with(Events.decode(point.source()), notify));
    }

    private static void keepEvents(TranslationPoint point, Slot slot) {
        point.emit(EventFields.copyControlAndEvents(point.source(), slot));
    }
}
