package io.nrt4j.loader.image;

import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.manifest.ReplicaGroups;
import io.nrt4j.loader.manifest.ReplicaGroups.Group;
import io.nrt4j.loader.manifest.ReplicaGroups.GroupSet;
import io.nrt4j.loader.profile.RuntimeProfile;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Whether the replica groups of a graph can work with this rank.
 *
 * <p>Source: exec.md §7.3, errors.md §6.3, manifest.md §7.6.
 */
final class ReplicaGroupCheck {
    static final LogMessage NOT_A_MEMBER = LogMessage.error(
            "ENC", "enc_parse_replica_groups", "[nec_dev %d] replica groups (%s) does not have myself %d");
    /** Ours: the real text is not known, the limits are (errors.md R24). */
    static final LogMessage TOO_MANY_GROUPS =
            LogMessage.error("ENC", "enc_parse_replica_groups", "[nec_dev %d] too many replica groups: %u, max %u");

    static final LogMessage PAIRS =
            LogMessage.error("TDRV", "build_enc_source_target_pairs", "Failed to parse src_target_pairs on ENC");

    /** The lines that follow that of the instruction's translator, up to the model's. */
    static final List<LogMessage> CASCADE = List.of(
            LogMessage.error("TDRV", "ib_create_one_block", "failed to translate instructions"),
            LogMessage.error("TDRV", "ib_create_eib_v2", "Failed to create instruction blocks"),
            LogMessage.error("TDRV", "sequencer_v2_setup_instr_one_eng", "Failed to allocate eib"),
            LogMessage.error("TDRV", "kbl_model_add", "create_engine_refill_rings_v1() error"));

    private static final int MAX_SETS = 16;
    private static final int MAX_SETS_BEFORE_2_34 = 12;

    private final ReplicaGroups groups;
    private final int rank;
    private final Nlog nlog;

    ReplicaGroupCheck(ReplicaGroups groups, int rank, Nlog nlog) {
        this.groups = groups;
        this.rank = rank;
        this.nlog = nlog;
    }

    /** Refuses more group sets than the runtime has communicators for. */
    void checkCount(RuntimeProfile profile) {
        int max = profile.version().isBefore(2, 34) ? MAX_SETS_BEFORE_2_34 : MAX_SETS;
        if (groups.sets().size() > max) {
            throw nlog.fail(
                    NrtStatus.NRT_RESOURCE,
                    LoadStage.IMAGES,
                    TOO_MANY_GROUPS,
                    rank,
                    groups.sets().size(),
                    max);
        }
    }

    /**
     * Refuses a group set that this rank has no part in; a set without groups takes everyone.
     *
     * @param translator the line of the instruction's translator
     */
    void checkMembership(int group, LogMessage translator) {
        if (group < 0 || group >= groups.sets().size()) {
            return;
        }
        GroupSet set = groups.sets().get(group);
        boolean member = set.groups().isEmpty()
                || set.groups().stream().anyMatch(g -> g.participants().contains(rank));
        if (!member) {
            throw notAMember(set, translator);
        }
    }

    private LoadException notAMember(GroupSet set, LogMessage translator) {
        String ranks = set.groups().stream().map(ReplicaGroupCheck::text).collect(Collectors.joining(","));
        LoadException leaf = nlog.fail(NrtStatus.NRT_RESOURCE, LoadStage.IMAGES, NOT_A_MEMBER, rank, ranks, rank);
        nlog.log(PAIRS);
        nlog.log(translator);
        CASCADE.forEach(nlog::log);
        return leaf;
    }

    private static String text(Group group) {
        return group.participants().stream().map(Integer::toUnsignedString).collect(Collectors.joining("/"));
    }
}
