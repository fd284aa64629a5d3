package io.nrt4j.loader.pack;

import io.nrt4j.hal.Arch;
import io.nrt4j.loader.container.FeatureBit;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/**
 * The feature bits that follow from a NEFF's content. The compiler sets more than its content shows, so a file that is
 * to equal the compiler's needs them told. Source: producer.md §10.2.
 */
final class FeatureDefaults {
    private FeatureDefaults() {}

    /**
     * The named bits, the bit for several cores, and the one that the architecture implies.
     *
     * @param names the union of the graphs' {@code neff_features}; unknown names are ignored
     * @param target the target text of the kelf
     * @param cores number of graphs
     */
    static long bits(Set<String> names, String target, int cores) {
        long bits = 0;
        for (FeatureBit bit : FeatureBit.values()) {
            if (bit.wireName().filter(names::contains).isPresent()) {
                bits |= bit.mask();
            }
        }
        if (cores > 1) {
            bits |= FeatureBit.VNC.mask();
        }
        return arch(target).filter(a -> a.compareTo(Arch.CAYMAN) >= 0).isPresent()
                ? bits | FeatureBit.DVE_PERF_MODE.mask()
                : bits;
    }

    private static Optional<Arch> arch(String target) {
        return Arrays.stream(Arch.values())
                .filter(a -> a.target().equals(target))
                .findFirst();
    }
}
