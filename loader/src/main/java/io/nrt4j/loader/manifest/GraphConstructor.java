package io.nrt4j.loader.manifest;

import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.RuntimeAbortException;

/** One graph of the kelf descriptor: {@code get_kbin} and {@code construct_kbin}. Source: manifest.md §3. */
final class GraphConstructor {
    private GraphConstructor() {}

    static Definition construct(Kelf kelf, Kelf.KelfGraph graph, ParseContext context) {
        checkUnique(kelf, graph, context);
        MlaResources resources = DefinitionParser.parse(graph.definition(), kelf.target(), context);
        return KbinGenerator.generate(graph, resources, context);
    }

    private static void checkUnique(Kelf kelf, Kelf.KelfGraph graph, ParseContext context) {
        long count = kelf.graphs().stream()
                .filter(other -> other.name().equals(graph.name()))
                .count();
        if (count != 1) {
            throw new RuntimeAbortException(
                    LoadStage.MANIFEST,
                    "/opt/workspace/KaenaRuntime/kelf/kelf.cpp",
                    217,
                    "kelf::kelf::get_kbin",
                    "graphs.count(name) == 1",
                    context.nlog().records());
        }
    }
}
