package io.nrt4j.loader.image;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.isa.DgeOpcode;
import io.nrt4j.hal.isa.DmaAddress;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.loader.diagnostics.LogMessage;
import java.util.Optional;

/**
 * PSEUDO_DMA_DIRECT2D: a transfer whose descriptors the hardware or POOL makes while the program runs.
 *
 * <p>Variables become addresses, rows of the address table stay. A bound register gets its limit by a MOVE in front.
 * Source: dma.md §8.1, image-assembly.md §10; operation DIRECT2D is proven on real images, the others follow the
 * described layouts.
 */
final class DynamicDmaLowering {
    static final LogMessage UNSUPPORTED_OPCODE =
            LogMessage.error("TDRV", "translate_one_pseudo_instr_v2", "Unsupported dynamic dma opcode %u");
    static final LogMessage MISSING_EXTENSION = LogMessage.error(
            "TDRV", "translate_one_pseudo_instr_v2", "Pseudo dma indirect1d instruction must be followed by extension");
    /** Ours: no text is known. */
    static final LogMessage BAD_TABLE_INDEX = LogMessage.error(
            "TDRV", "translate_one_pseudo_instr_v2", "Address table index %u of a dynamic DMA exceeds %u entries");

    static final LogMessage BAD_ADDRESS =
            LogMessage.error("TDRV", "translate_one_pseudo_instr_v2", "Invalid address 0x%lx of a dynamic DMA");

    private static final int OPERATION = 15;
    static final DmaSideFields SOURCE = new DmaSideFields(16, 24, 32, 36, 38, 12);
    static final DmaSideFields DESTINATION = new DmaSideFields(40, 48, 56, 60, 39, 16);

    private static final int BOUND_ENABLED = 0x80;
    private static final int BOUND_REGISTER = 0x3F;

    /**
     * Where one side's operands stand.
     *
     * @param address ADDR8
     * @param steps i32 x 2, bytes
     * @param counts u16 x 2
     * @param elementSize u16, bytes of a run, 0 for 65536
     * @param boundRegister u8
     * @param bound u32 in the extension: bytes behind the address
     */
    record DmaSideFields(int address, int steps, int counts, int elementSize, int boundRegister, int bound) {
        long run(Slot slot) {
            int size = slot.u16(elementSize);
            return size == 0 ? 0x10000 : size;
        }

        /** Offset of the byte behind the last one, seen from the address; steps that go back count as none. */
        long extent(Slot slot) {
            long end = run(slot);
            for (int d = 0; d < 2; d++) {
                long step = slot.i32(steps + 4 * d);
                end += Math.max(0, slot.u16(counts + 2 * d) - 1) * Math.max(0, step);
            }
            return end;
        }
    }

    private final LoweringContext context;

    DynamicDmaLowering(LoweringContext context) {
        this.context = context;
    }

    void lower(TranslationPoint point) {
        Slot source = point.source();
        int code = source.u8(OPERATION);
        Optional<DgeOpcode> operation = DgeOpcode.fromCode(code);
        if (operation.isEmpty() || !exists(operation.get())) {
            throw context.invalid(UNSUPPORTED_OPCODE, code);
        }
        Optional<Slot> extension = point.next().filter(n -> n.opcodeCode() == Opcode.PSEUDO_EXTENSION.code());
        if (operation.get() == DgeOpcode.INDIRECT1D && extension.isEmpty()) {
            throw context.invalid(MISSING_EXTENSION);
        }
        extension.ifPresent(e -> {
            setBound(point, e, SOURCE, operation.get());
            setBound(point, e, DESTINATION, operation.get());
        });
        Slot lowered = point.copy();
        resolve(lowered, SOURCE);
        resolve(lowered, DESTINATION);
        lowered.setU8(Slot.OPCODE, operation.get().loadedOpcode().code());
        switch (operation.get()) {
            case DIRECT2D, GATHER_TRANSPOSE -> point.emit(lowered);
            case INDIRECT1D -> point.emit(IndirectDmaLayout.of(lowered, extension.orElseThrow()));
            case TRANSPOSE -> point.emit(TransposeDmaLayout.of(lowered, extension));
        }
    }

    private boolean exists(DgeOpcode operation) {
        return context.arch().compareTo(Arch.CAYMAN) >= 0
                || operation == DgeOpcode.DIRECT2D
                || operation == DgeOpcode.INDIRECT1D;
    }

    /** Puts the largest legal offset, or index, into a side's bound register. */
    private static void setBound(TranslationPoint point, Slot extension, DmaSideFields side, DgeOpcode operation) {
        Slot source = point.source();
        int register = source.u8(side.boundRegister());
        if ((register & BOUND_ENABLED) == 0) {
            return;
        }
        long bound = extension.u32(side.bound());
        long limit =
                operation == DgeOpcode.INDIRECT1D ? largestIndex(source, side, bound) : bound - side.extent(source);
        point.emit(RuntimeSlots.moveImmediate(register & BOUND_REGISTER, (int) limit));
    }

    /** Indices count rows of the first step. Source: exec-sunda.md §5 (0xD4). */
    private static long largestIndex(Slot source, DmaSideFields side, long bound) {
        long step = Math.max(1, source.i32(side.steps()));
        return Math.max(0, bound - side.run(source)) / step;
    }

    private void resolve(Slot slot, DmaSideFields side) {
        DmaAddress address = new DmaAddress(slot.i64(side.address()));
        switch (address.form()) {
            case TABLE_ROW -> checkTableRow(address.id());
            case VARIABLE -> slot.setI64(side.address(), resolved(address, side.extent(slot)));
            case ABSOLUTE, ADDRESS_IN_REGISTER -> {
                // Stays as it is.
            }
        }
    }

    private long resolved(DmaAddress address, long extent) {
        if (address.isOffsetInRegister()) {
            throw context.invalid(BAD_ADDRESS, address.raw());
        }
        long place = context.variables().resolve(address.id(), Integer.toUnsignedLong(address.offset()), extent);
        long marker = address.isShapedByRegister() ? DmaAddress.SHAPE_REGISTER : 0;
        return place | marker << 56;
    }

    private void checkTableRow(int row) {
        int entries = context.plan().addressTableEntries();
        if (row >= entries) {
            throw context.invalid(BAD_TABLE_INDEX, row, entries);
        }
    }
}
