package io.nrt4j.loader.ucode;

/**
 * An immediate that the real code would scatter over a bundle and this one only records. Source: q7.md §3.7.
 *
 * @param site core-local address of the bundle
 * @param slot slot of the instruction in the bundle, 0 to 14
 * @param high whether it is the high half of the address
 * @param value the half, 16 bits
 * @param format the format of the bundle
 */
public record FlixImmediate(long site, int slot, boolean high, int value, FlixFormat format) {}
