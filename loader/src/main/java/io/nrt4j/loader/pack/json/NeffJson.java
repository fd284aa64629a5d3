package io.nrt4j.loader.pack.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/**
 * neff.json: the model as a TVM graph of its inputs and one program node. All of it follows from the graphs'
 * {@code def.json} and {@code tensor_map.json}, except which outputs alias an input.
 *
 * <p>Source: producer.md §9.2.
 */
public final class NeffJson {
    /** The member's name. */
    public static final String MEMBER = "neff.json";
    /** The program node of most compilers. */
    public static final String CORE_V10 = "sg_coreV10";
    /** The program node of the compilers up to 2.11. */
    public static final String TONGA = "sg_tonga0";

    /**
     * The two files of one core.
     *
     * @param definition {@code def.json}
     * @param tensorMap {@code tensor_map.json}
     */
    public record Core(JsonNode definition, JsonNode tensorMap) {}

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final String programName;
    private final String kelf;
    private final Map<String, List<String>> mustAlias;
    private final List<Tensor> inputs;
    private final List<Tensor> outputs = new ArrayList<>();

    private record Tensor(String name, String dtype, ArrayNode shape) {}

    private NeffJson(List<Core> cores, String programName, String kelf, Map<String, List<String>> mustAlias) {
        this.programName = programName;
        this.kelf = kelf;
        this.mustAlias = mustAlias;
        this.inputs = tensors(cores.get(0), "input");
        cores.forEach(core -> outputs.addAll(tensors(core, "output")));
    }

    /**
     * The tree, to be printed {@link JsonStyle#ORDERED}.
     *
     * @param cores the graphs in core order, at least one
     * @param programName name of the program node, {@link #CORE_V10} or {@link #TONGA}
     * @param kelf name of the kelf member
     * @param mustAlias input name to the outputs that alias it
     * @throws IllegalArgumentException when a variable has no entry in the tensor map
     */
    public static ObjectNode tree(
            List<Core> cores, String programName, String kelf, Map<String, List<String>> mustAlias) {
        return new NeffJson(cores, programName, kelf, mustAlias).tree();
    }

    /** The {@code mustAlias} argument that an existing neff.json was made with. */
    public static Map<String, List<String>> aliases(JsonNode neff) {
        Map<String, List<String>> aliases = new LinkedHashMap<>();
        neff.path("metadata").path("signatures").path("default").path("inputs").properties().stream()
                .filter(input -> input.getValue().has("must_alias"))
                .forEach(input -> aliases.put(
                        input.getKey(),
                        StreamSupport.stream(input.getValue().get("must_alias").spliterator(), false)
                                .map(JsonNode::asText)
                                .toList()));
        return aliases;
    }

    private static List<Tensor> tensors(Core core, String type) {
        return VariableNames.ofType(core.definition(), type).stream()
                .map(name -> tensor(core.tensorMap(), name))
                .toList();
    }

    private static Tensor tensor(JsonNode tensorMap, String name) {
        JsonNode entry = tensorMap.path(name);
        if (!entry.path("dtype").isTextual() || !entry.path("tf_shape").isArray()) {
            throw new IllegalArgumentException("tensor_map.json has no dtype and tf_shape for " + name);
        }
        ArrayNode shape = (ArrayNode) entry.get("tf_shape");
        // A scalar is written as one element (compilers 2.11 to 2.14 have such inputs).
        return new Tensor(
                name,
                entry.get("dtype").textValue(),
                shape.isEmpty() ? JSON.arrayNode().add(1) : shape);
    }

    private ObjectNode tree() {
        ObjectNode root = JSON.objectNode();
        root.set("nodes", nodes());
        root.set("arg_nodes", counting(inputs.size()));
        root.set("heads", heads());
        root.set("attrs", attributes());
        root.set("node_row_ptr", counting(inputs.size() + 1).add(inputs.size() + outputs.size()));
        root.putObject("metadata").putObject("signatures").set("default", signature());
        return root;
    }

    private ArrayNode nodes() {
        ArrayNode nodes = JSON.arrayNode();
        for (Tensor input : inputs) {
            ObjectNode node = nodes.addObject().put("op", "null").put("name", input.name);
            node.putArray("inputs");
            node.putArray("output_names").add(input.name);
            node.put("is_param", "0");
        }
        ObjectNode program = nodes.addObject().put("op", "tvm_op").put("name", programName);
        program.putObject("attrs")
                .put("func_name", "__kelf")
                .put("flatten_data", "0")
                .put("num_inputs", Integer.toString(inputs.size()))
                .put("kelf", kelf)
                .put("num_outputs", Integer.toString(outputs.size()));
        ArrayNode sources = program.putArray("inputs");
        for (int i = 0; i < inputs.size(); i++) {
            sources.addArray().add(i).add(0).add(0);
        }
        ArrayNode names = program.putArray("output_names");
        outputs.forEach(output -> names.add(output.name));
        return nodes;
    }

    private ArrayNode heads() {
        ArrayNode heads = JSON.arrayNode();
        for (int i = 0; i < outputs.size(); i++) {
            heads.addArray().add(inputs.size()).add(i).add(0);
        }
        return heads;
    }

    private ObjectNode attributes() {
        ArrayNode shapes = JSON.arrayNode();
        ArrayNode dtypes = JSON.arrayNode();
        for (List<Tensor> side : List.of(inputs, outputs)) {
            for (Tensor tensor : side) {
                shapes.add(tensor.shape);
                dtypes.add(tensor.dtype);
            }
        }
        ObjectNode attributes = JSON.objectNode();
        attributes.putArray("shape").add("list_shape").add(shapes);
        attributes.putArray("storage_id").add("list_int").add(counting(inputs.size() + outputs.size()));
        attributes.putArray("dltype").add("list_str").add(dtypes);
        return attributes;
    }

    private ObjectNode signature() {
        ObjectNode signature = JSON.objectNode();
        ObjectNode in = signature.putObject("inputs");
        for (int i = 0; i < inputs.size(); i++) {
            Tensor input = inputs.get(i);
            ObjectNode entry = in.putObject(input.name).put("id", i).put("dtype", input.dtype);
            entry.set("shape", input.shape);
            if (mustAlias.containsKey(input.name)) {
                entry.putArray("may_alias");
                ArrayNode aliases = entry.putArray("must_alias");
                mustAlias.get(input.name).forEach(aliases::add);
            }
        }
        signature.putObject("outputs");
        return signature;
    }

    private static ArrayNode counting(int end) {
        ArrayNode numbers = JSON.arrayNode();
        for (int i = 0; i < end; i++) {
            numbers.add(i);
        }
        return numbers;
    }
}
