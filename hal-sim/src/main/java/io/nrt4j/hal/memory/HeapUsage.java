package io.nrt4j.hal.memory;

import java.util.List;

/**
 * What a device's memory is used for, at one moment.
 *
 * @param cores bytes by core and usage, everything included
 * @param channels bytes by HBM
 * @param models what each loaded or loading model holds, in the order in which they began to load
 */
public record HeapUsage(UsageTable cores, List<Long> channels, List<Model> models) {
    public HeapUsage {
        channels = List.copyOf(channels);
        models = List.copyOf(models);
    }

    /** What one model holds. */
    public record Model(AllocationOwner owner, UsageTable cores) {}
}
