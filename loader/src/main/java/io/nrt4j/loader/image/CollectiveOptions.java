package io.nrt4j.loader.image;

import java.util.Map;

/**
 * The place of a load among the ranks of a collective job.
 *
 * @param rank this rank ({@code ctx_device_id}); 0 for a plain load
 * @param peers the number of collective operations of each other rank that has loaded its part already; what the ranks
 *     of the real runtime tell each other while they load
 * @param nop {@code NEURON_RT_DBG_CC_NOP}: triggers become NOPs
 */
public record CollectiveOptions(int rank, Map<Integer, Integer> peers, boolean nop) {
    /** A plain load: rank 0, operations carried out. */
    public static final CollectiveOptions SINGLE = new CollectiveOptions(0, Map.of(), false);

    public CollectiveOptions {
        peers = Map.copyOf(peers);
    }

    /** The same place for another rank and what is known of its peers. */
    public CollectiveOptions withRank(int other, Map<Integer, Integer> operations) {
        return new CollectiveOptions(other, operations, nop);
    }

    /** Operations carried out, or left out. */
    public CollectiveOptions withNop(boolean on) {
        return new CollectiveOptions(rank, peers, on);
    }
}
