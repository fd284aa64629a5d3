package io.nrt4j.loader.manifest;

import io.nrt4j.hal.Arch;
import java.util.List;

/**
 * The kelf descriptor: what the program was compiled for, and its graphs.
 *
 * @param member the member it was read from, such as {@code kelf-0.json}
 * @param version recorded, never compared
 * @param targetText the {@code target} value; empty where the key is absent, as in inf1 files
 * @param target the architecture that {@code targetText} stands for on the instance of this load
 * @param graphs in file order
 */
public record Kelf(String member, Version version, String targetText, Arch target, List<KelfGraph> graphs) {
    public Kelf {
        graphs = List.copyOf(graphs);
    }

    /** {@code major.minor-suffix}; the suffix is mostly empty. */
    public record Version(int major, int minor, String suffix) {}

    /**
     * One entry of {@code graphs}.
     *
     * @param name unique, such as {@code sg00}
     * @param definition the member of its {@code def.json}
     */
    public record KelfGraph(String name, String definition) {}
}
