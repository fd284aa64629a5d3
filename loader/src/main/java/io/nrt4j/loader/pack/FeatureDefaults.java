package io.nrt4j.loader.pack;

import com.fasterxml.jackson.databind.JsonNode;
import io.nrt4j.hal.Arch;
import io.nrt4j.loader.container.FeatureBit;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The feature bits that follow from a NEFF's content. The compiler sets more than its content shows, so a file that is
 * to equal the compiler's needs them told. Source: producer.md §10.
 */
final class FeatureDefaults {
    private FeatureDefaults() {}

    /**
     * The named bits and those with a trigger that shows: several cores, semaphores of another core, the architecture.
     *
     * @param definitions the graphs' definitions; a name in {@code neff_features} that is not known is ignored
     * @param target the target text of the kelf
     * @param cores number of graphs
     * @param engines the graphs' engine files
     */
    static long bits(Stream<JsonNode> definitions, String target, int cores, Stream<JsonNode> engines) {
        Set<String> names = definitions
                .flatMap(definition ->
                        StreamSupport.stream(definition.path("neff_features").spliterator(), false))
                .map(JsonNode::asText)
                .collect(Collectors.toSet());
        long bits = 0;
        for (FeatureBit bit : FeatureBit.values()) {
            if (bit.wireName().filter(names::contains).isPresent()) {
                bits |= bit.mask();
            }
        }
        if (cores > 1) {
            bits |= FeatureBit.VNC.mask();
        }
        if (engines.anyMatch(FeatureDefaults::countsOnAnotherCore)) {
            bits |= FeatureBit.REMOTE_SEM.mask();
        }
        Optional<Arch> arch = arch(target);
        if (arch.filter(a -> a.compareTo(Arch.CAYMAN) >= 0).isPresent()) {
            bits |= FeatureBit.DVE_PERF_MODE.mask();
        }
        if (arch.filter(a -> a.compareTo(Arch.MARIANA) >= 0).isPresent()) {
            bits |= FeatureBit.ARCH_LEVEL_ABOVE_39.mask();
        }
        return bits;
    }

    private static boolean countsOnAnotherCore(JsonNode engine) {
        for (JsonNode block : engine.path("dma")) {
            if (!block.path("remote_semaphores").isEmpty()) {
                return true;
            }
        }
        return false;
    }

    private static Optional<Arch> arch(String target) {
        return Arrays.stream(Arch.values())
                .filter(a -> a.target().equals(target))
                .findFirst();
    }
}
