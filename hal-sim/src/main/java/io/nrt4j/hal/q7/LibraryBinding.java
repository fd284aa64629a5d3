package io.nrt4j.hal.q7;

import java.util.Optional;

/**
 * What the host knows of a staged library and its image does not say. On the device a library's start routine registers
 * its kernel table; here the loader does, under the address of the image. Source: q7.md §6.3, §7.1.
 *
 * @param name for messages
 * @param kernelTable the library's functions, with core-local addresses; empty if it names none
 * @param totalCpus Q7 cores that run it: 8 for all, 1 for the one named by {@code cpuId}
 * @param cpuId that core
 */
public record LibraryBinding(String name, Optional<KernelTable> kernelTable, int totalCpus, int cpuId) {
    /** A library that all cores run. */
    public static LibraryBinding onAllCores(String name, Optional<KernelTable> kernelTable) {
        return new LibraryBinding(name, kernelTable, Q7Cluster.CORES, 0);
    }
}
