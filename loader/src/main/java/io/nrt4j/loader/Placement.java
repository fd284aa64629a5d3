package io.nrt4j.loader;

import io.nrt4j.hal.device.Instance;

/**
 * Where a model goes.
 *
 * @param instance the simulated instance
 * @param logicalCore the number of the logical core; a number that the instance does not have fails the load as it does
 *     on a real one
 */
public record Placement(Instance instance, int logicalCore) {}
