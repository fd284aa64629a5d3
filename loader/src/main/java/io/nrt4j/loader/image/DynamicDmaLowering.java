package io.nrt4j.loader.image;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.isa.DgeOpcode;
import io.nrt4j.hal.isa.DmaAddress;
import io.nrt4j.hal.isa.DmaExtension;
import io.nrt4j.hal.isa.DmaOperands.Direct2d;
import io.nrt4j.hal.isa.DmaOperands.Indirect1d;
import io.nrt4j.hal.isa.DmaPattern;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.PseudoOperands;
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

    /** Places of the two ADDR8 in DMA_DIRECT2D. */
    private static final int SOURCE = 16;

    private static final int DESTINATION = 40;
    private static final int MARKER_SHIFT = 56;

    private final LoweringContext context;

    DynamicDmaLowering(LoweringContext context) {
        this.context = context;
    }

    /** One side of the transfer. */
    private record Side(int addressAt, DmaAddress address, DmaPattern pattern, int run, boolean bounded, int register) {
        static Side source(Direct2d d) {
            return new Side(SOURCE, d.src(), d.srcPattern(), d.srcRun(), isBounded(d.srcBound()), d.srcBoundRegister());
        }

        static Side destination(Direct2d d) {
            return new Side(
                    DESTINATION, d.dst(), d.dstPattern(), d.dstRun(), isBounded(d.dstBound()), d.dstBoundRegister());
        }

        private static boolean isBounded(int bound) {
            return (bound & 0x80) != 0;
        }

        /** Bytes from the address to behind the last byte. */
        long extent() {
            return pattern.highestOffset() + run;
        }
    }

    void lower(TranslationPoint point) {
        Direct2d direct = point.operands(Direct2d.class);
        DgeOpcode operation = DgeOpcode.fromCode(direct.operation())
                .filter(this::exists)
                .orElseThrow(() -> context.invalid(UNSUPPORTED_OPCODE, direct.operation()));
        Optional<DmaExtension> extension = point.extension().map(PseudoOperands.Extension::ofDma);
        if (operation == DgeOpcode.INDIRECT1D && extension.isEmpty()) {
            throw context.invalid(MISSING_EXTENSION);
        }
        Side source = Side.source(direct);
        Side destination = Side.destination(direct);
        extension.ifPresent(e -> {
            setBound(point, source, e.srcBytes(), operation);
            setBound(point, destination, e.dstBytes(), operation);
        });
        Slot lowered = point.copy().setU8(Slot.OPCODE, operation.loadedOpcode().code());
        resolve(lowered, source);
        resolve(lowered, destination);
        switch (operation) {
            case DIRECT2D, GATHER_TRANSPOSE -> point.emit(lowered);
            case INDIRECT1D -> point.emit(indirect(point, lowered, direct, extension.orElseThrow()));
            case TRANSPOSE -> point.emit(TransposeDmaLayout.of(lowered, extension));
        }
    }

    private boolean exists(DgeOpcode operation) {
        return context.arch().compareTo(Arch.CAYMAN) >= 0
                || operation == DgeOpcode.DIRECT2D
                || operation == DgeOpcode.INDIRECT1D;
    }

    /** Puts the largest legal offset, or index, into a side's bound register. */
    private static void setBound(TranslationPoint point, Side side, long bound, DgeOpcode operation) {
        if (side.bounded()) {
            long limit = operation == DgeOpcode.INDIRECT1D ? largestIndex(side, bound) : bound - side.extent();
            point.emit(RuntimeSlots.moveImmediate(side.register(), (int) limit));
        }
    }

    /** Indices count rows of the first step. Source: exec-sunda.md §5 (0xD4). */
    private static long largestIndex(Side side, long bound) {
        return Math.max(0, bound - side.run()) / Math.max(1, side.pattern().step0());
    }

    private void resolve(Slot slot, Side side) {
        switch (side.address().form()) {
            case TABLE_ROW -> checkTableRow(side.address().id());
            case VARIABLE -> slot.setI64(side.addressAt(), resolved(side.address(), side.extent()));
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
        return place | marker << MARKER_SHIFT;
    }

    private void checkTableRow(int row) {
        int entries = context.plan().addressTableEntries();
        if (row >= entries) {
            throw context.invalid(BAD_TABLE_INDEX, row, entries);
        }
    }

    /** Of the patterns only the first step and count remain; the extension gives index vectors and flags. */
    private static Slot indirect(TranslationPoint point, Slot resolved, Direct2d direct, DmaExtension extension) {
        Indirect1d operands = new Indirect1d(
                direct.semaphore(),
                direct.increment(),
                extension.channels(),
                extension.flags(),
                new DmaAddress(resolved.i64(SOURCE)),
                direct.srcPattern().step0(),
                direct.srcPattern().count0(),
                direct.srcElementSize(),
                new DmaAddress(resolved.i64(DESTINATION)),
                direct.dstPattern().step0(),
                direct.dstPattern().count0(),
                direct.dstElementSize(),
                extension.srcIndex(),
                extension.dstIndex(),
                direct.inDtype(),
                direct.outDtype(),
                direct.srcBound(),
                direct.dstBound(),
                extension.computeOp(),
                direct.configs());
        return point.lowered(Opcode.DMA_INDIRECT, operands);
    }
}
