package io.nrt4j.loader.image;

import java.util.List;
import java.util.OptionalLong;

/**
 * The libraries that a NEFF brings along for POOL, staged. Source: q7.md §5.5.
 *
 * @param images cayman and later: what POOL's preamble loads behind the built-in library, in this order
 * @param table sunda: device address of the table from which the firmware learns of them
 */
public record PoolLibraries(List<StagedLibrary> images, OptionalLong table) {
    /** None. */
    public static final PoolLibraries NONE = new PoolLibraries(List.of(), OptionalLong.empty());

    public PoolLibraries {
        images = List.copyOf(images);
    }
}
