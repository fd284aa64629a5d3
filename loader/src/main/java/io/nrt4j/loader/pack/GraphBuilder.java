package io.nrt4j.loader.pack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.loader.pack.json.JsonStyle;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * One graph ({@code sgNN}) of a NEFF under construction: its variables, queues, DMA blocks and engine programs.
 *
 * <p>Variables get their {@code var_id}s as compilers number them: the state buffer, inputs, outputs, constants,
 * scratch, tables, each in the order of declaration. What has no method here is set through {@link #definition} and
 * {@link #engine}. Source: producer.md §9.4 to §9.10.
 */
public final class GraphBuilder {
    private static final String STATE_BUFFER = "SB";
    private static final int QUEUES = 16;
    /** SET_ORDERING_MODE relaxed, with which every sunda and cayman stream begins. */
    private static final int SET_ORDERING_MODE = 0xb1;
    /** PSEUDO_BRANCH_LABEL, which follows in every cayman stream. */
    private static final int PSEUDO_BRANCH_LABEL = 0xcc;

    private static final int WORDS_PER_SLOT = 0x10;

    private final JsonNodeFactory json = JsonNodeFactory.instance;
    private final String name;
    private final boolean cayman;
    private final Map<String, ObjectNode> inputs = new LinkedHashMap<>();
    private final Map<String, ObjectNode> outputs = new LinkedHashMap<>();
    private final Map<String, ObjectNode> constants = new LinkedHashMap<>();
    private final Map<String, ObjectNode> scratch = new LinkedHashMap<>();
    private final ObjectNode queues = json.objectNode();
    private final ObjectNode tensorMap = json.objectNode();
    private final Map<EngineType, ObjectNode> engines = new EnumMap<>(EngineType.class);
    private final Map<EngineType, byte[]> programs = new EnumMap<>(EngineType.class);
    private final Map<String, byte[]> files = new LinkedHashMap<>();
    private final List<Consumer<ObjectNode>> edits = new ArrayList<>();
    private final List<String> features = new ArrayList<>();

    GraphBuilder(String name, boolean cayman) {
        this.name = name;
        this.cayman = cayman;
        for (EngineType engine : EngineType.values()) {
            engines.put(engine, idleEngine(engine));
            programs.put(engine, idleProgram());
        }
    }

    /** Declares an input of the model. */
    public GraphBuilder input(String variable, TensorType type, long... shape) {
        inputs.put(variable, sized("input", type.bytes(shape)));
        map(variable, type, shape, false).put("kind", "input");
        return this;
    }

    /** Declares an output of the model. */
    public GraphBuilder output(String variable, TensorType type, long... shape) {
        outputs.put(variable, sized("output", type.bytes(shape)));
        map(variable, type, shape, false).put("kind", "output");
        return this;
    }

    /**
     * Declares a constant and stores its data as {@code value_<variable>.npy}.
     *
     * @param data the elements, little-endian, in C order
     */
    public GraphBuilder constant(String variable, TensorType type, byte[] data, long... shape) {
        String file = "value_" + variable + ".npy";
        files.put(file, NpyFile.of(type, data, shape));
        ObjectNode node = sized("file", data.length).put("file_name", file).put("fabric_path", "main");
        constants.put(variable, node.put("alignment", Long.highestOneBit(Math.max(1, 2L * data.length - 1))));
        map(variable, type, shape, true);
        return this;
    }

    /** Declares a window of {@code size} bytes at {@code offset} in the shared scratchpad. */
    public GraphBuilder virtual(String variable, long size, long offset) {
        scratch.put(variable, sized("virtual", size).put("backing_variable_off", offset));
        return this;
    }

    /**
     * Declares a variable of any type.
     *
     * @param node the entry of {@code def.json} without {@code var_id}
     */
    public GraphBuilder variable(String variable, ObjectNode node) {
        scratch.put(variable, node);
        return this;
    }

    /**
     * Declares a queue of sixteen rings with one semaphore each.
     *
     * @param type {@code in}, {@code out}, {@code data} or {@code dynamic}
     * @param firstSemaphore the first of sixteen consecutive semaphores
     */
    public GraphBuilder queue(String queue, String type, EngineType owner, int firstSemaphore) {
        ObjectNode node = queues.putObject(queue)
                .put("fabric_path", "main")
                .put("num_queues", QUEUES)
                .put("owner", owner.key())
                .put("type", type);
        ArrayNode set = node.putArray("semaphore_set");
        for (int i = 0; i < QUEUES; i++) {
            set.add(firstSemaphore + i);
        }
        return this;
    }

    /** Declares a queue by its entry in {@code def.json}. */
    public GraphBuilder queue(String queue, ObjectNode node) {
        queues.set(queue, node);
        return this;
    }

    /**
     * Adds a DMA block to an engine.
     *
     * @param block the element of the engine file's {@code dma} list
     */
    public GraphBuilder dma(EngineType engine, ObjectNode block) {
        ((ArrayNode) engines.get(engine).get("dma")).add(block);
        return this;
    }

    /**
     * Adds a DMA block that copies a whole variable to another.
     *
     * @param id the number by which a trigger slot finds the block
     * @param size bytes
     */
    public GraphBuilder copy(
            EngineType engine, String queue, int id, int semaphore, String from, String to, long size) {
        ObjectNode descriptor = json.objectNode();
        for (String side : List.of("from", "to")) {
            descriptor.put(side, side.equals("from") ? from : to);
            descriptor.put(side + "_dtype", "uint8").put(side + "_off", 0);
            descriptor.putArray(side + "_sizes").add(size);
            descriptor.putArray(side + "_steps").add(1);
        }
        descriptor.put("op", "copy").put("num_tiling_dimensions", 1);
        ObjectNode block = json.objectNode().put("id", id).put("queue", queue).put("semaphore", semaphore);
        block.putArray("desc").add(descriptor);
        return dma(engine, block);
    }

    /** Sets an engine's program: 64-byte slots without framing. Engines without one get an idle stream. */
    public GraphBuilder program(EngineType engine, byte[] slots) {
        programs.put(engine, slots.clone());
        return this;
    }

    /** Adds a member to the graph's directory. */
    public GraphBuilder file(String fileName, byte[] bytes) {
        files.put(fileName, bytes.clone());
        return this;
    }

    /** Adds a name to {@code neff_features}, and with it its bit to the header. */
    public GraphBuilder feature(String featureName) {
        features.add(featureName);
        return this;
    }

    /** Changes an engine's file before it is printed. */
    public GraphBuilder engine(EngineType engine, Consumer<ObjectNode> edit) {
        edit.accept(engines.get(engine));
        return this;
    }

    /** Changes {@code def.json} as the last step before it is printed. */
    public GraphBuilder definition(Consumer<ObjectNode> edit) {
        edits.add(edit);
        return this;
    }

    String name() {
        return name;
    }

    /** The engines' files. */
    Stream<JsonNode> engines() {
        return engines.values().stream().map(engine -> engine);
    }

    ObjectNode tensorMap() {
        return tensorMap;
    }

    /** The {@code def.json} tree. */
    ObjectNode definition() {
        ObjectNode definition = json.objectNode();
        for (EngineType engine : EngineType.values()) {
            definition.put(engine.key(), engine.fileStem() + ".json");
            definition.put(engine.key() + "_instr", engine.fileStem() + ".bin");
        }
        definition.putObject("debug_info");
        definition.set("dma_queue", queues);
        definition.put("name", "definition");
        ArrayNode featureNames = definition.putArray("neff_features");
        features.forEach(featureNames::add);
        definition.put("runtime_event_count", 12).put("runtime_semaphore_count", 3);
        definition.set("var", variables());
        definition.put("version", "0.6");
        if (cayman) {
            caymanKeys(definition);
        }
        edits.forEach(edit -> edit.accept(definition));
        return definition;
    }

    /** What compilers add for cayman: among it the reservation without which the loader refuses the graph. */
    private static void caymanKeys(ObjectNode definition) {
        definition.put("#rank_world_size", 0);
        definition.putObject("cc_streams").put("num_streams", 0);
        definition
                .putArray("runtime_statebuffer_reservation")
                .addObject()
                .put("base_partition", 0)
                .put("offset", 229368)
                .put("partitions", 128)
                .put("size", 8)
                .put("type", "evtaccel");
    }

    private ObjectNode variables() {
        ObjectNode variables = json.objectNode();
        variables.putObject(STATE_BUFFER).put("type", "state-buffer");
        List.of(inputs, outputs, constants, scratch).forEach(group -> group.forEach(variables::set));
        int id = 0;
        for (var variable : variables) {
            ((ObjectNode) variable).put("var_id", id++);
        }
        return variables;
    }

    /** The graph's members by full name. */
    Map<String, byte[]> members() {
        Map<String, byte[]> members = new LinkedHashMap<>();
        members.put(name + "/def.json", JsonStyle.SORTED.bytes(definition()));
        members.put(name + "/tensor_map.json", JsonStyle.SORTED.bytes(tensorMap));
        engines.forEach(
                (engine, node) -> members.put(name + "/" + engine.fileStem() + ".json", JsonStyle.COMPACT.bytes(node)));
        programs.forEach((engine, slots) -> members.put(name + "/" + engine.fileStem() + ".bin", slots));
        files.forEach((file, bytes) -> members.put(name + "/" + file, bytes));
        return members;
    }

    private ObjectNode idleEngine(EngineType engine) {
        ObjectNode node = json.objectNode();
        node.putArray("dma");
        node.put("instr", engine.fileStem() + ".bin").put("name", engine.fileStem() + ".json");
        if (engine == EngineType.ACT) {
            node.put("act_info", "act_info.json").put("act_semaphore", 12);
            node.putArray("activation_function_sets");
        }
        return node;
    }

    private byte[] idleProgram() {
        byte[] slots = new byte[cayman ? 2 * Slot.BYTES : Slot.BYTES];
        slots[0] = (byte) SET_ORDERING_MODE;
        slots[1] = WORDS_PER_SLOT;
        if (cayman) {
            slots[Slot.BYTES] = (byte) PSEUDO_BRANCH_LABEL;
            slots[Slot.BYTES + 1] = WORDS_PER_SLOT;
        }
        return slots;
    }

    private ObjectNode sized(String type, long size) {
        ObjectNode node = json.objectNode().put("size", size).put("type", type);
        node.putArray("ops");
        return node;
    }

    private ObjectNode map(String variable, TensorType type, long[] shape, boolean constant) {
        ObjectNode node = tensorMap
                .putObject(variable)
                .put("dtype", type.label())
                .put("is_const", constant)
                .put("layer_name", variable)
                .put("sim_format", constant ? "CRSM" : "NC")
                .put("tf_file", "value_" + variable + ".npy")
                .put("tf_format", constant ? "CRSM" : "NC");
        for (String key : List.of("sim_shape", "tf_shape")) {
            ArrayNode dimensions = node.putArray(key);
            for (long dimension : shape) {
                dimensions.add(dimension);
            }
        }
        if (constant) {
            node.putNull("split_axis").putNull("split_indices_or_sections");
        }
        return node;
    }
}
