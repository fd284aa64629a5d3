package io.nrt4j.loader.manifest;

import io.nrt4j.loader.json.JsonElement;
import java.util.ArrayList;
import java.util.List;

/** {@code replica_groups}, three levels of arrays: {@code parse_replica_groups}. Source: manifest.md §7.6. */
final class ReplicaGroupParser {
    private static final String KEY = "replica_groups";

    private final ObjectKeys keys;

    ReplicaGroupParser(JsonElement definition, String owner, ParseContext context) {
        this.keys = new ObjectKeys(definition, owner, "parse_replica_groups", context);
    }

    ReplicaGroups parse() {
        List<ReplicaGroups.GroupSet> sets = new ArrayList<>();
        keys.optionalArray(KEY).ifPresent(array -> array.elements().forEach(e -> sets.add(groupSet(e))));
        return new ReplicaGroups(sets);
    }

    private ReplicaGroups.GroupSet groupSet(JsonElement element) {
        List<ReplicaGroups.Group> groups = new ArrayList<>();
        keys.asArray(element, KEY).elements().forEach(e -> groups.add(group(e)));
        return new ReplicaGroups.GroupSet(groups);
    }

    private ReplicaGroups.Group group(JsonElement element) {
        List<Integer> participants = new ArrayList<>();
        keys.asArray(element, KEY).elements().forEach(e -> participants.add(keys.asU32(e, KEY)));
        return new ReplicaGroups.Group(participants);
    }
}
