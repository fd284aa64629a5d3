package io.nrt4j.hal.isa.analysis;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.DgeOpcode;
import io.nrt4j.hal.isa.DmaAddress;
import io.nrt4j.hal.isa.DmaOperands;
import io.nrt4j.hal.isa.DmaPattern;
import io.nrt4j.hal.isa.Generation;
import io.nrt4j.hal.isa.Instruction;
import io.nrt4j.hal.isa.OnChipAddress;
import io.nrt4j.hal.isa.PseudoOperands;
import io.nrt4j.hal.isa.analysis.ByteMap.Partitions;
import io.nrt4j.hal.isa.check.ProgramFacts;
import io.nrt4j.hal.isa.check.ProgramFacts.Block;
import io.nrt4j.hal.isa.check.TransferAccess;
import io.nrt4j.hal.isa.check.TransferAccess.Hull;
import io.nrt4j.hal.isa.check.TransferAccess.Loop;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** What the transfers of a core's programs write into its state buffer. */
final class StateBufferTransfers {
    private static final int SAVE = 1;
    private static final long MOST_RUNS = 1 << 16;

    private final ProgramFacts facts;
    private final Generation generation;
    private final List<TransferAccess> writes = new ArrayList<>();
    private final Set<Block> seenBlocks = Collections.newSetFromMap(new IdentityHashMap<>());
    private boolean allPlacesKnown = true;

    StateBufferTransfers(CorePrograms programs) {
        this.facts = programs.facts();
        this.generation = programs.generation();
        for (EngineType engine : EngineType.values()) {
            programs.of(engine).forEach(slot -> add(slot, engine));
        }
    }

    /** A run of bytes at the same offset in a set of partitions. */
    record Run(long offset, long bytes, Partitions partitions) {}

    /** The writes, each into the state buffer. */
    List<TransferAccess> writes() {
        return writes;
    }

    /** Whether no transfer writes to a place in the state buffer that only shows when it runs. */
    boolean allPlacesKnown() {
        return allPlacesKnown;
    }

    private void add(Instruction slot, EngineType engine) {
        if (slot.operands() instanceof PseudoOperands.DmaTrigger o) {
            // a block writes the same bytes each time that it is started
            facts.block(engine, o)
                    .filter(seenBlocks::add)
                    .ifPresent(block -> block.accesses().stream()
                            .filter(a -> a.isWrite() && isStateBuffer(a.variable()))
                            .forEach(writes::add));
        } else if (slot.operands() instanceof DmaOperands.Direct2d o) {
            addDirect(o);
        } else if (slot.operands() instanceof DmaOperands.MemcpyFullIndirect o && o.direction() != SAVE) {
            addGather(o);
        }
    }

    private void addDirect(DmaOperands.Direct2d o) {
        DmaAddress dst = o.dst();
        boolean hidden = dst.isOffsetInRegister() || dst.isShapedByRegister();
        switch (dst.form()) {
            case VARIABLE -> {
                if (isStateBuffer(dst.id()) && !hidden) {
                    writes.add(access(dst.id(), Integer.toUnsignedLong(dst.offset()), o));
                }
                allPlacesKnown &= !(isStateBuffer(dst.id()) && hidden);
            }
            case ABSOLUTE, ADDRESS_IN_REGISTER -> allPlacesKnown = false;
            case TABLE_ROW -> {}
        }
    }

    /** An indirect transfer addresses its direct side by one loop, whose count is the inner one. */
    private static TransferAccess access(int variable, long offset, DmaOperands.Direct2d o) {
        DmaPattern pattern = o.dstPattern();
        return o.operation() == DgeOpcode.INDIRECT1D.code()
                ? new TransferAccess(
                        variable, true, offset, o.dstRun(), List.of(new Loop(pattern.step0(), pattern.count0())))
                : TransferAccess.of(variable, true, offset, o.dstRun(), pattern);
    }

    private void addGather(DmaOperands.MemcpyFullIndirect o) {
        OnChipAddress direct = new OnChipAddress(o.direct());
        if (!direct.isImmediate() || direct.isPsum(generation)) {
            allPlacesKnown = false;
            return;
        }
        writes.add(new TransferAccess(
                0,
                true,
                direct.linear(),
                o.elementSize(),
                List.of(new Loop(o.directStep(), o.directCount0()), new Loop(o.directStride(), o.directCount1()))));
    }

    private boolean isStateBuffer(int variable) {
        ProgramFacts.Variable declared = facts.variables().get(variable);
        return declared != null && declared.isStateBuffer();
    }

    /**
     * The byte runs of an access that stays in the state buffer; none for another.
     *
     * <p>Loops that stay within the partitions move the run, loops that go from partition to partition make the set of
     * partitions. An access with very many runs, or one whose loops move both, is taken as the hull of its bytes in all
     * its partitions.
     */
    static List<Run> runs(TransferAccess access, Generation generation) {
        if (access.isEmpty() || !access.staysInStateBuffer(generation)) {
            return List.of();
        }
        List<Long> offsets = List.of((long) Math.floorMod(access.offset(), generation.sbufStride()));
        List<Long> partitions = List.of(Math.floorDiv(access.offset(), (long) generation.sbufStride()));
        for (Loop loop : access.loops()) {
            long bytes = loop.bytesPerStep(generation);
            long steps = loop.partitionsPerStep(generation);
            long repetitions = Math.max(offsets.size(), partitions.size()) * loop.count();
            if ((bytes != 0 && steps != 0) || (repetitions > MOST_RUNS && bytes + steps != 0)) {
                return List.of(hull(access, generation));
            }
            offsets = bytes == 0 ? offsets : repeat(offsets, bytes, loop.count());
            partitions = steps == 0 ? partitions : repeat(partitions, steps, loop.count());
        }
        Partitions set = new Partitions(0, 0);
        for (long partition : partitions) {
            set = set.or(Partitions.range(partition, 1));
        }
        List<Run> runs = new ArrayList<>();
        for (long offset : offsets) {
            runs.add(new Run(offset, access.runBytes(), set));
        }
        return runs;
    }

    private static List<Long> repeat(List<Long> starts, long step, long count) {
        List<Long> all = new ArrayList<>();
        for (long start : starts) {
            for (long i = 0; i < count; i++) {
                all.add(start + i * step);
            }
        }
        return all;
    }

    private static Run hull(TransferAccess access, Generation generation) {
        Hull hull = access.hull(generation);
        Partitions partitions =
                Partitions.range(hull.lowestPartition(), hull.highestPartition() - hull.lowestPartition() + 1);
        return new Run(hull.first(), hull.end() - hull.first(), partitions);
    }
}
