package io.nrt4j.loader.listing;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.BadInstructionException;
import io.nrt4j.hal.isa.Generation;
import io.nrt4j.hal.isa.analysis.CorePrograms;
import io.nrt4j.hal.isa.analysis.SemaphoreGraph;
import io.nrt4j.hal.isa.analysis.UnwrittenReads;
import io.nrt4j.hal.isa.analysis.WaitSimulation;
import io.nrt4j.hal.isa.check.Finding;
import io.nrt4j.hal.isa.check.ProgramFacts;
import io.nrt4j.hal.isa.check.Severity;
import io.nrt4j.hal.isa.check.Validator;
import io.nrt4j.loader.manifest.Definition;
import java.util.ArrayList;
import java.util.List;

/**
 * What is wrong with the programs of a graph: broken rules of the instruction set, waits that never end, reads of bytes
 * that nothing writes.
 *
 * <p>The real runtime looks for none of it when it loads; a program with a hard finding does not do on hardware what it
 * says. Source: isa.md §7.
 */
public final class ProgramLint {
    private final Definition definition;
    private final ProgramFacts facts;
    private final List<ProgramProblem> problems = new ArrayList<>();

    private ProgramLint(Definition definition) {
        this.definition = definition;
        this.facts = DeclaredFacts.of(definition);
    }

    /**
     * Something wrong.
     *
     * @param severity hard for what no real program does
     * @param engine whose program
     * @param slot index in it
     * @param text what was found
     */
    public record ProgramProblem(Severity severity, EngineType engine, int slot, String text) {}

    /** Looks at all programs of a graph. */
    public static List<ProgramProblem> of(Definition definition) {
        ProgramLint lint = new ProgramLint(definition);
        lint.checkRules();
        lint.analyse();
        return List.copyOf(lint.problems);
    }

    private void checkRules() {
        Validator validator = new Validator(Generation.of(definition.target()), facts);
        for (EngineType engine : EngineType.values()) {
            for (Finding finding : validator.check(engine, DeclaredPrograms.bytes(definition, engine))) {
                add(finding.severity(), engine, finding.slot(), finding.rule() + ": " + finding.detail());
            }
        }
    }

    /** A program that cannot be decoded has a finding of the rules already; v1 has no analysis. */
    private void analyse() {
        CorePrograms programs;
        try {
            programs = DeclaredPrograms.of(definition);
        } catch (BadInstructionException undecodable) {
            return;
        }
        SemaphoreGraph graph = SemaphoreGraph.of(programs);
        WaitSimulation simulation = WaitSimulation.run(programs);
        for (WaitSimulation.Blocked blocked : simulation.blocked()) {
            boolean hopeless = !blocked.isEvent()
                    && graph.withoutUpdater().stream().anyMatch(n -> n.semaphore() == blocked.semaphore());
            add(
                    simulation.isExact() ? Severity.HARD : Severity.SOFT,
                    blocked.slot().engine(),
                    blocked.slot().slot(),
                    "WAIT: " + blocked + (hopeless ? " because nothing changes it" : ""));
        }
        for (UnwrittenReads.UnwrittenRead read : UnwrittenReads.of(programs).reads()) {
            if (!read.inLaneBlock()) {
                add(Severity.SOFT, read.slot().engine(), read.slot().slot(), "UNWRITTEN: " + read);
            }
        }
    }

    private void add(Severity severity, EngineType engine, int slot, String text) {
        problems.add(new ProgramProblem(severity, engine, slot, text));
    }
}
