package io.nrt4j.loader.manifest;

import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.json.JsonElement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * {@code neff.json}, in the shape of a TVM graph: {@code parse_neff_json}. Source: manifest.md §2.
 *
 * <p>Every tensor has an entry id: the {@code node_row_ptr} of its node plus its place among the node's outputs. It indexes
 * the type and shape tables.
 */
final class NeffGraphParser {
    private static final LogMessage MISSING_FIELDS = error("Missing required fields in NEFF JSON");
    private static final LogMessage INPUT_OUT_OF_BOUNDS = error("Input node ID %lu out of bounds");
    private static final LogMessage OUTPUT_OUT_OF_BOUNDS = error("Output node ID %lu out of bounds");

    private final JsonElement root;
    private final String member;
    private final ParseContext context;
    private final SortedMap<String, TensorInfo> inputs = new TreeMap<>(NeffGraph.BYTE_ORDER);
    private final SortedMap<String, TensorInfo> outputs = new TreeMap<>(NeffGraph.BYTE_ORDER);
    private List<JsonElement> nodes = List.of();
    private List<Long> rowStarts = List.of();
    private String kelfMember = "";

    private NeffGraphParser(JsonElement root, String member, ParseContext context) {
        this.root = root;
        this.member = member;
        this.context = context;
    }

    /** Reads the root value of {@code neff.json} or {@code kelp.json}. */
    static NeffGraph parse(JsonElement root, String member, ParseContext context) {
        return new NeffGraphParser(root, member, context).parse();
    }

    private NeffGraph parse() {
        context.attempt(member, this::tensors);
        context.attempt(member, () -> kelfMember = KelfNode.find(nodes, context));
        return new NeffGraph(inputs, outputs, kelfMember, graphNodes(), mustAlias());
    }

    private void tensors() {
        nodes = elements(requiredArray("nodes"));
        List<Long> argNodes = numbers(requiredArray("arg_nodes"));
        JsonElement heads = requiredArray("heads");
        rowStarts = numbers(requiredArray("node_row_ptr"));
        JsonElement attrs = root.get("attrs").filter(JsonElement::isObject).orElseThrow(this::missingFields);
        TensorTables tables = TensorTables.parse(attrs, context);
        context.attempt(member, () -> readInputs(argNodes, tables));
        context.attempt(member, () -> readOutputs(heads, tables));
    }

    private void readInputs(List<Long> argNodes, TensorTables tables) {
        for (long id : argNodes) {
            JsonElement node = node(id, INPUT_OUT_OF_BOUNDS);
            String name = nodeName(node);
            inputs.put(name, tables.tensor(name, rowStarts.get((int) id)));
        }
    }

    private void readOutputs(JsonElement heads, TensorTables tables) {
        for (JsonElement element : heads.elements()) {
            List<Long> head = numbers(element);
            if (head.size() < 2) {
                throw missingFields();
            }
            JsonElement node = node(head.get(0), OUTPUT_OUT_OF_BOUNDS);
            long output = head.get(1);
            String name = outputName(node, output);
            outputs.put(name, tables.tensor(name, rowStarts.get(head.get(0).intValue()) + output));
        }
    }

    private JsonElement node(long id, LogMessage outOfBounds) {
        if (id >= nodes.size() || id >= rowStarts.size()) {
            throw context.refuse(outOfBounds, id);
        }
        return nodes.get((int) id);
    }

    private String nodeName(JsonElement node) {
        return node.get("name").flatMap(JsonElement::string).orElseThrow(this::missingFields);
    }

    /** Real files have the list in the node; descriptions of the format put it into the node's attributes. */
    private String outputName(JsonElement node, long output) {
        List<String> names = outputNames(node);
        if (output < names.size()) {
            return names.get((int) output);
        }
        return output == 0 ? nodeName(node) : nodeName(node) + ":" + output;
    }

    private static List<String> outputNames(JsonElement node) {
        List<String> names = new ArrayList<>();
        node.get("output_names")
                .or(() -> node.get("attrs").flatMap(attrs -> attrs.get("output_names")))
                .ifPresent(list ->
                        list.elements().forEach(e -> names.add(e.string().orElse(""))));
        return names;
    }

    private List<GraphNode> graphNodes() {
        return nodes.stream()
                .map(node -> new GraphNode(
                        node.get("name").flatMap(JsonElement::string).orElse(""),
                        KelfNode.funcName(node).orElse(""),
                        outputNames(node)))
                .toList();
    }

    private Map<String, List<String>> mustAlias() {
        Map<String, List<String>> aliases = new HashMap<>();
        Optional<JsonElement> inputs = root.get("metadata")
                .flatMap(metadata -> metadata.get("signatures"))
                .flatMap(signatures -> signatures.get("default"))
                .flatMap(signature -> signature.get("inputs"));
        if (inputs.isPresent()) {
            for (JsonElement.Field input : inputs.get().fields()) {
                List<String> outputs = new ArrayList<>();
                input.value()
                        .get("must_alias")
                        .ifPresent(
                                list -> list.elements().forEach(e -> e.string().ifPresent(outputs::add)));
                if (!outputs.isEmpty()) {
                    aliases.put(input.key(), List.copyOf(outputs));
                }
            }
        }
        return aliases;
    }

    private JsonElement requiredArray(String key) {
        return root.get(key).filter(JsonElement::isArray).orElseThrow(this::missingFields);
    }

    private List<Long> numbers(JsonElement array) {
        List<Long> numbers = new ArrayList<>();
        for (JsonElement element : array.elements()) {
            long number = element.unsigned().orElseThrow(this::missingFields);
            numbers.add(number < 0 ? Long.MAX_VALUE : number);
        }
        return numbers;
    }

    private static List<JsonElement> elements(JsonElement array) {
        List<JsonElement> elements = new ArrayList<>();
        array.elements().forEach(elements::add);
        return elements;
    }

    private LoadException missingFields() {
        return context.refuse(MISSING_FIELDS);
    }

    static LogMessage error(String template) {
        return LogMessage.error("NMGR", "parse_neff_json", template);
    }
}
