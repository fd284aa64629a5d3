package io.nrt4j.loader.manifest;

/**
 * What a definition says about collectives.
 *
 * @param replicaGroups {@code replica_groups}
 * @param sourceTargetPairs {@code src_target_pairs}
 * @param streams {@code cc_streams.num_streams}, an unsigned 32-bit number; 1 where absent, 0 means none
 */
public record Collectives(ReplicaGroups replicaGroups, SourceTargetPairs sourceTargetPairs, int streams) {}
