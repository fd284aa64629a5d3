package io.nrt4j.runtime.recipe;

import io.nrt4j.loader.diagnostics.NrtStatus;
import java.util.ArrayList;
import java.util.List;

/** The lines that follow a leaf line on its way up to {@code nrt_load}. Source: errors.md §3. */
record Cascade(List<String> lines) {
    /** Out of the container gate. */
    static final Cascade CONTAINER = of();
    /** Out of a kelf descriptor. */
    static final Cascade KELF =
            of("NMGR:dlr_kelf_load Failed to load mlaop", "NMGR:load_kelf_graphs Failed to load KELF kelf-0.json");
    /** Out of a graph's definition. */
    static final Cascade DEFINITION = of(
            "NEFF:construct_kbin Failed to load subgraph sg00/def.json",
            "NMGR:dlr_kelf_load Failed to load mlaop",
            "NMGR:load_kelf_graphs Failed to load KELF kelf-0.json");
    /** Out of staging. */
    static final Cascade STAGING = of(
            "NMGR:dlr_kelf_stage Failed to load subgraph",
            "NMGR:kmgr_load_nn_nc Failed to stage graph: kelf-0.json to NeuronCore");
    /** Out of staging, before the model is on its cores. */
    static final Cascade PLACEMENT = of("NMGR:kmgr_load_nn_nc Failed to stage graph: kelf-0.json to NeuronCore");
    /** Out of staging in 2.21 and near. */
    static final Cascade STAGING_2_24 = of(
            "NMGR:dlr_kelf_stage Failed to load subgraph",
            "NMGR:kmgr_load_nn_internal_v2 Failed to stage graph: kelf-0.json to NeuronCore");
    /** Out of staging before 2.21. */
    static final Cascade STAGING_2_20 = of(
            "NMGR:dlr_kelf_stage Failed to load subgraph",
            "NMGR:stage_kelf_models Failed to stage graph: kelf-0.json to NeuronCore");

    Cascade {
        lines = List.copyOf(lines);
    }

    private static Cascade of(String... lines) {
        return new Cascade(List.of(lines));
    }

    /** The leaf lines and what follows them in a load of {@code baseline.neff}. */
    String[] after(NrtStatus status, String... leaf) {
        List<String> all = new ArrayList<>(List.of(leaf));
        all.addAll(lines);
        all.add("NMGR:kmgr_load_nn_post_metrics Failed to load NN: baseline.neff, err: " + status.code());
        return all.toArray(String[]::new);
    }
}
