package io.nrt4j.loader.image;

import io.nrt4j.hal.isa.Dtype;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.isa.UpdateMode;
import io.nrt4j.hal.isa.WaitMode;
import java.util.Optional;

/**
 * Pseudo instructions that name a variable: loads and stores, an address, the embedding update.
 *
 * <p>Source: image-assembly.md §10. The load is proven on 912 real slots; READ_VAR_ADDR and EMBEDDING_UPDATE follow a
 * one-line description.
 */
final class VariableLowering {
    /** Of PSEUDO_MEM_2D, and by analogy of READ_VAR_ADDR. */
    private static final int VAR_ID = 16;

    private static final int VAR_OFFSET = 20;
    private static final int DTYPE = 12;
    private static final int COUNTS = 14;
    private static final int STEPS = 24;
    private static final int REGISTER = 32;

    private static final int EMBEDDING_TABLE_BASE = 44;
    private static final int EMBEDDING_ENTRY_BYTES = 50;
    private static final int EMBEDDING_SEQUENCE_LENGTH = 52;
    /** Local registers of POOL that take a DMA configuration. Source: hal.md §4.2. */
    private static final int DMA_CONFIG_LOW = 0x10C0;

    private static final int DMA_CONFIG_HIGH = 0x10E0;
    private static final int DMA_CONFIG_SIZE = 0x1100;

    private final LoweringContext context;

    VariableLowering(LoweringContext context) {
        this.context = context;
    }

    /** Only the opcode and the address change. */
    void access(TranslationPoint point, Opcode loaded) {
        Slot source = point.source();
        long address = context.variables().resolve(source.i32(VAR_ID), source.u32(VAR_OFFSET), extent(source));
        point.emit(point.copy().setU8(Slot.OPCODE, loaded.code()).setI64(RuntimeSlots.MEM_ADDRESS, address));
    }

    /** Bytes from the first element to behind the last; steps are elements, those that go back count as none. */
    private static long extent(Slot source) {
        long last = 0;
        for (int d = 0; d < 2; d++) {
            last += Math.max(0, source.u8(COUNTS + d) - 1) * (long) Math.max(0, source.i32(STEPS + 4 * d));
        }
        Optional<Dtype> type = Dtype.fromCode(source.u8(DTYPE));
        return (last + 1) * type.map(Dtype::bytes).orElse(1);
    }

    /** The address goes into two neighbouring registers. */
    void readAddress(TranslationPoint point) {
        Slot source = point.source();
        long address = context.variables().resolve(source.i32(VAR_ID), source.u32(VAR_OFFSET), 0);
        int register = source.u8(REGISTER);
        Slot move = RuntimeSlots.moveImmediate(register, (int) address)
                .setU8(12, 2)
                .setU8(25, register + 1)
                .setI32(36, (int) (address >>> 32));
        EventFields.copyControlAndEvents(source, move);
        point.emit(move);
    }

    /** Two DMA configurations, their size, the arguments, a drain, and the semaphores: six slots. */
    void embeddingUpdate(TranslationPoint point) {
        Slot source = point.source();
        CorePlan plan = context.plan();
        long table = source.u32(EMBEDDING_TABLE_BASE);
        point.emit(EventFields.copyWait(source, write(plan, DMA_CONFIG_LOW, table)));
        point.emit(write(plan, DMA_CONFIG_HIGH, source.u16(EMBEDDING_ENTRY_BYTES)));
        point.emit(write(plan, DMA_CONFIG_SIZE, source.u16(EMBEDDING_SEQUENCE_LENGTH)));
        Slot arguments = point.copy().setU8(Slot.OPCODE, Opcode.LOAD_POOL_ARGUMENT.code());
        for (int i = Slot.WAIT_MODE; i < Slot.OPERANDS; i++) {
            arguments.setU8(i, 0);
        }
        point.emit(arguments);
        point.emit(RuntimeSlots.drain());
        UpdateMode update = UpdateMode.fromCode(source.updateMode()).orElse(UpdateMode.NONE);
        point.emit(RuntimeSlots.eventSemaphore(
                WaitMode.NONE, 0, 0, update, source.updateIndex(), source.semaphoreValue()));
    }

    private Slot write(CorePlan plan, int register, long value) {
        return RuntimeSlots.write(plan.registers().local(context.engine(), register), value);
    }
}
