package io.nrt4j.loader.image;

import io.nrt4j.hal.isa.Dtype;
import io.nrt4j.hal.isa.Events;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.PseudoOperands.EmbeddingUpdate;
import io.nrt4j.hal.isa.PseudoOperands.PseudoMemory2d;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.isa.UpdateMode;
import io.nrt4j.hal.isa.WaitMode;

/**
 * Pseudo instructions that name a variable: loads and stores, an address, the embedding update.
 *
 * <p>Source: image-assembly.md §10. The load is proven on 912 real slots; READ_VAR_ADDR and EMBEDDING_UPDATE follow a
 * one-line description.
 */
final class VariableLowering {
    /** u64 of TENSOR_LOAD and TENSOR_STORE. */
    private static final int MEMORY_ADDRESS = 16;

    /** Places in READ_VAR_ADDR, assumed to be those of the pseudo load. */
    private static final int READ_VARIABLE = 16;

    private static final int READ_OFFSET = 20;
    private static final int READ_REGISTER = 32;

    /** Local registers of POOL that take a DMA configuration. Source: hal.md §4.2. */
    private static final int DMA_CONFIG_0 = 0x10C0;

    private static final int DMA_CONFIG_1 = 0x10E0;
    private static final int DMA_CONFIG_SIZE = 0x1100;

    private final LoweringContext context;

    VariableLowering(LoweringContext context) {
        this.context = context;
    }

    /** Only the opcode and the address change. */
    void access(TranslationPoint point, Opcode loaded) {
        PseudoMemory2d memory = point.operands(PseudoMemory2d.class);
        long address = context.variables().resolve((int) memory.variable(), memory.offset(), extent(memory));
        point.emit(point.copy().setU8(Slot.OPCODE, loaded.code()).setI64(MEMORY_ADDRESS, address));
    }

    /** Bytes from the first element to behind the last; dimensions that go back reach nothing further. */
    private static long extent(PseudoMemory2d memory) {
        long last = reach(memory.count0(), memory.step0()) + reach(memory.count1(), memory.step1());
        return (last + 1) * Dtype.fromCode(memory.dtype()).map(Dtype::bytes).orElse(1);
    }

    private static long reach(int count, int step) {
        return Math.max(0, count - 1) * (long) Math.max(0, step);
    }

    /** The address goes into two neighbouring registers. */
    void readAddress(TranslationPoint point) {
        Slot source = point.source();
        long address = context.variables().resolve(source.i32(READ_VARIABLE), source.u32(READ_OFFSET), 0);
        Slot move = RuntimeSlots.moveImmediatePair(source.u8(READ_REGISTER), address);
        point.emit(EventFields.copyControlAndEvents(source, move));
    }

    /** Two DMA configurations, their size, the arguments, a drain, and the semaphores: six slots. */
    void embeddingUpdate(TranslationPoint point) {
        EmbeddingUpdate update = point.operands(EmbeddingUpdate.class);
        Slot source = point.source();
        point.emit(write(DMA_CONFIG_0, update.tableBase(), EventFields.waitOf(source)));
        point.emit(write(DMA_CONFIG_1, update.entryBytes(), Events.NONE));
        point.emit(write(DMA_CONFIG_SIZE, update.sequenceLength(), Events.NONE));
        Slot arguments = point.copy().setU8(Slot.OPCODE, Opcode.LOAD_POOL_ARGUMENT.code());
        point.emit(EventFields.with(Events.NONE, arguments));
        point.emit(RuntimeSlots.drain());
        UpdateMode mode = UpdateMode.fromCode(source.updateMode()).orElse(UpdateMode.NONE);
        point.emit(
                RuntimeSlots.eventSemaphore(WaitMode.NONE, 0, 0, mode, source.updateIndex(), source.semaphoreValue()));
    }

    private Slot write(int register, long value, Events events) {
        return RuntimeSlots.write(context.plan().registers().local(context.engine(), register), value, events);
    }
}
