package io.nrt4j.loader.variable;

import java.util.Optional;
import java.util.UUID;
import java.util.function.IntPredicate;

/**
 * How variables are staged.
 *
 * @param ownsCore whether this process owns a physical core of the device; a shared scratchpad needs all cores of its
 *     HBM
 * @param sharedWeights the NEFF's UUID if instances of a model share one copy of their weights per HBM ({@code
 *     NEURON_RT_MULTI_INSTANCE_SHARED_WEIGHTS}); empty: each has its own
 */
public record StagingOptions(IntPredicate ownsCore, Optional<UUID> sharedWeights) {
    /** The process owns the whole device; every model has its own weights. */
    public static final StagingOptions DEFAULT = new StagingOptions(core -> true, Optional.empty());

    public StagingOptions withOwnsCore(IntPredicate owns) {
        return new StagingOptions(owns, sharedWeights);
    }

    public StagingOptions withSharedWeights(UUID uuid) {
        return new StagingOptions(ownsCore, Optional.of(uuid));
    }
}
