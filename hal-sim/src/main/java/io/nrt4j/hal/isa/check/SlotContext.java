package io.nrt4j.hal.isa.check;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.Generation;
import io.nrt4j.hal.isa.Instruction;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.check.ProgramFacts.Block;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** The slot that rules look at, where it stands, and where they put their findings. */
final class SlotContext {
    private final Generation generation;
    private final EngineType engine;
    private final ProgramFacts facts;
    private final Findings findings;
    private final Set<Block> seenBlocks = Collections.newSetFromMap(new IdentityHashMap<>());

    private int index;
    private boolean layoutConfirmed = true;
    private int activationSet;

    SlotContext(Generation generation, EngineType engine, ProgramFacts facts) {
        this.generation = generation;
        this.engine = engine;
        this.facts = facts;
        this.findings = new Findings(engine);
    }

    Generation generation() {
        return generation;
    }

    EngineType engine() {
        return engine;
    }

    ProgramFacts facts() {
        return facts;
    }

    void moveTo(int slotIndex) {
        index = slotIndex;
        layoutConfirmed = true;
    }

    /** Says which opcode the slot has. */
    void enter(Opcode opcode) {
        layoutConfirmed = ConfirmedLayouts.contains(opcode);
    }

    /** The table set that the last {@code ACT_TABLE_LOAD} chose. */
    void chooseActivationSet(int set) {
        activationSet = set;
    }

    /** Function ids of the set in use; empty where the sets are not known. */
    Set<Integer> activationFunctions() {
        List<Set<Integer>> sets = facts.activationSets();
        return activationSet < sets.size() ? sets.get(activationSet) : Set.of();
    }

    void find(Rule rule, String detail) {
        boolean sure = layoutConfirmed || !rule.needsConfirmedLayout();
        findings.add(rule, sure ? rule.severity() : Severity.SOFT, index, detail);
    }

    /** Whether this is the first trigger of a block; what is in a block is checked once, however often it is started. */
    boolean isFirstTriggerOf(Block block) {
        return seenBlocks.add(block);
    }

    List<Finding> findings() {
        return findings.list();
    }

    /** A rule that a whole slot has to keep. */
    @FunctionalInterface
    interface SlotRule {
        void check(Instruction slot, SlotContext context);
    }
}
