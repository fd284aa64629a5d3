package io.nrt4j.loader.ucode;

import io.nrt4j.hal.q7.MemoryBounds;

/**
 * Where the code and the data of a library come to lie, and {@code reloc_addr}, which turns any of its link addresses
 * into a core-local one. Arithmetic is modulo 2^32. Source: q7.md §3.3, §3.4.
 */
final class Placement {
    /**
     * With a scratch segment present an address counts as data from this many bytes below the data segment on; only
     * the comparison is moved, not the result.
     */
    private static final long SEPARATION = 0x400;

    private static final long WORD = 0xFFFF_FFFFL;

    private final long codeAddress;
    private final long dataAddress;
    private final long codeDelta;
    private final long dataDelta;
    private final long dataLink;
    private final long separation;

    /** @param alignment the largest alignment among the sections, 0 without sections */
    Placement(SplitLoad parts, MemoryBounds bounds, long alignment) {
        this.dataLink = parts.data().physicalAddress();
        this.codeAddress = place(bounds.codeStart(), alignment, parts.text().physicalAddress());
        this.dataAddress = place(bounds.dataStart(), alignment, dataLink);
        this.codeDelta = codeAddress - parts.text().physicalAddress();
        this.dataDelta = dataAddress - dataLink;
        this.separation = parts.scratch().isPresent() ? SEPARATION : 0;
    }

    /**
     * The region start rounded up to the alignment, plus what the physical link address has beyond a multiple of it.
     * An alignment of 0 makes the rounded start 0 and the rest the whole address.
     */
    private static long place(long regionStart, long alignment, long physicalAddress) {
        long roundedUp = (regionStart + alignment - 1) & -alignment & WORD;
        return (roundedUp + (physicalAddress & (alignment - 1) & WORD)) & WORD;
    }

    /** Core-local address of the first byte of code. */
    long codeAddress() {
        return codeAddress;
    }

    /** Core-local address of the first byte of data. */
    long dataAddress() {
        return dataAddress;
    }

    /** A link address of the code segment, whatever its value, as a core-local address. */
    long rebaseCode(long linkAddress) {
        return (linkAddress + codeDelta) & WORD;
    }

    /** {@code reloc_addr}. */
    long relocate(long linkAddress) {
        boolean data = ((linkAddress + separation) & WORD) >= dataLink;
        return (linkAddress + (data ? dataDelta : codeDelta)) & WORD;
    }
}
