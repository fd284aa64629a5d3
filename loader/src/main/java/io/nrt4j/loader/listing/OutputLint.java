package io.nrt4j.loader.listing;

import io.nrt4j.hal.isa.analysis.ByteCoverage;
import io.nrt4j.hal.isa.analysis.CorePrograms;
import io.nrt4j.hal.isa.analysis.VariableWrites;
import io.nrt4j.loader.manifest.Definition;
import io.nrt4j.loader.manifest.Variable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Outputs of which the programs of all cores together do not write every byte. Cores share the outputs of the same
 * name. Source: isa.md §7 (soft rules), §8.
 */
public final class OutputLint {
    private OutputLint() {}

    /**
     * An output with a gap.
     *
     * @param definition path of the first definition that declares it
     * @param variable its name
     * @param firstByte the first byte that nothing writes
     * @param missing how many bytes nothing writes
     * @param size bytes of the output
     */
    public record UnwrittenOutput(String definition, String variable, long firstByte, long missing, long size) {
        /** In words. */
        public String text() {
            return "OUTPUT: nothing writes byte %d of output %s, and %d of its %d bytes in all"
                    .formatted(firstByte, variable, missing, size);
        }
    }

    /**
     * The gaps.
     *
     * @param definitions all graphs of a NEFF
     * @param inPlace outputs that share the memory of an input, of which a program need not write anything
     * @return empty where nothing can be said: a program may write to memory in a way that does not show, or cannot be
     *     decoded
     */
    public static Optional<List<UnwrittenOutput>> of(List<Definition> definitions, Set<String> inPlace) {
        Map<String, ByteCoverage> written = new HashMap<>();
        for (Definition definition : definitions) {
            Optional<CorePrograms> programs = DeclaredPrograms.of(definition);
            if (programs.isEmpty()) {
                return Optional.empty();
            }
            Map<Integer, String> outputs = outputs(definition, inPlace).stream()
                    .collect(Collectors.toMap(Variable::varId, Variable::name, (first, second) -> first));
            VariableWrites writes = VariableWrites.of(programs.get(), outputs.keySet());
            if (!writes.isComplete()) {
                return Optional.empty();
            }
            outputs.forEach((id, name) ->
                    written.computeIfAbsent(name, n -> new ByteCoverage()).add(writes.of(id)));
        }
        return Optional.of(gaps(definitions, inPlace, written));
    }

    private static List<Variable> outputs(Definition definition, Set<String> inPlace) {
        return definition.variables().stream()
                .filter(v -> v instanceof Variable.Output && !inPlace.contains(v.name()))
                .toList();
    }

    private static List<UnwrittenOutput> gaps(
            List<Definition> definitions, Set<String> inPlace, Map<String, ByteCoverage> written) {
        Map<String, UnwrittenOutput> gaps = new TreeMap<>();
        for (Definition definition : definitions) {
            for (Variable output : outputs(definition, inPlace)) {
                ByteCoverage coverage = written.get(output.name());
                OptionalLong gap = coverage.firstGap(output.size());
                if (gap.isPresent()) {
                    gaps.putIfAbsent(
                            output.name(),
                            new UnwrittenOutput(
                                    definition.path(),
                                    output.name(),
                                    gap.getAsLong(),
                                    output.size() - coverage.bytesBelow(output.size()),
                                    output.size()));
                }
            }
        }
        return new ArrayList<>(gaps.values());
    }
}
