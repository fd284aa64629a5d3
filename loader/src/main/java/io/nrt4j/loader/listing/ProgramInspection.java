package io.nrt4j.loader.listing;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.check.Severity;
import java.util.List;

/**
 * What can be said of a graph's programs without running them.
 *
 * @param problems what is wrong, rules first
 * @param isAnalysed whether the programs could be looked at together; nothing below means anything otherwise
 * @param terminates whether every engine reaches its end
 * @param isExact whether that holds in whatever order the engines run
 * @param allAccessesKnown whether every byte that the programs may write on the chip is known
 * @param semaphores who waits for whom
 */
public record ProgramInspection(
        List<Problem> problems,
        boolean isAnalysed,
        boolean terminates,
        boolean isExact,
        boolean allAccessesKnown,
        List<SemaphoreUse> semaphores) {
    public ProgramInspection {
        problems = List.copyOf(problems);
        semaphores = List.copyOf(semaphores);
    }

    /**
     * Something wrong.
     *
     * @param severity hard for what no real program does
     * @param engine whose program
     * @param slot index in it
     * @param text what was found, after the name of the rule
     */
    public record Problem(Severity severity, EngineType engine, int slot, String text) {}
}
