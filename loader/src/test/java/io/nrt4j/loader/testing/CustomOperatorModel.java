package io.nrt4j.loader.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.nrt4j.hal.Arch;
import io.nrt4j.loader.pack.GraphBuilder;
import io.nrt4j.loader.pack.NeffBuilder;
import io.nrt4j.loader.pack.TensorType;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** A NEFF with one GPSIMD library, in the form that compilers write. Source: q7.md §9 (manifest), producer.md §9.8. */
public final class CustomOperatorModel {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private CustomOperatorModel() {}

    /** A model whose library is {@link MiniLibrary#mini2}. */
    public static NeffBuilder builder(Arch target) {
        return builder(target, MiniLibrary.mini2(), library());
    }

    /**
     * A model with a library of one's own.
     *
     * @param elf the library file, as {@code mini.so}
     * @param library its entry of {@code ucode_lib}
     */
    public static NeffBuilder builder(Arch target, byte[] elf, JsonNode library) {
        return builder(target, elf, library, graph -> {});
    }

    /** The same with a further description of the graph. */
    public static NeffBuilder builder(Arch target, byte[] elf, JsonNode library, Consumer<GraphBuilder> description) {
        ObjectNode root = JSON.objectNode();
        ArrayNode libraries = root.putArray("ucode_lib");
        libraries.add(library);
        return NeffBuilder.named("custom.neff")
                .target(target)
                .graph(graph -> description.accept(graph.input("x", TensorType.FLOAT32, 128, 4)
                        .output("y", TensorType.FLOAT32, 128, 4)
                        .file("mini.so", elf)
                        .file("ucode_lib.json", root.toString().getBytes(StandardCharsets.UTF_8))
                        .definition(definition -> definition.put("ucode_lib", "ucode_lib.json"))));
    }

    /** The entry of the sheet's vector. */
    public static ObjectNode library() {
        ObjectNode library = JSON.objectNode()
                .put("library", "mini.so")
                .put("ulib_to_ucode_version", "1.21.1.0")
                .put("opcode", 240)
                .put("cpu_id", 0)
                .put("total_cpus", 8);
        ArrayNode functions = library.putArray("functions");
        functions.addObject().put("name", "k0").put("opcode", 126);
        functions.addObject().put("name", "k1").put("opcode", 240).put("sub_opcode", 7);
        return library;
    }
}
