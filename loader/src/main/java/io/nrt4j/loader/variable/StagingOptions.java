package io.nrt4j.loader.variable;

import java.util.function.IntPredicate;

/**
 * How variables are staged.
 *
 * @param ownsCore whether this process owns a physical core of the device; a shared scratchpad needs all cores of its
 *     HBM
 */
public record StagingOptions(IntPredicate ownsCore) {
    /** The process owns the whole device. */
    public static final StagingOptions DEFAULT = new StagingOptions(core -> true);
}
