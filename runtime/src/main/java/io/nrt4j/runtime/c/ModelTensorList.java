package io.nrt4j.runtime.c;

import io.nrt4j.loader.LoadedModel;
import io.nrt4j.loader.manifest.MemRefType;
import io.nrt4j.loader.manifest.NeffGraph;
import io.nrt4j.loader.manifest.NrtDtype;
import io.nrt4j.loader.manifest.TensorInfo;
import io.nrt4j.loader.variable.MemRef;
import io.nrt4j.loader.variable.VariableTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The list of {@code nrt_get_model_tensor_info}. Source: nrt-api.md §4.5. */
final class ModelTensorList {
    private ModelTensorList() {}

    /** Inputs, then outputs; each by name in byte order. */
    static List<NrtTensorInfo> of(LoadedModel model) {
        NeffGraph graph = model.manifest().graph();
        List<NrtTensorInfo> tensors = new ArrayList<>();
        sizes(model, MemRefType.MR_INPUT)
                .forEach((name, size) -> tensors.add(info(name, TensorUsage.INPUT, size, graph.inputs())));
        sizes(model, MemRefType.MR_OUTPUT)
                .forEach((name, size) -> tensors.add(info(name, TensorUsage.OUTPUT, size, graph.outputs())));
        return List.copyOf(tensors);
    }

    private static Map<String, Long> sizes(LoadedModel model, MemRefType type) {
        // A std::map orders by bytes; the code points of UTF-8 texts have the same order.
        Map<String, Long> sizes = new TreeMap<>(
                Comparator.comparing((String name) -> name.codePoints().toArray(), Arrays::compare));
        for (VariableTable table : model.variables().tables()) {
            for (MemRef variable : table.variables()) {
                if (variable.type() == type) {
                    sizes.putIfAbsent(variable.name(), variable.size());
                }
            }
        }
        return sizes;
    }

    private static NrtTensorInfo info(String name, TensorUsage usage, long size, Map<String, TensorInfo> described) {
        Optional<TensorInfo> known = Optional.ofNullable(described.get(name));
        return new NrtTensorInfo(
                name,
                usage,
                size,
                known.map(TensorInfo::dtype).orElse(NrtDtype.UNKNOWN),
                known.map(TensorInfo::shape).orElse(List.of()));
    }
}
