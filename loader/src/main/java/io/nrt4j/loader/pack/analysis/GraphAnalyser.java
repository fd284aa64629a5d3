package io.nrt4j.loader.pack.analysis;

import io.nrt4j.hal.EngineType;
import io.nrt4j.loader.archive.Member;
import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.json.JsonElement;
import io.nrt4j.loader.json.JsonMembers;
import io.nrt4j.loader.manifest.AccessPattern;
import io.nrt4j.loader.manifest.Definition;
import io.nrt4j.loader.manifest.DmaBlock;
import io.nrt4j.loader.manifest.DmaDescriptor;
import io.nrt4j.loader.manifest.EngineProgram;
import io.nrt4j.loader.manifest.ManifestOptions;
import io.nrt4j.loader.pack.analysis.GraphAnalysis.Bin;
import io.nrt4j.loader.pack.analysis.GraphAnalysis.QueueUse;
import io.nrt4j.loader.pack.analysis.GraphAnalysis.ScratchArea;
import io.nrt4j.loader.pack.analysis.GraphAnalysis.Sizes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Counts what a graph needs, by the formulas of the compiler's analyser. Source: producer.md §13. */
public final class GraphAnalyser {
    /** The page when neither option nor environment gives one. */
    public static final long DEFAULT_PAGE_BYTES = 512L << 20;

    /** Descriptors of the semaphore update that ends each side of a transfer. */
    private static final long SEMAPHORE_UPDATE = 16;

    private static final List<EngineType> BIN_ORDER =
            List.of(EngineType.POOL, EngineType.SP, EngineType.DVE, EngineType.PE, EngineType.ACT);

    private final Definition definition;
    private final List<Map<String, JsonElement>> variables;

    private GraphAnalyser(Definition definition, List<Map<String, JsonElement>> variables) {
        this.definition = definition;
        this.variables = variables;
    }

    /**
     * Analyses a graph.
     *
     * @param members the archive that it is from
     * @param pageBytes bytes of a scratchpad page, at least 1
     */
    public static GraphAnalysis analyse(Definition definition, MemberTable members, long pageBytes) {
        GraphAnalyser analyser = new GraphAnalyser(definition, variables(definition, members));
        return new GraphAnalysis(
                definition.directory(),
                analyser.queues(),
                analyser.bins(),
                binBytes(definition.directory(), members),
                analyser.sizes(),
                analyser.scratchpad(pageBytes));
    }

    /** The analyser goes by keys that the runtime does not read, so it needs the text. */
    private static List<Map<String, JsonElement>> variables(Definition definition, MemberTable members) {
        JsonMembers json =
                new JsonMembers(members, LoadStage.MANIFEST, ManifestOptions.defaultJsonMemory(), Nlog.silent());
        try {
            return Optional.ofNullable(fields(json.load(definition.path())).get("var")).stream()
                    .flatMap(variables -> fields(variables).values().stream())
                    .map(GraphAnalyser::fields)
                    .toList();
        } catch (LoadException e) {
            // What there is to say is among the manifest's problems.
            return List.of();
        }
    }

    /** The fields of an object; of several with one key the last one. */
    private static Map<String, JsonElement> fields(JsonElement object) {
        Map<String, JsonElement> fields = new LinkedHashMap<>();
        object.fields().forEach(field -> fields.put(field.key(), field.value()));
        return fields;
    }

    private static Optional<String> text(Map<String, JsonElement> variable, String key) {
        return Optional.ofNullable(variable.get(key)).flatMap(JsonElement::string);
    }

    /** A number of bytes; 0 where there is none. */
    private static long bytes(Map<String, JsonElement> variable, String key) {
        JsonElement value = variable.get(key);
        return value == null ? 0 : value.unsigned().orElse(0);
    }

    private static long binBytes(String directory, MemberTable members) {
        String prefix = directory.isEmpty() ? "" : directory + "/";
        return members.members().stream()
                .filter(member ->
                        member.name().startsWith(prefix) && member.name().endsWith(".bin"))
                .mapToLong(Member::size)
                .sum();
    }

    private List<QueueUse> queues() {
        Map<List<String>, QueueUse> uses = new LinkedHashMap<>();
        definition.engines().forEach((engine, program) -> {
            for (DmaBlock block : program.dmaBlocks()) {
                long descriptors = block.descriptors().stream()
                        .mapToLong(GraphAnalyser::descriptors)
                        .sum();
                uses.merge(
                        List.of(engine.key(), block.ring()),
                        new QueueUse(engine.key(), block.ring(), 1, descriptors),
                        GraphAnalyser::sum);
            }
        });
        return List.copyOf(uses.values());
    }

    private static QueueUse sum(QueueUse a, QueueUse b) {
        return new QueueUse(a.engine(), a.queue(), a.blocks() + b.blocks(), a.descriptors() + b.descriptors());
    }

    /** A descriptor per row on either side, and one for each ring's update; a sum has both for each of its parts. */
    private static long descriptors(DmaDescriptor transfer) {
        return transfer.sources().stream()
                .mapToLong(from -> rows(from) + SEMAPHORE_UPDATE + rows(transfer.to()) + SEMAPHORE_UPDATE)
                .sum();
    }

    private static long rows(AccessPattern side) {
        long rows = 1;
        for (int dimension = 1; dimension < side.dimensions(); dimension++) {
            rows *= side.size(dimension);
        }
        return rows;
    }

    private List<Bin> bins() {
        return BIN_ORDER.stream()
                .map(definition.engines()::get)
                .filter(program -> program != null && !program.isPlaceholder())
                .map(GraphAnalyser::bin)
                .toList();
    }

    private static Bin bin(EngineProgram program) {
        return new Bin(program.engine().fileStem(), program.program().readableBytes(), program.slots());
    }

    private Sizes sizes() {
        return new Sizes(size("tmp-buf"), size("virtual"), size("input"), size("output"), size("file"));
    }

    private long size(String type) {
        return variables.stream()
                .filter(variable -> text(variable, "type").filter(type::equals).isPresent())
                .mapToLong(variable -> bytes(variable, "size"))
                .sum();
    }

    private List<ScratchArea> scratchpad(long pageBytes) {
        Map<String, Long> ends = new TreeMap<>();
        for (Map<String, JsonElement> variable : variables) {
            if (text(variable, "type").filter("virtual"::equals).isPresent()) {
                long end = bytes(variable, "backing_variable_off") + bytes(variable, "size");
                ends.merge(area(variable), end, Math::max);
            }
        }
        return ends.entrySet().stream()
                .map(area ->
                        new ScratchArea(area.getKey(), area.getValue(), (area.getValue() + pageBytes - 1) / pageBytes))
                .toList();
    }

    private static String area(Map<String, JsonElement> variable) {
        return text(variable, "fabric_path")
                .or(() -> text(variable, "backing_buf"))
                .orElse("main");
    }
}
