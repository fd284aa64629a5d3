package io.nrt4j.runtime.run;

import io.nrt4j.loader.manifest.TensorInfo;
import java.util.List;
import java.util.stream.Collectors;

/** Understands the arguments of one option, which name the model's inputs or its outputs. */
final class TensorArguments {
    private final String option;
    private final String kind;
    private final List<TensorInfo> tensors;
    private final int ranks;

    /**
     * @param kind what the option names: input or output
     * @param ranks how many ranks run
     */
    TensorArguments(String option, String kind, List<TensorInfo> tensors, int ranks) {
        this.option = option;
        this.kind = kind;
        this.tensors = tensors;
        this.ranks = ranks;
    }

    /**
     * The meaning of an argument.
     *
     * @throws RunArgumentException for a tensor or a rank that is not there
     */
    TensorArgument parse(String text) {
        TensorArgument argument = TensorArgument.parse(
                        text, tensors.stream().map(TensorInfo::name).toList())
                .orElseThrow(() -> new RunArgumentException(
                        "%s %s names no %s of the NEFF; it has %s".formatted(option, text, kind, list())));
        if (argument.rank().orElse(0) >= ranks) {
            throw new RunArgumentException("%s %s: ranks 0 to %d run".formatted(option, text, ranks - 1));
        }
        return argument;
    }

    private String list() {
        return tensors.isEmpty()
                ? "none"
                : tensors.stream()
                        .map(t -> t.name() + " (" + t.dtypeText() + " " + t.shape() + ")")
                        .collect(Collectors.joining(", "));
    }
}
