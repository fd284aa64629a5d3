package io.nrt4j.loader.manifest;

import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.diagnostics.Nlog;

/**
 * Steps 8 and 9 of the definition catalogue, where the runtime reads GPSIMD libraries: {@code ucode_get_q7_lib} and
 * {@code parse_one_ucode_lib}.
 *
 * <p>The parser calls it in the middle of a definition, so that a bad library ends the load before a bad key of a later
 * step does. Source: manifest.md §4, q7.md §1.1.
 */
@FunctionalInterface
public interface UcodeLibraryStep {
    /**
     * Reads one reference.
     *
     * @param reference the default library or what {@code ucode_lib} says
     * @param directory the graph's directory
     * @throws io.nrt4j.loader.diagnostics.LoadException if a library is refused
     */
    void read(UcodeLibraryReference reference, String directory, MemberTable members, Nlog nlog);
}
