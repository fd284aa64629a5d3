package io.nrt4j.runtime.run;

import io.nrt4j.loader.manifest.TensorInfo;
import io.nrt4j.runtime.run.RunReport.ComparisonView;
import io.nrt4j.runtime.run.RunRequest.References;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** The comparisons that a run was asked for. */
final class Comparisons {
    private final LoadedRanks ranks;
    private final References references;
    private final List<TensorArgument> arguments = new ArrayList<>();

    /**
     * Finds out what the arguments mean.
     *
     * @throws RunArgumentException for one that names no output, or a rank that does not run
     */
    Comparisons(LoadedRanks ranks, References references) {
        this.ranks = ranks;
        this.references = references;
        List<TensorInfo> outputs = ranks.tensors(0).outputs();
        TensorArguments known = new TensorArguments("--compare", "output", outputs, ranks.count());
        for (String text : references.files()) {
            boolean onlyFile = text.indexOf('=') < 0 && outputs.size() == 1;
            arguments.add(
                    onlyFile
                            ? new TensorArgument(
                                    OptionalInt.empty(), outputs.get(0).name(), Path.of(text))
                            : known.parse(text));
        }
    }

    /**
     * Compares.
     *
     * @throws BadTensorException for a reference that cannot be compared with its output
     */
    List<ComparisonView> run() throws IOException {
        List<ComparisonView> views = new ArrayList<>();
        for (TensorArgument argument : arguments) {
            for (int rank = 0; rank < ranks.count(); rank++) {
                if (argument.isFor(argument.name(), rank)) {
                    TensorInfo output = ranks.tensors(rank).outputs().stream()
                            .filter(info -> info.name().equals(argument.name()))
                            .findFirst()
                            .orElseThrow();
                    Comparison comparison = new Comparison(
                            output, ranks.tensors(rank), argument.file(), references.relative(), references.absolute());
                    views.add(comparison.run(rank));
                }
            }
        }
        return views;
    }
}
