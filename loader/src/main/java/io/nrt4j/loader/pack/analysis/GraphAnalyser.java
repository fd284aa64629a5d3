package io.nrt4j.loader.pack.analysis;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nrt4j.hal.EngineType;
import io.nrt4j.loader.archive.Member;
import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.manifest.AccessPattern;
import io.nrt4j.loader.manifest.Definition;
import io.nrt4j.loader.manifest.DmaBlock;
import io.nrt4j.loader.manifest.DmaDescriptor;
import io.nrt4j.loader.manifest.EngineProgram;
import io.nrt4j.loader.pack.analysis.GraphAnalysis.Bin;
import io.nrt4j.loader.pack.analysis.GraphAnalysis.QueueUse;
import io.nrt4j.loader.pack.analysis.GraphAnalysis.ScratchArea;
import io.nrt4j.loader.pack.analysis.GraphAnalysis.Sizes;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Counts what a graph needs, by the formulas of the compiler's analyser. Source: producer.md §13. */
public final class GraphAnalyser {
    /** The page when neither option nor environment gives one. */
    public static final long DEFAULT_PAGE_BYTES = 512L << 20;

    private static final ObjectMapper MAPPER = new ObjectMapper();
    /** Descriptors of the semaphore update that ends each side of a transfer. */
    private static final long SEMAPHORE_UPDATE = 16;

    private static final List<EngineType> BIN_ORDER =
            List.of(EngineType.POOL, EngineType.SP, EngineType.DVE, EngineType.PE, EngineType.ACT);

    private final Definition definition;
    private final JsonNode variables;

    private GraphAnalyser(Definition definition, JsonNode variables) {
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
    private static JsonNode variables(Definition definition, MemberTable members) {
        Optional<Member> member = members.find(definition.path());
        try {
            return MAPPER.readTree(member.map(m -> m.content().toString(StandardCharsets.UTF_8))
                            .orElse("{}"))
                    .path("var");
        } catch (JsonProcessingException e) {
            // Two readers that differ in what they forgive; what there is to say is among the manifest's problems.
            return MAPPER.createObjectNode();
        }
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
        long sum = 0;
        for (JsonNode variable : variables) {
            if (variable.path("type").asText().equals(type)) {
                sum += variable.path("size").asLong();
            }
        }
        return sum;
    }

    private List<ScratchArea> scratchpad(long pageBytes) {
        Map<String, Long> ends = new TreeMap<>();
        for (JsonNode variable : variables) {
            if (variable.path("type").asText().equals("virtual")) {
                long end = variable.path("backing_variable_off").asLong()
                        + variable.path("size").asLong();
                ends.merge(area(variable), end, Math::max);
            }
        }
        return ends.entrySet().stream()
                .map(area ->
                        new ScratchArea(area.getKey(), area.getValue(), (area.getValue() + pageBytes - 1) / pageBytes))
                .toList();
    }

    private static String area(JsonNode variable) {
        return variable.path("fabric_path").asText(variable.path("backing_buf").asText("main"));
    }
}
