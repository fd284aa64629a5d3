package io.nrt4j.loader.manifest;

import io.nrt4j.loader.json.JsonElement;
import java.util.ArrayList;
import java.util.List;

/** {@code src_target_pairs}: {@code parse_src_target_pairs}. Source: manifest.md §7.6. */
final class SourceTargetPairParser {
    private static final String KEY = "src_target_pairs";

    private final ObjectKeys keys;

    SourceTargetPairParser(JsonElement definition, String owner, ParseContext context) {
        this.keys = new ObjectKeys(definition, owner, "parse_src_target_pairs", context);
    }

    SourceTargetPairs parse() {
        List<List<SourceTargetPairs.Pair>> sets = new ArrayList<>();
        keys.optionalArray(KEY).ifPresent(array -> array.elements().forEach(e -> sets.add(pairs(e))));
        return new SourceTargetPairs(sets);
    }

    private List<SourceTargetPairs.Pair> pairs(JsonElement element) {
        List<SourceTargetPairs.Pair> pairs = new ArrayList<>();
        keys.asArray(element, KEY).elements().forEach(e -> pairs.add(pair(e)));
        return pairs;
    }

    private SourceTargetPairs.Pair pair(JsonElement element) {
        List<Integer> ranks = new ArrayList<>();
        keys.asArray(element, KEY).elements().forEach(e -> ranks.add(keys.asU32(e, KEY)));
        if (ranks.size() != 2) {
            throw keys.wrongType(KEY);
        }
        return new SourceTargetPairs.Pair(ranks.get(0), ranks.get(1));
    }
}
