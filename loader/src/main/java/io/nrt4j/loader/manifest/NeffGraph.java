package io.nrt4j.loader.manifest;

import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * {@code neff.json}: the tensors that a caller binds, and where the descriptor of the program is.
 *
 * <p>The two maps are keyed by tensor name in ascending byte order, as the runtime's are; a name that several cores
 * list appears once. Source: manifest.md §2.
 *
 * @param inputs the nodes of {@code arg_nodes}
 * @param outputs what {@code heads} names
 * @param kelfMember the member name of the kelf descriptor, such as {@code kelf-0.json}
 * @param nodes every node in file order, CPU nodes of inf1 files included
 * @param mustAlias input name to the outputs that must share its memory ({@code metadata}); the runtime does not act
 *     on it, a caller that executes needs it
 */
public record NeffGraph(
        SortedMap<String, TensorInfo> inputs,
        SortedMap<String, TensorInfo> outputs,
        String kelfMember,
        List<GraphNode> nodes,
        Map<String, List<String>> mustAlias) {
    /** The order of a {@code std::map<std::string, …>}: by UTF-8 bytes, which is by code point. */
    static final Comparator<String> BYTE_ORDER = (a, b) -> {
        int[] left = a.codePoints().toArray();
        int[] right = b.codePoints().toArray();
        return Arrays.compare(left, right);
    };

    public NeffGraph {
        inputs = byName(inputs);
        outputs = byName(outputs);
        nodes = List.copyOf(nodes);
        mustAlias = Map.copyOf(mustAlias);
    }

    private static SortedMap<String, TensorInfo> byName(Map<String, TensorInfo> tensors) {
        SortedMap<String, TensorInfo> sorted = new TreeMap<>(BYTE_ORDER);
        sorted.putAll(tensors);
        return Collections.unmodifiableSortedMap(sorted);
    }
}
