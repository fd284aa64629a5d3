package io.nrt4j.runtime.c;

import io.nrt4j.loader.manifest.NeffGraph;
import io.nrt4j.loader.manifest.NrtDtype;
import io.nrt4j.loader.manifest.TensorInfo;
import io.nrt4j.loader.variable.MemRef;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The list of {@code nrt_get_model_tensor_info}. Source: nrt-api.md §4.5. */
final class ModelTensorList {
    /** A std::map orders by bytes; the code points of UTF-8 texts have the same order. */
    private static final Comparator<MemRef> BY_NAME =
            Comparator.comparing(variable -> variable.name().codePoints().toArray(), Arrays::compare);

    private ModelTensorList() {}

    /** Inputs, then outputs; each by name in byte order. */
    static List<NrtTensorInfo> of(NeffGraph graph, IoVariables variables) {
        return Stream.concat(
                        infos(variables.inputs(), TensorUsage.INPUT, graph.inputs()),
                        infos(variables.outputs(), TensorUsage.OUTPUT, graph.outputs()))
                .toList();
    }

    private static Stream<NrtTensorInfo> infos(
            List<MemRef> variables, TensorUsage usage, Map<String, TensorInfo> described) {
        return variables.stream().sorted(BY_NAME).map(variable -> info(variable, usage, described));
    }

    private static NrtTensorInfo info(MemRef variable, TensorUsage usage, Map<String, TensorInfo> described) {
        Optional<TensorInfo> known = Optional.ofNullable(described.get(variable.name()));
        return new NrtTensorInfo(
                variable.name(),
                usage,
                variable.size(),
                known.map(TensorInfo::dtype).orElse(NrtDtype.UNKNOWN),
                known.map(TensorInfo::shape).orElse(List.of()));
    }
}
