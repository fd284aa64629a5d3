package io.nrt4j.loader.manifest;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * As much of the manifests as could be read.
 *
 * @param graph empty where {@code neff.json} is absent or no JSON; what is wrong in it is left out
 * @param kelf empty where no kelf descriptor could be read
 * @param definitions the graphs that could be read, each without what is wrong in it
 * @param hloMacCount as in {@link Manifest}
 * @param problems what would end a load, in the order of the runtime; cut off after the first two hundred
 */
public record ManifestInspection(
        Optional<NeffGraph> graph,
        Optional<Kelf> kelf,
        List<Definition> definitions,
        OptionalLong hloMacCount,
        List<Problem> problems) {
    public ManifestInspection {
        definitions = List.copyOf(definitions);
        problems = List.copyOf(problems);
    }
}
