package io.nrt4j.hal.isa.check;

import io.nrt4j.hal.isa.DgeOpcode;
import io.nrt4j.hal.isa.DmaAddress;
import io.nrt4j.hal.isa.DmaOperands;
import io.nrt4j.hal.isa.DmaPattern;
import io.nrt4j.hal.isa.Dtype;
import io.nrt4j.hal.isa.Instruction;
import io.nrt4j.hal.isa.PseudoOperands;
import io.nrt4j.hal.isa.check.ProgramFacts.Block;
import io.nrt4j.hal.isa.check.ProgramFacts.Queue;
import io.nrt4j.hal.isa.check.ProgramFacts.QueueKind;
import io.nrt4j.hal.isa.check.ProgramFacts.Variable;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Rule 5: transfers and triggers against what the program declares. Source: isa.md §5.13, §7. */
final class DmaRules {
    private DmaRules() {}

    static void check(Instruction slot, SlotContext context) {
        if (slot.operands() instanceof DmaOperands.Direct2d o && slot.opcode().isPseudo()) {
            checkQueue(o, context);
            if (o.operation() == DgeOpcode.DIRECT2D.code()) {
                checkElements(o, context);
                checkSide("source", o.src(), o.srcPattern(), o.srcRun(), context);
                checkSide("destination", o.dst(), o.dstPattern(), o.dstRun(), context);
            }
        } else if (slot.operands() instanceof PseudoOperands.DmaTrigger o) {
            checkTrigger(o, context);
        } else if (slot.operands() instanceof PseudoOperands.PseudoMemory2d o) {
            checkAccess(
                    "memory operand", new TransferAccess((int) o.variable(), false, o.offset(), 0, List.of()), context);
        }
    }

    private static void checkQueue(DmaOperands.Direct2d o, SlotContext context) {
        Optional<Queue> queue = context.facts().queuesOf(context.engine()).stream()
                .filter(q -> q.kind() == QueueKind.DYNAMIC && q.semaphores().contains(o.semaphore()))
                .findFirst();
        if (queue.isEmpty()) {
            context.find(
                    Rule.DMA_SEMAPHORE,
                    "semaphore %d is of no dynamic queue of %s".formatted(o.semaphore(), context.engine()));
        } else if (o.increment() != queue.get().rings()) {
            context.find(
                    Rule.DMA_INCREMENT,
                    "adds %d, but %s has %d rings"
                            .formatted(
                                    o.increment(),
                                    queue.get().name(),
                                    queue.get().rings()));
        }
    }

    private static void checkElements(DmaOperands.Direct2d o, SlotContext context) {
        int inBytes = Dtype.fromCode(o.inDtype()).map(Dtype::bytes).orElse(0);
        int outBytes = Dtype.fromCode(o.outDtype()).map(Dtype::bytes).orElse(0);
        boolean shaped = o.src().isShapedByRegister() || o.dst().isShapedByRegister();
        if (inBytes == 0 || outBytes == 0 || shaped) {
            return;
        }
        long in = o.srcPattern().runs() * o.srcRun();
        long out = o.dstPattern().runs() * o.dstRun();
        if (in % inBytes != 0 || out % outBytes != 0 || in / inBytes != out / outBytes) {
            context.find(
                    Rule.DMA_ELEMENTS,
                    "source has %d bytes of type 0x%x, destination %d of type 0x%x"
                            .formatted(in, o.inDtype(), out, o.outDtype()));
        }
    }

    private static void checkSide(String side, DmaAddress address, DmaPattern pattern, int run, SlotContext context) {
        OptionalInt variable = switch (address.form()) {
            case VARIABLE -> OptionalInt.of(address.id());
            case TABLE_ROW -> tableRow(address.id(), context);
            case ABSOLUTE, ADDRESS_IN_REGISTER -> OptionalInt.empty();
        };
        if (variable.isEmpty()) {
            return;
        }
        boolean known = !address.isOffsetInRegister() && !address.isShapedByRegister();
        checkAccess(
                side,
                TransferAccess.of(
                        variable.getAsInt(),
                        false,
                        known ? Integer.toUnsignedLong(address.offset()) : 0,
                        known ? run : 0,
                        pattern),
                context);
    }

    private static void checkAccess(String side, TransferAccess access, SlotContext context) {
        Optional<Variable> declared = variable(access.variable(), context);
        if (declared.isEmpty() || access.isEmpty()) {
            return;
        }
        Variable variable = declared.get();
        if (variable.isStateBuffer()) {
            if (!access.staysInStateBuffer(context.generation())) {
                context.find(
                        Rule.DMA_BOUNDS,
                        "%s %s+0x%x: runs of %d bytes, %s leave the usable bytes of the partitions"
                                .formatted(side, variable.name(), access.offset(), access.runBytes(), access.loops()));
            }
        } else if (variable.bytes().isPresent()
                && (access.first() < 0 || access.end() > variable.bytes().get())) {
            context.find(
                    Rule.DMA_BOUNDS,
                    "%s touches bytes %d to %d of %s, which has %d"
                            .formatted(
                                    side,
                                    access.first(),
                                    access.end() - 1,
                                    variable.name(),
                                    variable.bytes().get()));
        }
    }

    private static Optional<Variable> variable(int varId, SlotContext context) {
        Optional<Variable> variable =
                Optional.ofNullable(context.facts().variables().get(varId));
        if (variable.isEmpty()) {
            context.find(Rule.DMA_VARIABLE, "there is no variable %d".formatted(varId));
        }
        return variable;
    }

    private static OptionalInt tableRow(int row, SlotContext context) {
        List<Integer> table = context.facts().addressTable();
        if (row >= table.size()) {
            context.find(
                    Rule.DMA_VARIABLE, "there is no row %d in the address table of %d".formatted(row, table.size()));
            return OptionalInt.empty();
        }
        return OptionalInt.of(table.get(row));
    }

    private static void checkTrigger(PseudoOperands.DmaTrigger o, SlotContext context) {
        String queue = o.queue().text();
        if (queue.isEmpty()) {
            context.find(Rule.DMA_QUEUE, "the queue name is empty");
            return;
        }
        if (o.useRawCount() != 0) {
            return;
        }
        Optional<Block> block = context.facts().block(context.engine(), o);
        if (block.isEmpty()) {
            context.find(
                    Rule.DMA_QUEUE, "%s has no block %d of queue '%s'".formatted(context.engine(), o.block(), queue));
            return;
        }
        if (!context.isFirstTriggerOf(block.get())) {
            return;
        }
        for (TransferAccess access : block.get().accesses()) {
            checkAccess(
                    "block %d of %s: %s".formatted(o.block(), queue, access.isWrite() ? "destination" : "source"),
                    access,
                    context);
        }
    }
}
