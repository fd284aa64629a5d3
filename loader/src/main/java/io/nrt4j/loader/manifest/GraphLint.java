package io.nrt4j.loader.manifest;

import io.nrt4j.loader.container.FeatureBit;
import io.nrt4j.loader.json.JsonElement;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Rules about {@code neff.json} and the kelf descriptor. */
final class GraphLint {
    private GraphLint() {}

    static void check(LintContext context) {
        ManifestInspection inspection = context.inspection();
        inspection.graph().ifPresent(graph -> {
            tensorSizes(graph.inputs(), MemRefType.MR_INPUT, context);
            tensorSizes(graph.outputs(), MemRefType.MR_OUTPUT, context);
        });
        outputCount(context);
        inspection.kelf().ifPresent(kelf -> graphCount(kelf, context));
    }

    private static void tensorSizes(Map<String, TensorInfo> tensors, MemRefType type, LintContext context) {
        for (TensorInfo tensor : tensors.values()) {
            for (Definition definition : context.inspection().definitions()) {
                definition
                        .variable(tensor.name())
                        .filter(v -> v.memRefType() == type && v.size() != tensor.size())
                        .ifPresent(v -> context.find(
                                LintRule.TENSOR_SIZE,
                                definition.path(),
                                "variable %s has %d bytes, neff.json says %d"
                                        .formatted(v.name(), v.size(), tensor.size())));
            }
        }
    }

    private static void outputCount(LintContext context) {
        Optional<JsonElement> root = context.document(ManifestParser.NEFF_JSON);
        Optional<JsonElement> nodes = root.flatMap(r -> r.get("nodes"));
        if (nodes.isEmpty()) {
            return;
        }
        long index = 0;
        for (JsonElement node : nodes.get().elements()) {
            OptionalLong declared = declaredOutputs(node);
            int names = node.get("output_names").map(JsonElement::count).orElse(0);
            if (declared.isPresent() && declared.getAsLong() != names) {
                context.find(
                        LintRule.OUTPUT_COUNT,
                        ManifestParser.NEFF_JSON,
                        "node %d has num_outputs %d and %d output names".formatted(index, declared.getAsLong(), names));
            }
            index++;
        }
    }

    /** Numbers in node attributes are texts. */
    private static OptionalLong declaredOutputs(JsonElement node) {
        Optional<String> text = node.get("attrs")
                .flatMap(attrs -> attrs.get("num_outputs"))
                .flatMap(JsonElement::string)
                .filter(t -> t.matches("\\d{1,18}"));
        return text.isPresent() ? OptionalLong.of(Long.parseLong(text.get())) : OptionalLong.empty();
    }

    /** The bit decides whether the header's number counts. Source: container.md §8.4. */
    private static void graphCount(Kelf kelf, LintContext context) {
        boolean severalCores = context.header().has(FeatureBit.VNC);
        long cores = severalCores ? Integer.toUnsignedLong(context.header().vncSize()) : 1;
        if (kelf.graphs().size() != cores) {
            context.find(
                    LintRule.GRAPH_COUNT,
                    kelf.member(),
                    "%d graphs, the header asks for %d".formatted(kelf.graphs().size(), cores));
        }
    }
}
