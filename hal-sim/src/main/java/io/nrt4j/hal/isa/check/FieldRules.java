package io.nrt4j.hal.isa.check;

import io.nrt4j.hal.isa.ActOperands;
import io.nrt4j.hal.isa.AluOp;
import io.nrt4j.hal.isa.Dtype;
import io.nrt4j.hal.isa.Field;
import io.nrt4j.hal.isa.FieldType;
import io.nrt4j.hal.isa.Instruction;
import io.nrt4j.hal.isa.OpcodeClass;
import io.nrt4j.hal.isa.PeOperands;
import io.nrt4j.hal.isa.PoolOperands;
import io.nrt4j.hal.isa.TensorAccess;
import io.nrt4j.hal.isa.TensorAccesses;
import java.util.EnumSet;
import java.util.Set;

/** Rule 4, what the type of each field says about its bytes. Source: isa.md §4.3-4.5, §7. */
final class FieldRules {
    private static final Set<FieldType> HAVE_RULES_OF_THEIR_OWN =
            EnumSet.of(FieldType.FUNCTION, FieldType.WAIT_MODE, FieldType.UPDATE_MODE);

    private FieldRules() {}

    static void check(Instruction slot, SlotContext context) {
        if (!slot.opcode().layout().isOpaque() && !slot.unknown().isEmpty()) {
            context.find(
                    Rule.RESERVED_BYTES, "bytes of %s that must be 0: %s".formatted(slot.opcode(), slot.unknown()));
        }
        for (Field field : slot.fields()) {
            FieldType type = field.type();
            if (type == FieldType.CHANNELS) {
                checkChannels(field, (int) field.of(slot.operands()), context);
            } else if (type == FieldType.DTYPE) {
                checkDtype(slot, field, (int) field.of(slot.operands()), context);
            } else if (type.isCode() && !HAVE_RULES_OF_THEIR_OWN.contains(type)) {
                checkCode(slot, field, (int) field.of(slot.operands()), context);
            }
        }
        for (TensorAccess access : TensorAccesses.of(slot)) {
            if (access.dtype() == 0) {
                context.find(Rule.DTYPE, "the type of %s is 0".formatted(access.name()));
            }
        }
    }

    private static void checkChannels(Field field, int channels, SlotContext context) {
        if (channels < 1 || channels > 128) {
            context.find(Rule.CHANNELS, "%s is %d, not 1 to 128".formatted(field.name(), channels));
        }
    }

    private static void checkCode(Instruction slot, Field field, int code, SlotContext context) {
        boolean defined = field.type().constant(code).isPresent();
        if (field.type() == FieldType.ALU_OP) {
            defined = AluOp.fromCode(code)
                    .filter(op -> op.existsIn(context.generation()))
                    .isPresent();
        }
        // A control slot without a use for a coded field leaves it 0, also where 0 is no code of it.
        if (!defined && (code != 0 || slot.opcode().opcodeClass() == OpcodeClass.COMPUTE)) {
            context.find(Rule.CODE_DEFINED, "%s is 0x%x, which is not defined".formatted(field.name(), code));
        }
    }

    /** That an operand's type is not 0 is checked with the operands; here, that any other code exists. */
    private static void checkDtype(Instruction slot, Field field, int code, SlotContext context) {
        if (code != 0 && !isElementType(code, context)) {
            context.find(Rule.DTYPE, "%s is 0x%x, which is no element type".formatted(field.name(), code));
        }
        boolean mustBeSet = slot.operands() instanceof PoolOperands.SbufCollective
                || slot.operands() instanceof ActOperands.ReadAccumulator
                || slot.operands() instanceof PeOperands.LoadWeightsMx;
        if (code == 0 && mustBeSet) {
            context.find(Rule.DTYPE, "%s is 0".formatted(field.name()));
        }
    }

    private static boolean isElementType(int code, SlotContext context) {
        return Dtype.fromCode(code)
                .filter(t -> t.existsIn(context.generation()))
                .isPresent();
    }
}
