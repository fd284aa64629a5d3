package io.nrt4j.hal.memory;

/**
 * What a device address means.
 *
 * @param block what answers there
 * @param owner which of them, as {@link Block} says
 * @param unit which part of the owner
 * @param offset bytes from the start of the block
 */
public record Location(Block block, int owner, int unit, long offset) {}
