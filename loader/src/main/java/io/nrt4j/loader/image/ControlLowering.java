package io.nrt4j.loader.image;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.Opcode;
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

    private static final int BARRIER_METADATA = 12;
    private static final int SET_NAME = 12;
    private static final int SET_NAME_BYTES = 32;
    /** Byte 35 of ACTIVATION_TABLE_LOAD. Source: exec-sunda.md §5. */
    private static final int TABLE_INDEX = 35;
    /** Of SEMAPHORE_SET: an assumed layout. */
    private static final int SEMAPHORE = 12;

    private static final int SEMAPHORE_VALUE = 16;
    /** u32 of CORE_BARRIER. Source: isa-encodings.md §5.5. */
    private static final int CORE_BARRIER_SEMAPHORE = 16;
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
        Slot nop = Slot.create(Opcode.NOP).setI32(Slot.OPERANDS, point.source().i32(BARRIER_METADATA));
        point.emit(EventFields.copyControlAndEvents(point.source(), nop));
    }

    void semaphoreSet(TranslationPoint point) {
        Slot source = point.source();
        Slot set = RuntimeSlots.eventSemaphore(
                WaitMode.NONE, 0, 0, UpdateMode.SEM_WR_IMM_COMPLETE, source.u8(SEMAPHORE), source.i32(SEMAPHORE_VALUE));
        point.emit(EventFields.copyControlAndEvents(source, set));
    }

    /** The tables of a set are chosen by its position, as newer compilers write it themselves. */
    void loadActivationSet(TranslationPoint point) {
        String name = SourceProgram.name(point.source(), SET_NAME, SET_NAME_BYTES);
        List<String> names = context.definition().activation().sets().stream()
                .map(ActivationFunctionSet::name)
                .toList();
        if (!names.contains(name)) {
            throw context.invalid(UNKNOWN_SET, name);
        }
        Slot load = Slot.create(Opcode.ACTIVATION_TABLE_LOAD).setU8(TABLE_INDEX, names.indexOf(name));
        point.emit(EventFields.copyControlAndEvents(point.source(), load));
    }

    void setRandomSeed(TranslationPoint point) {
        Slot write = RuntimeSlots.write(
                context.plan().registers().local(context.engine(), SEED_REGISTER),
                point.source().u32(SEED));
        point.emit(EventFields.copyControlAndEvents(point.source(), write));
    }

    /** The five-engine barrier in the middle of a program. */
    void syncBarrier(TranslationPoint point) {
        emitBarrier(point, RippleBarrier.of(context.engine()));
    }

    /** The handshake of the two cores on the named semaphore; a graph without sibling has only its own engines. */
    void coreBarrier(TranslationPoint point) {
        int semaphore = point.source().i32(CORE_BARRIER_SEMAPHORE) & 0xFF;
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
        EventFields.copyWait(point.source(), slots.get(0));
        EventFields.copyUpdate(point.source(), slots.get(slots.size() - 1));
        point.emit(slots);
    }

    /** A request to the top-SP of cayman; false elsewhere, where the instruction is not supported. */
    boolean jpegDecode(TranslationPoint point) {
        if (context.arch() != Arch.CAYMAN) {
            return false;
        }
        Slot write = RuntimeSlots.write(context.plan().registers().topSpTrigger(0), 1);
        point.emit(EventFields.copyControlAndEvents(point.source(), write));
        return true;
    }

    void tensorCompletion(TranslationPoint point) {
        Slot notify = RuntimeSlots.notify(TENSOR_COMPLETION_HINT);
        int command = notify.u8(Slot.DEBUG_COMMAND);
        point.emit(EventFields.copyControlAndEvents(point.source(), notify).setU8(Slot.DEBUG_COMMAND, command));
    }
}
