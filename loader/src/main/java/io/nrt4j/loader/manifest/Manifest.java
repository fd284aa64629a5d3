package io.nrt4j.loader.manifest;

import java.util.List;
import java.util.OptionalLong;

/**
 * Everything the manifests of one NEFF say.
 *
 * @param graph {@code neff.json} (or {@code kelp.json}): inputs, outputs, name of the kelf member
 * @param kelf the kelf descriptor: version, target, list of graphs
 * @param definitions one per graph of {@code kelf}, in its order; one graph is the program of one physical core
 * @param hloMacCount {@code HloMacCount} of {@code hlo_stats.json}, kept for metrics; empty without that member
 */
public record Manifest(NeffGraph graph, Kelf kelf, List<Definition> definitions, OptionalLong hloMacCount) {
    public Manifest {
        definitions = List.copyOf(definitions);
    }
}
