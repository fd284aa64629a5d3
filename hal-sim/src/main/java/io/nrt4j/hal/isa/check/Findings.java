package io.nrt4j.hal.isa.check;

import io.nrt4j.hal.EngineType;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The findings of one stream: of each rule the first few in full, of the others their number. A stream of noise breaks
 * the same rule a million times.
 */
final class Findings {
    /** Enough to see the pattern of a mistake. */
    static final int MOST_OF_A_RULE = 16;

    private final EngineType engine;
    private final List<Finding> findings = new ArrayList<>();
    private final Map<Rule, Integer> counts = new EnumMap<>(Rule.class);
    private final Map<Rule, Integer> firstLeftOut = new EnumMap<>(Rule.class);

    Findings(EngineType engine) {
        this.engine = engine;
    }

    void add(Rule rule, int slot, String detail) {
        if (counts.merge(rule, 1, Integer::sum) <= MOST_OF_A_RULE) {
            findings.add(new Finding(rule, engine, slot, detail));
        } else {
            firstLeftOut.putIfAbsent(rule, slot);
        }
    }

    /** What was kept, in the order of the slots, then one finding for each rule that was broken more often. */
    List<Finding> list() {
        List<Finding> all = new ArrayList<>(findings);
        firstLeftOut.forEach((rule, slot) -> all.add(new Finding(
                rule,
                engine,
                slot,
                "from here on %d more like those before".formatted(counts.get(rule) - MOST_OF_A_RULE))));
        return List.copyOf(all);
    }
}
