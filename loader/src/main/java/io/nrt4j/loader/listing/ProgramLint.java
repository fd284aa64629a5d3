package io.nrt4j.loader.listing;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.Generation;
import io.nrt4j.hal.isa.analysis.CorePrograms;
import io.nrt4j.hal.isa.analysis.SemaphoreGraph;
import io.nrt4j.hal.isa.analysis.SlotReference;
import io.nrt4j.hal.isa.analysis.UnwrittenReads;
import io.nrt4j.hal.isa.analysis.UnwrittenReads.UnwrittenRead;
import io.nrt4j.hal.isa.analysis.WaitSimulation;
import io.nrt4j.hal.isa.check.Finding;
import io.nrt4j.hal.isa.check.Severity;
import io.nrt4j.hal.isa.check.Validator;
import io.nrt4j.loader.listing.ProgramInspection.Problem;
import io.nrt4j.loader.manifest.Definition;
import io.nrt4j.loader.manifest.DmaBlock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * What is wrong with the programs of a graph: broken rules of the instruction set, waits that never end, reads of bytes
 * that nothing writes.
 *
 * <p>The real runtime looks for none of it when it loads; a program with a hard finding does not do on hardware what it
 * says. Source: isa.md §7; image-assembly.md §10 for what a load looks for.
 */
public final class ProgramLint {
    /** Of one kind; a person who has seen these knows what is wrong. */
    private static final int MOST_UNWRITTEN_READS = 16;

    private final Definition definition;
    private final boolean countsAcrossCores;
    private final List<Problem> problems = new ArrayList<>();

    private ProgramLint(Definition definition, boolean countsAcrossCores) {
        this.definition = definition;
        this.countsAcrossCores = countsAcrossCores;
    }

    /**
     * Looks at all programs of a graph. Nothing in them leads to an exception.
     *
     * @param all the graphs of the NEFF: another core may count on this one's semaphores
     */
    public static ProgramInspection inspect(Definition definition, Collection<Definition> all) {
        boolean across = all.stream().anyMatch(ProgramLint::hasRemoteSemaphores);
        return new ProgramLint(definition, across).inspect();
    }

    private static boolean hasRemoteSemaphores(Definition definition) {
        return definition.engines().values().stream()
                .flatMap(engine -> engine.dmaBlocks().stream())
                .map(DmaBlock::remoteSemaphores)
                .anyMatch(semaphores -> !semaphores.isEmpty());
    }

    private ProgramInspection inspect() {
        checkRules();
        Optional<CorePrograms> programs = DeclaredPrograms.of(definition);
        if (programs.isEmpty()) {
            reportSize();
            return new ProgramInspection(problems, false, false, false, false, List.of());
        }
        SemaphoreGraph graph = SemaphoreGraph.of(programs.get());
        WaitSimulation simulation = WaitSimulation.run(programs.get());
        boolean exact = simulation.isExact() && !countsAcrossCores;
        simulation.blocked().forEach(blocked -> report(blocked, exact, graph));
        UnwrittenReads reads = UnwrittenReads.of(programs.get());
        report(reads);
        return new ProgramInspection(
                problems,
                true,
                simulation.completes(),
                exact,
                reads.isComplete(),
                SemaphoreUse.of(graph, simulation, SemaphoreOwners.of(definition)));
    }

    private void checkRules() {
        Validator validator = new Validator(Generation.of(definition.target()), DeclaredFacts.of(definition));
        for (EngineType engine : EngineType.values()) {
            for (Finding finding : validator.check(engine, DeclaredPrograms.bytes(definition, engine))) {
                add(finding.severity(), engine, finding.slot(), finding.rule() + ": " + finding.detail());
            }
        }
    }

    private void reportSize() {
        long slots = DeclaredPrograms.slots(definition);
        if (slots > DeclaredPrograms.MOST_SLOTS) {
            add(
                    Severity.SOFT,
                    EngineType.PE,
                    0,
                    "SIZE: %d slots of all engines are too many to look for waits and unwritten bytes"
                            .formatted(slots));
        }
    }

    private void report(WaitSimulation.Blocked blocked, boolean exact, SemaphoreGraph graph) {
        boolean hopeless = !blocked.isEvent()
                && graph.withoutUpdater().stream().anyMatch(n -> n.semaphore() == blocked.semaphore());
        add(
                exact ? Severity.HARD : Severity.SOFT,
                blocked.slot().engine(),
                blocked.slot().slot(),
                "WAIT: " + blocked + (hopeless ? " because nothing changes it" : ""));
    }

    private void report(UnwrittenReads unwritten) {
        List<UnwrittenRead> reads =
                unwritten.reads().stream().filter(r -> !r.inLaneBlock()).toList();
        for (UnwrittenRead read : reads.subList(0, Math.min(reads.size(), MOST_UNWRITTEN_READS))) {
            add(Severity.SOFT, read.slot().engine(), read.slot().slot(), "UNWRITTEN: " + read);
        }
        if (reads.size() > MOST_UNWRITTEN_READS) {
            SlotReference next = reads.get(MOST_UNWRITTEN_READS).slot();
            int more = reads.size() - MOST_UNWRITTEN_READS;
            add(Severity.SOFT, next.engine(), next.slot(), "UNWRITTEN: from here on %d more".formatted(more));
        }
    }

    private void add(Severity severity, EngineType engine, int slot, String text) {
        problems.add(new Problem(severity, engine, slot, text));
    }
}
