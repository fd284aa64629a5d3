package io.nrt4j.loader.image;

import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.manifest.ReplicaGroups;
import java.util.List;
import java.util.TreeMap;

/**
 * Whether the ranks of a replica group hold the same number of collective operations.
 *
 * <p>Source: exec.md §7.3, errors.md §6.3 and R2.
 */
final class PeerCheck {
    static final LogMessage MISMATCH = LogMessage.error(
            "ENC",
            "validate_neff_cc_ops",
            "[nec_dev %d] mismatching number of cc ops, expected %d received %d. Check if ranks %d and %d are using the"
                    + " same neff");
    static final LogMessage NOT_VALID = LogMessage.error(
            "ENC", "enc_load_operations", "[nec_dev %d] failed to validate neff across the replica group");
    static final LogMessage RINGS_ERROR =
            LogMessage.error("TDRV", "kbl_model_add", "create_engine_refill_rings_v1() error");

    private PeerCheck() {}

    /** Refuses the graphs of a rank whose peers have loaded another number of operations. */
    static void run(CollectiveOptions options, List<ReplicaGroups> groups, int operations, Nlog nlog) {
        int rank = options.rank();
        new TreeMap<>(options.peers()).forEach((peer, received) -> {
            boolean together = groups.stream().anyMatch(g -> g.joins(rank, peer));
            if (together && received != operations) {
                LoadException leaf = nlog.fail(
                        NrtStatus.NRT_FAILURE, LoadStage.IMAGES, MISMATCH, rank, operations, received, rank, peer);
                nlog.log(NOT_VALID, rank);
                nlog.log(RINGS_ERROR);
                throw leaf;
            }
        });
    }
}
