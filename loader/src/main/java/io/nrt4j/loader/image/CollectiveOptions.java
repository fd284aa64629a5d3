package io.nrt4j.loader.image;

/**
 * The place of a load among the ranks of a collective job.
 *
 * @param rank this process' rank ({@code ctx_device_id}); 0 for a plain load
 * @param nop {@code NEURON_RT_DBG_CC_NOP}: triggers become NOPs
 */
public record CollectiveOptions(int rank, boolean nop) {
    /** A plain load: rank 0, operations carried out. */
    public static final CollectiveOptions SINGLE = new CollectiveOptions(0, false);
}
