package io.nrt4j.hal.isa.check;

import io.nrt4j.hal.isa.AccessPattern;
import io.nrt4j.hal.isa.Generation;
import io.nrt4j.hal.isa.Instruction;
import io.nrt4j.hal.isa.OnChipAddress;
import io.nrt4j.hal.isa.PeOperands;
import io.nrt4j.hal.isa.TensorAccess;
import io.nrt4j.hal.isa.TensorAccesses;

/** Rule 4, where tensor operands lie. Source: isa.md §4.1, §7; hal.md §2.1 for the quadrants. */
final class TensorRules {
    private static final int QUADRANT = 32;
    private static final int HALF = 64;

    private TensorRules() {}

    static void check(Instruction slot, SlotContext context) {
        for (TensorAccess access : TensorAccesses.of(slot)) {
            if (access.isStatic() && access.elementBytes() > 0) {
                checkAlignment(access, context);
                checkPartitions(slot, access, context);
                checkRange(access, context);
            }
        }
        if (slot.operands() instanceof PeOperands) {
            checkMemories(slot, context);
        }
    }

    private static void checkAlignment(TensorAccess access, SlotContext context) {
        int address = access.pattern().start().linear();
        if (address % access.elementBytes() != 0) {
            context.find(
                    Rule.ALIGNMENT,
                    "%s at 0x%x is not aligned to its %d bytes"
                            .formatted(access.name(), address, access.elementBytes()));
        }
    }

    private static void checkPartitions(Instruction slot, TensorAccess access, SlotContext context) {
        Generation generation = context.generation();
        if (access.partitions() < 1 || access.partitions() > Generation.SBUF_PARTITIONS) {
            // elsewhere the number is a field of its own type, which is checked as such
            if (slot.operands() instanceof PeOperands) {
                context.find(Rule.CHANNELS, "%s covers %d partitions".formatted(access.name(), access.partitions()));
            }
            return;
        }
        OnChipAddress start = access.pattern().start();
        int first = start.partition(generation);
        if (first + access.partitions() > start.partitions(generation)) {
            context.find(
                    Rule.CHANNELS,
                    "%s covers %d partitions from %d on, of %d"
                            .formatted(access.name(), access.partitions(), first, start.partitions(generation)));
            return;
        }
        int granule = access.partitions() > HALF ? 2 * HALF : access.partitions() > QUADRANT ? HALF : QUADRANT;
        if (first % granule != 0) {
            context.find(
                    Rule.PARTITION_QUADRANT,
                    "%s covers %d partitions from %d on".formatted(access.name(), access.partitions(), first));
        }
    }

    private static void checkRange(TensorAccess access, SlotContext context) {
        Generation generation = context.generation();
        AccessPattern pattern = access.pattern();
        if (pattern.elements() == 0) {
            return;
        }
        OnChipAddress start = pattern.start();
        long first = access.firstByte(generation);
        long end = access.endByte(generation);
        if (first < 0 || end > start.usableBytes(generation)) {
            context.find(
                    Rule.MEMORY_RANGE,
                    "%s touches bytes %d to %d of each partition, of %d in %s"
                            .formatted(
                                    access.name(),
                                    first,
                                    end - 1,
                                    start.usableBytes(generation),
                                    start.isPsum(generation) ? "PSUM" : "SBUF"));
        }
    }

    private static void checkMemories(Instruction slot, SlotContext context) {
        for (TensorAccess access : TensorAccesses.of(slot)) {
            boolean psum = access.pattern().start().isPsum(context.generation());
            if (access.isStatic() && psum != access.isWrite()) {
                context.find(
                        Rule.ARRAY_MEMORY,
                        "%s of %s lies in %s".formatted(access.name(), slot.opcode(), psum ? "PSUM" : "SBUF"));
            }
        }
    }
}
