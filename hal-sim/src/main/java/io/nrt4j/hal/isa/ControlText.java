package io.nrt4j.hal.isa;

import static io.nrt4j.hal.isa.FieldType.ALU_OP;
import static io.nrt4j.hal.isa.FieldType.COMPARE_OP;
import static io.nrt4j.hal.isa.FieldType.NOTIFICATION_KIND;
import static io.nrt4j.hal.isa.FieldType.ORDERING_MODE;
import static io.nrt4j.hal.isa.FieldType.RANGE_CLEAR_MODE;

import java.util.StringJoiner;

/** Operands of the sequencer instructions as profilers print them. Source: isa.md §10, hw-profiles.md. */
final class ControlText {
    private ControlText() {}

    static void plain(Instruction slot, ControlOperands.Plain o, SlotText text) {
        switch (slot.opcode()) {
            case NOP -> text.put("cycle", o.cycles());
            case ACTIVATION_TABLE_LOAD -> text.put("table_sel", o.tableSelect());
            case NOTIFY -> text.put("hint", o.hint()).code("notification", NOTIFICATION_KIND, o.kind());
            default -> {
                text.putUnlessZero("hint", o.hint()).codeUnlessZero("notification", NOTIFICATION_KIND, o.kind());
            }
        }
        if (slot.opcode() != Opcode.DRAIN) {
            text.putUnlessZero("drain_count", o.drainCount());
        }
    }

    /** The second event block follows the signature. */
    static void eventSemaphore(Instruction slot, ControlOperands.EventSemaphore o, SlotText text) {
        text.put("setter", o.setterSignature()).semaphoreWait(o.second()).semaphoreUpdate(o.second(), o.updateValue());
    }

    static void setOrderingMode(Instruction slot, ControlOperands.SetOrderingMode o, SlotText text) {
        text.code("ordering_mode", ORDERING_MODE, o.mode());
    }

    static void write(Instruction slot, ControlOperands.Write o, SlotText text) {
        if (o.isPair()) {
            text.put("data", "0x%x,0x%x".formatted(o.value0(), o.value1()))
                    .put("size", o.size0() + "," + o.size1())
                    .put("dst", "0x%x,0x%x".formatted(o.address0(), o.address1()));
        } else {
            text.hex("data", o.value0()).put("size", o.size0()).hex("dst", o.address0());
        }
    }

    static void compareBranch(Instruction slot, ControlOperands.CompareBranch o, SlotText text) {
        text.code("cmp_op", COMPARE_OP, o.comparison());
        if (o.comparison() != CompareOp.ALWAYS.code()) {
            boolean registers = CompareOp.fromCode(o.comparison())
                    .map(CompareOp::comparesWithRegister)
                    .orElse(false);
            text.put("dtype", SlotText.dtype(o.dtype()))
                    .put("cmp0", SlotText.register(o.left()))
                    .put("cmp1", registers ? SlotText.register(o.right()) : Integer.toString(o.immediate()));
        }
        if (o.kind() == ControlOperands.CompareBranch.TARGET_IN_REGISTERS) {
            text.put("label_reg", SlotText.register(o.targetLow()) + "," + SlotText.register(o.targetHigh()));
        } else {
            text.put("label_id", Long.toUnsignedString(o.target()));
        }
    }

    static void memory2d(Instruction slot, ControlOperands.Memory2d o, SlotText text) {
        String place =
                "%s@0x%x".formatted(SlotText.dtype(o.dtype()), o.address().raw());
        text.put("addr", place + shape(o.step0(), o.step1(), o.count0(), o.count1()))
                .put("data", data(o.dtype(), o.dataSource(), o.count0() * o.count1(), o.data()));
    }

    static void pseudoMemory2d(Instruction slot, PseudoOperands.PseudoMemory2d o, SlotText text) {
        String place = "%s@%s".formatted(SlotText.dtype(o.dtype()), text.variable((int) o.variable(), o.offset()));
        text.put("addr", place + shape(o.step0(), o.step1(), o.count0(), o.count1()))
                .put("data", data(o.dtype(), o.dataSource(), o.count0() * o.count1(), o.data()));
    }

    private static String shape(int step0, int step1, int count0, int count1) {
        return "[%d,%d][%d,%d]".formatted(step0, step1, count0, count1);
    }

    /** Registers, or immediates of the type's width; never more than the slot holds. */
    private static String data(int dtype, int source, int elements, Bytes data) {
        StringJoiner list = new StringJoiner(",");
        if (source == 0) {
            for (int i = 0; i < Math.min(elements, data.length()); i++) {
                list.add(SlotText.register(data.u8(i)));
            }
            return list.toString();
        }
        int width = Dtype.fromCode(dtype).map(Dtype::bytes).filter(b -> b > 0).orElse(Integer.BYTES);
        for (int i = 0; i < Math.min(elements, data.length() / width); i++) {
            list.add("0x" + Long.toHexString(number(data, i * width, width)));
        }
        return list.toString();
    }

    private static long number(Bytes data, int index, int width) {
        long value = 0;
        for (int i = width - 1; i >= 0; i--) {
            value = value << Byte.SIZE | data.u8(index + i);
        }
        return value;
    }

    static void rangeClear(Instruction slot, ControlOperands.RangeClear o, SlotText text) {
        text.code("mode", RANGE_CLEAR_MODE, o.mode());
        if (o.mode() == RangeClearMode.BITMASK.code()) {
            text.put("mask", o.mask());
        } else {
            text.put("first", o.first()).put("last", o.last());
        }
    }

    static void move(Instruction slot, ControlOperands.Move o, SlotText text) {
        StringJoiner sources = new StringJoiner(",");
        StringJoiner destinations = new StringJoiner(",");
        for (int i = 0; i < Math.min(o.moves(), o.destinations().length()); i++) {
            sources.add(
                    o.source() == 0
                            ? SlotText.register(o.sources().u8(i))
                            : "0x" + Integer.toHexString(o.immediates().i32(i * Integer.BYTES)));
            destinations.add(SlotText.register(o.destinations().u8(i)));
        }
        text.put("dtype", SlotText.dtype(o.dtype())).put("src", sources).put("dst", destinations);
    }

    static void aluRegister(Instruction slot, ControlOperands.AluRegister o, SlotText text) {
        text.code("op", ALU_OP, o.op())
                .put("dtype", SlotText.dtype(o.dtype()))
                .put("src0", SlotText.register(o.source0()))
                .put("src1", o.kind() == 0 ? SlotText.register(o.source1()) : SlotText.alternateHex(o.immediate()))
                .put("dst", SlotText.register(o.result()));
    }
}
