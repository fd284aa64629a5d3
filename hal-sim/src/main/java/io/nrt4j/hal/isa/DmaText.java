package io.nrt4j.hal.isa;

import static io.nrt4j.hal.isa.FieldType.ALU_OP;
import static io.nrt4j.hal.isa.FieldType.COLLECTIVE_TYPE;
import static io.nrt4j.hal.isa.FieldType.COMPUTE_OP;

/** Operands of transfers and collectives: DMA_DIRECT2D as profilers print it, the others in its manner. Source: isa.md §10. */
final class DmaText {
    private DmaText() {}

    /** The compute operation of a pseudo is not in its slot: byte 15 says there what the generator does. */
    static void direct2d(Instruction slot, DmaOperands.Direct2d o, SlotText text) {
        boolean pseudo = slot.opcode().isPseudo();
        text.put("semaphore", o.semaphore())
                .put("sem_increment", o.increment())
                .put("src_elem_size", o.srcElementSize())
                .put("dst_elem_size", o.dstElementSize())
                .put("src_pattern", o.srcPattern())
                .put("dst_pattern", o.dstPattern());
        address("src", o.src(), text);
        address("dst", o.dst(), text);
        if (o.inDtype() != o.outDtype()) {
            text.put("in_dtype", SlotText.dtype(o.inDtype())).put("out_dtype", SlotText.dtype(o.outDtype()));
        }
        text.put("compute_op", SlotText.constant(COMPUTE_OP, pseudo ? 0 : o.operation()));
        if (pseudo && o.operation() != 0) {
            text.put(
                    "dge_op",
                    DgeOpcode.fromCode(o.operation())
                            .map(DgeOpcode::text)
                            .orElseGet(() -> "0x" + Integer.toHexString(o.operation())));
        }
        text.putUnlessZero("dma_configs", o.configs());
        bound("src", o.srcBound(), text);
        bound("dst", o.dstBound(), text);
    }

    private static void address(String side, DmaAddress address, SlotText text) {
        int shape = address.isShapedByRegister() ? 1 : 0;
        switch (address.form()) {
            case ABSOLUTE -> text.hex(side + "_addr_imm", address.absolute());
            case ADDRESS_IN_REGISTER -> text.put(side + "_addr_reg", SlotText.register(address.offset()));
            case VARIABLE ->
                text.put(side + "_addr_imm", text.variable(address.id(), Integer.toUnsignedLong(address.offset())));
            case TABLE_ROW -> {
                if (address.isOffsetInRegister()) {
                    text.put(side + "_table_offset_reg", SlotText.register(address.offset()));
                } else {
                    text.hex(side + "_table_offset_imm", Integer.toUnsignedLong(address.offset()));
                }
                text.put(side + "_table_index", address.id());
            }
        }
        text.put(side + "_shape_reg", shape);
    }

    private static void bound(String side, int bound, SlotText text) {
        if (bound != 0) {
            text.put(side + "_bound_reg", SlotText.register(bound & 0x3F)).hex(side + "_bound_flags", bound & 0xC0);
        }
    }

    static void trigger(Instruction slot, PseudoOperands.DmaTrigger o, SlotText text) {
        text.put("queue", o.queue().text()).put("block", o.block()).putUnlessZero("use_raw_count", o.useRawCount());
    }

    static void triggerCollective(Instruction slot, PseudoOperands.TriggerCollective o, SlotText text) {
        text.code("cc_type", COLLECTIVE_TYPE, o.collective())
                .code("op", ALU_OP, o.op())
                .put("dtype", SlotText.dtype(o.dtype()))
                .put("group", o.group())
                .put("src", text.variable((int) o.input(), o.srcOffset() * bytes(o.dtype())))
                .put("dst", text.variable((int) o.output(), o.dstOffset() * bytes(o.dtype())))
                .put("num_elements", Long.toUnsignedString(o.elements()));
    }

    private static int bytes(int dtype) {
        return Dtype.fromCode(dtype).map(Dtype::bytes).orElse(0);
    }

    static void triggerCollective2(Instruction slot, PseudoOperands.TriggerCollective2 o, SlotText text) {
        text.code("cc_type", COLLECTIVE_TYPE, o.collective())
                .code("op", ALU_OP, o.op())
                .put("dtype", SlotText.dtype(o.dtype()))
                .put("cc_dim", o.dimension());
        collectiveOperand("src", o.src0(), text);
        if (!o.src1().isAbsent()) {
            collectiveOperand("src1", o.src1(), text);
        }
    }

    private static void collectiveOperand(String name, CollectiveOperand o, SlotText text) {
        text.put(
                name,
                "%s[%d,%d][%d,%d]"
                        .formatted(
                                text.variable(
                                        o.address().id(),
                                        Integer.toUnsignedLong(o.address().offset())),
                                o.step0(),
                                o.step1(),
                                o.count0(),
                                o.count1()));
    }

    static void extension(DmaExtension o, SlotText text) {
        text.putUnlessZero("flags", o.flags())
                .putUnlessZero("channels", o.channels())
                .codeUnlessZero("compute_op", COMPUTE_OP, o.computeOp());
        if (o.srcIndex() != 0) {
            text.hex("src_index", Integer.toUnsignedLong(o.srcIndex()));
        }
        if (o.dstIndex() != 0) {
            text.hex("dst_index", Integer.toUnsignedLong(o.dstIndex()));
        }
        text.putUnlessZero("src_bound", o.srcBytes())
                .putUnlessZero("dst_bound", o.dstBytes())
                .putUnlessZero("tile_step", o.tileStep())
                .putUnlessZero("tile_rows", o.tileRows())
                .putUnlessZero("tile_cols", o.tileCols());
    }

    static void extension(CollectiveExtension o, SlotText text) {
        text.put("group", o.group())
                .put("channel", o.channel())
                .put("stream", o.stream())
                .putUnlessZero("chaining", o.chaining());
        collectiveOperand("dst", o.dst(), text);
    }
}
