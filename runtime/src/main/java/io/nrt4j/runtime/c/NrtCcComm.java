package io.nrt4j.runtime.c;

import java.util.List;

/**
 * {@code nrt_cc_comm_t}: a group of ranks and the place of this one. Source: nrt-api.md §2.
 *
 * @param replicaGroup the ranks, in the order that decides positions ({@code rank_n} of them)
 * @param rank this rank, one of the group
 * @param ctxDeviceId this rank in the job
 * @param ctxDeviceCount ranks of the job
 * @param vnc the logical core that works for it
 */
public record NrtCcComm(List<Integer> replicaGroup, int rank, int ctxDeviceId, int ctxDeviceCount, int vnc) {
    public NrtCcComm {
        replicaGroup = List.copyOf(replicaGroup);
    }
}
