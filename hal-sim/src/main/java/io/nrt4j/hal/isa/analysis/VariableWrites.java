package io.nrt4j.hal.isa.analysis;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.DgeOpcode;
import io.nrt4j.hal.isa.DmaAddress;
import io.nrt4j.hal.isa.DmaOperands;
import io.nrt4j.hal.isa.Instruction;
import io.nrt4j.hal.isa.OpcodeClass;
import io.nrt4j.hal.isa.PseudoOperands;
import io.nrt4j.hal.isa.check.ProgramFacts;
import io.nrt4j.hal.isa.check.ProgramFacts.Block;
import io.nrt4j.hal.isa.check.TransferAccess;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which bytes of some variables a core's programs write by transfers whose place shows in the slots.
 *
 * <p>Where a program has anything else that may write to memory (collectives, custom operators, transfers to absolute
 * or indirect addresses), or more runs than can be looked at, {@link #isComplete()} is false.
 */
public final class VariableWrites {
    private static final long MOST_RUNS = 1 << 21;

    private final ProgramFacts facts;
    private final Map<Integer, ByteCoverage> coverages = new HashMap<>();
    private final Set<Block> seenBlocks = Collections.newSetFromMap(new IdentityHashMap<>());
    private long runsLeft = MOST_RUNS;
    private boolean complete = true;

    private VariableWrites(ProgramFacts facts, Set<Integer> variables) {
        this.facts = facts;
        variables.forEach(v -> coverages.put(v, new ByteCoverage()));
    }

    /**
     * Collects the writes of a core.
     *
     * @param variables {@code var_id}s of the variables that matter
     */
    public static VariableWrites of(CorePrograms programs, Set<Integer> variables) {
        VariableWrites writes = new VariableWrites(programs.facts(), variables);
        for (EngineType engine : EngineType.values()) {
            for (Instruction slot : programs.of(engine)) {
                if (writes.complete) {
                    writes.add(slot, engine);
                }
            }
        }
        return writes;
    }

    private void add(Instruction slot, EngineType engine) {
        if (slot.operands() instanceof PseudoOperands.DmaTrigger o) {
            Optional<Block> block = facts.block(engine, o);
            complete &= block.isPresent();
            if (block.isPresent() && seenBlocks.add(block.get())) {
                block.get().accesses().stream().filter(TransferAccess::isWrite).forEach(this::add);
            }
        } else if (slot.operands() instanceof DmaOperands.Direct2d o
                && slot.opcode().isPseudo()) {
            addDirect(o);
        } else {
            complete &= staysOnTheChip(slot);
        }
    }

    private static boolean staysOnTheChip(Instruction slot) {
        return switch (slot.opcode()) {
            case CUSTOM_OP_HEADER,
                    CUSTOM_OP_PAYLOAD,
                    EXTENDED_INST,
                    EMBEDDING_UPDATE,
                    WRITE,
                    TENSOR_STORE,
                    PSEUDO_TENSOR_STORE,
                    PSEUDO_DMAMEMCPY_FULL_IND,
                    PSEUDO_TRIGGER_ALL_REDUCE,
                    PSEUDO_TRIGGER_COLLECTIVE,
                    PSEUDO_TRIGGER_COLLECTIVE2,
                    PSEUDO_SEND_RECV,
                    PSEUDO_EMBEDDING_UPDATE,
                    PSEUDO_FUNCTION_CALL,
                    PSEUDO_DMASWAP_QUEUE_SET,
                    PSEUDO_INST -> false;
            default -> slot.opcode().opcodeClass() != OpcodeClass.DMA;
        };
    }

    private void addDirect(DmaOperands.Direct2d o) {
        DmaAddress dst = o.dst();
        if (o.operation() != DgeOpcode.DIRECT2D.code() || dst.isOffsetInRegister() || dst.isShapedByRegister()) {
            complete = false;
            return;
        }
        switch (dst.form()) {
            case VARIABLE -> add(access(dst.id(), o));
            case TABLE_ROW -> {
                complete &= dst.id() < facts.addressTable().size();
                if (complete) {
                    add(access(facts.addressTable().get(dst.id()), o));
                }
            }
            case ABSOLUTE, ADDRESS_IN_REGISTER -> complete = false;
        }
    }

    private static TransferAccess access(int variable, DmaOperands.Direct2d o) {
        return TransferAccess.of(variable, true, Integer.toUnsignedLong(o.dst().offset()), o.dstRun(), o.dstPattern());
    }

    private void add(TransferAccess access) {
        ByteCoverage coverage = coverages.get(access.variable());
        if (coverage != null && complete) {
            long runs = coverage.add(access, runsLeft);
            complete = runs >= 0;
            runsLeft -= runs;
        }
    }

    /** The bytes of one of the variables that are written. */
    public ByteCoverage of(int variable) {
        return coverages.getOrDefault(variable, new ByteCoverage());
    }

    /** Whether there is nothing else that may write to memory. */
    public boolean isComplete() {
        return complete;
    }
}
