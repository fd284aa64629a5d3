package io.nrt4j.hal.isa.check;

import io.nrt4j.hal.EngineType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The findings of one stream: of each kind the first few in full, of the others their number. A stream of noise breaks
 * the same rule a million times.
 */
final class Findings {
    /** Enough to see the pattern of a mistake. */
    static final int MOST_OF_A_KIND = 16;

    private final EngineType engine;
    private final List<Finding> findings = new ArrayList<>();
    private final Map<Kind, Integer> counts = new LinkedHashMap<>();
    private final Map<Kind, Integer> firstLeftOut = new LinkedHashMap<>();

    Findings(EngineType engine) {
        this.engine = engine;
    }

    private record Kind(Rule rule, Severity severity) {}

    void add(Rule rule, Severity severity, int slot, String detail) {
        Kind kind = new Kind(rule, severity);
        if (counts.merge(kind, 1, Integer::sum) <= MOST_OF_A_KIND) {
            findings.add(new Finding(rule, severity, engine, slot, detail));
        } else {
            firstLeftOut.putIfAbsent(kind, slot);
        }
    }

    /** What was kept, in the order of the slots, then one finding for each kind of which there are more. */
    List<Finding> list() {
        List<Finding> all = new ArrayList<>(findings);
        firstLeftOut.forEach((kind, slot) -> {
            int more = counts.get(kind) - MOST_OF_A_KIND;
            String detail = "from here on %d more like those before".formatted(more);
            all.add(new Finding(kind.rule(), kind.severity(), engine, slot, detail));
        });
        return List.copyOf(all);
    }
}
