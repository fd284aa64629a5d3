package io.nrt4j.loader.image;

/**
 * A POOL library in device memory, as the slot that installs it names it.
 *
 * @param address device address of the library block
 * @param size bytes
 */
public record StagedLibrary(long address, int size) {}
