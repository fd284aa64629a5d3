package io.nrt4j.loader.listing;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.hal.isa.Generation;
import io.nrt4j.hal.isa.analysis.WaitSimulation;
import io.nrt4j.loader.manifest.Definition;
import io.nrt4j.loader.testing.Corpus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The rules and the analysis on real programs, all of which ran on hardware: no rule is broken (isa.md §7: "a violation
 * never occurs in real files"), every engine reaches its end, nothing is read that nobody wrote.
 */
@Tag("corpus")
class CorpusAnalysisTest {
    @Test
    void nothingIsWrongWithRealPrograms() throws IOException {
        List<String> problems = new ArrayList<>();
        int graphs = 0;
        int analysed = 0;
        int exact = 0;
        int known = 0;
        int outputsKnown = 0;
        for (Path neff : Corpus.neffs().toList()) {
            try (CorpusProgram program = CorpusProgram.open(neff)) {
                Optional<List<OutputLint.UnwrittenOutput>> gaps =
                        OutputLint.of(program.definitions(), program.inPlace());
                gaps.ifPresent(g -> g.forEach(gap -> problems.add(neff.getFileName() + " " + gap.text())));
                outputsKnown += gaps.isPresent() ? 1 : 0;
                for (Definition definition : program.definitions()) {
                    String where = neff.getFileName() + " " + definition.name();
                    ProgramInspection found = ProgramLint.inspect(definition, program.definitions());
                    found.problems().forEach(p -> problems.add(where + " " + p));
                    graphs++;
                    if (program.generation() == Generation.V1) {
                        continue;
                    }
                    assertThat(found.isAnalysed() && found.terminates())
                            .as(where)
                            .isTrue();
                    analysed++;
                    exact += found.isExact() ? 1 : 0;
                    known += found.allAccessesKnown() ? 1 : 0;
                }
            }
        }
        System.out.printf(
                "%d graphs: %d problems; %d cores analysed: all end, %d in any order; %d with all accesses known;"
                        + " %d files whose outputs are written in full%n",
                graphs, problems.size(), analysed, exact, known, outputsKnown);
        assertThat(problems.stream().limit(20)).isEmpty();
        assertThat(analysed).isPositive();
    }

    /** isa.md §8 and exec-corpus.md §2: the counters after a real run. */
    @Test
    void theCountersEndWhereRealRunsEnd() throws IOException {
        assertThat(finalSemaphores("nkipy-matmul_small.neff"))
                .isEqualTo(counters("4:2 5:4 8:16 24:16 25:16 26:16 27:16"));
        assertThat(finalSemaphores("chengli-stream_256k_fd1k.neff"))
                .isEqualTo(counters("6:2 8:16 9:16 10:16 11:16 24:16 25:16"));
        assertThat(finalSemaphores("chengli-stream_256k_fd2k.neff")).isEqualTo(counters("6:1 8:16 9:16 24:16"));
        Map<Integer, Integer> transpose = counters("4:64 5:64 8:16");
        IntStream.rangeClosed(24, 55).forEach(s -> transpose.put(s, 64));
        assertThat(finalSemaphores("chengli-transpose_1024.neff")).isEqualTo(transpose);
        Map<Integer, Integer> moe = counters("4:434 5:768 6:372");
        IntStream.rangeClosed(8, 23).forEach(s -> moe.put(s, 160));
        IntStream.rangeClosed(24, 32).forEach(s -> moe.put(s, 16));
        IntStream.rangeClosed(40, 55).forEach(s -> moe.put(s, 16));
        assertThat(finalSemaphores("nkimoe-v6b.neff")).isEqualTo(moe);
    }

    private static Map<Integer, Integer> finalSemaphores(String neff) throws IOException {
        try (CorpusProgram program = CorpusProgram.open(Corpus.neff(neff))) {
            WaitSimulation simulation = WaitSimulation.run(
                    DeclaredPrograms.of(program.definitions().get(0)).orElseThrow());
            Map<Integer, Integer> counters = new TreeMap<>();
            for (int i = 0; i < 256; i++) {
                if (simulation.semaphore(i) != 0) {
                    counters.put(i, simulation.semaphore(i));
                }
            }
            return counters;
        }
    }

    private static Map<Integer, Integer> counters(String text) {
        Map<Integer, Integer> counters = new TreeMap<>();
        for (String pair : text.split(" ", -1)) {
            String[] parts = pair.split(":", -1);
            counters.put(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
        }
        return counters;
    }
}
