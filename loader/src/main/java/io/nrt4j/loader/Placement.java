package io.nrt4j.loader;

import io.nrt4j.hal.device.Instance;

/**
 * Where a model goes.
 *
 * @param instance the simulated instance
 * @param first the first of the logical cores to choose from, numbered over the instance
 * @param count how many they are
 * @param logicalCore the number of the logical core, counted from the first; a number that there is none of fails the
 *     load as it does on a real instance
 */
public record Placement(Instance instance, int first, int count, int logicalCore) {
    /** A place on any logical core of an instance. */
    public Placement(Instance instance, int logicalCore) {
        this(instance, 0, instance.logicalCores(), logicalCore);
    }
}
