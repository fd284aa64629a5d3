package io.nrt4j.loader.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.nrt4j.loader.container.ByteField;
import io.nrt4j.loader.pack.HashForm;
import io.nrt4j.loader.pack.NeffBuilder;
import io.nrt4j.loader.pack.PayloadFormat;
import io.nrt4j.loader.pack.gzip.GzipFraming;
import io.nrt4j.loader.pack.json.JsonStyle;
import io.nrt4j.loader.pack.tar.TarAttributes;
import io.nrt4j.loader.pack.tar.TarDialect;
import io.nrt4j.loader.pack.tar.TarTime;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;

/**
 * The toy model that lies inside libnrt, rebuilt: one all-reduce of 32 floats between two DMA copies, for any
 * architecture. Members, order, tar dialect and header are those of the original; its deflate stream, the two owner
 * names and some 93 bytes of {@code def.json} are not known, so the file is an equivalent.
 *
 * <p>Source: container.md §14. {@code examples/neffs/allreduce.neff} is the output of {@link #toByteArray}.
 */
public final class AllReduceModel {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String DIRECTORY = "sg00/";
    /** Base-256 numbers in the tar headers. */
    private static final long UID = 626188407;

    private static final long GID = 600260513;
    private static final int MODE = 0644;
    private static final long MTIME = 014714250600L;

    private static final String PE_ASM = "PSEUDO_TRIGGER_COLLECTIVE $S[10]>0 $S[22]++@complete ctype=ALL_REDUCE"
            + " input_tensor_id=3 output_tensor_id=4 num_elements=32 dtype=fp32 op=ADD group_id=0;\n";
    private static final String POOL_ASM = """
            PSEUDO_DMA_TRIGGER q_gradient_in block_id=0;
            PSEUDO_DMA_TRIGGER $S[22]>0 q_gradient_out block_id=0;
            EVENT_SEMAPHORE $S[11]>0;
            """;

    private AllReduceModel() {}

    /** The file's bytes, always the same. */
    public static byte[] toByteArray() {
        return builder().toByteArray();
    }

    /** The model as a builder, for tests that change a member or a header field. */
    public static NeffBuilder builder() {
        return NeffBuilder.named("x")
                .header(fields -> fields.version(2, 0)
                        .buildVersion("2.0.21884.0%kaena-tools/develop@6c66f4b")
                        .tpbPerNode(ByteField.zeros(64)))
                .uuid(UUID.fromString("561826fb-125f-4bb8-991c-29e085c8949a"))
                .hash(HashForm.MD5_ASCII_TAIL)
                .format(PayloadFormat.compressed(TarDialect.PYTHON_GNU, GzipFraming.plain()))
                .attributes(new TarAttributes(
                        MODE,
                        UID,
                        GID,
                        "builder",
                        "users",
                        TarTime.ofSeconds(MTIME),
                        Optional.empty(),
                        Optional.empty()))
                .insertionOrder()
                .member("kelf-a.json", JsonStyle.PYTHON_2.print(kelf()) + "\n")
                .member("neff.json", text(neff()))
                .directory(DIRECTORY)
                .member(DIRECTORY + "pe.json", text(engine("pe")))
                .member(DIRECTORY + "def.json", text(definition()))
                .member(DIRECTORY + "pool.bin", poolProgram())
                .member(DIRECTORY + "sp.asm", "")
                .member(DIRECTORY + "pe.bin", peProgram())
                .member(DIRECTORY + "dve.json", text(engine("dve")))
                .member(DIRECTORY + "act.json", text(activation()))
                .member(DIRECTORY + "dve.bin", "")
                .member(DIRECTORY + "dve.asm", "")
                .member(DIRECTORY + "act.bin", "")
                .member(DIRECTORY + "sp.bin", "")
                .member(DIRECTORY + "sp.json", text(engine("sp")))
                .member(DIRECTORY + "pool.asm", POOL_ASM)
                .member(DIRECTORY + "pe.asm", PE_ASM)
                .member(DIRECTORY + "pool.json", text(pool()))
                .member(DIRECTORY + "act.asm", "");
    }

    private static String text(JsonNode tree) {
        return JsonStyle.PYTHON_2.print(tree);
    }

    private static ObjectNode kelf() {
        ObjectNode kelf = JSON.objectNode();
        kelf.putArray("graphs").addObject().put("definition", "sg00/def.json").put("name", "sg00");
        return kelf.put("version", "0.5").put("target", "*");
    }

    private static ObjectNode neff() {
        ObjectNode neff = JSON.objectNode();
        ArrayNode nodes = neff.putArray("nodes");
        ObjectNode input = nodes.addObject().put("op", "null").put("name", "input");
        input.putArray("inputs");
        input.putArray("output_names").add("input");
        input.put("is_param", "0");
        ObjectNode program = nodes.addObject().put("op", "tvm_op").put("name", "sg_tonga0");
        program.putObject("attrs")
                .put("func_name", "__kelf")
                .put("flatten_data", "0")
                .put("num_inputs", "1")
                .put("kelf", "kelf-a.json")
                .put("num_outputs", "1");
        program.putArray("inputs").addArray().add(0).add(0).add(0);
        program.putArray("output_names").add("output");
        neff.putArray("arg_nodes").add(0);
        neff.putArray("heads").addArray().add(1).add(0).add(0);
        ObjectNode attributes = neff.putObject("attrs");
        ArrayNode shapes = attributes.putArray("shape").add("list_shape").addArray();
        shapes.addArray().add(32);
        shapes.addArray().add(32);
        attributes.putArray("storage_id").add("list_int").addArray().add(0).add(1);
        attributes.putArray("dltype").add("list_str").addArray().add("float32").add("float32");
        neff.putArray("node_row_ptr").add(0).add(1).add(2);
        return neff;
    }

    private static ObjectNode engine(String engine) {
        ObjectNode node = JSON.objectNode();
        node.putArray("dma");
        return node.put("instr", engine + ".bin").put("name", engine + "_array_json");
    }

    /** The 64 bytes of unknown keys have the length of the two lists that inf1 compilers write. */
    private static ObjectNode activation() {
        ObjectNode node = JSON.objectNode().put("act_info", "act_info.json").put("act_semaphore", 9);
        node.putArray("activation_function_sets");
        node.putArray("activation_functions");
        return node.setAll(engine("act"));
    }

    private static ObjectNode pool() {
        ObjectNode node = engine("pool");
        ArrayNode blocks = (ArrayNode) node.get("dma");
        blocks.add(block("input", "gradient_in", "q_gradient_in"));
        blocks.add(block("gradient_out", "output", "q_gradient_out"));
        return node;
    }

    private static ObjectNode block(String from, String to, String queue) {
        ObjectNode block = JSON.objectNode();
        ObjectNode descriptor = block.putArray("desc").addObject();
        side(descriptor, "from", from);
        side(descriptor, "to", to);
        return block.put("id", 0).put("queue", queue);
    }

    private static void side(ObjectNode descriptor, String side, String variable) {
        descriptor.put(side, variable).put(side + "_off", 0);
        descriptor.putArray(side + "_sizes").add(128).add(1);
        descriptor.putArray(side + "_steps").add(1).add(128);
    }

    private static ObjectNode definition() {
        ObjectNode definition = JSON.objectNode();
        definition.put("act", "act.json");
        definition.putObject("debug_info").put("wavegraph", "wavegraph-bin.json");
        ObjectNode queues = definition.putObject("dma_queue");
        queues.putObject("q_gradient_in")
                .put("owner", "pool")
                .put("semaphore", 10)
                .put("type", "in");
        queues.putObject("q_gradient_out")
                .put("owner", "pool")
                .put("semaphore", 11)
                .put("type", "out");
        definition.put("dve", "dve.json").put("git_version", "").put("name", "definition");
        definition.put("pe", "pe.json").put("pool", "pool.json");
        definition.putArray("replica_groups").addArray();
        definition.putArray("runtime_statebuffer_reservation");
        definition.put("sp", "sp.json");
        definition.set("var", variables());
        return definition.put("version", "0.6-");
    }

    private static ObjectNode variables() {
        ObjectNode variables = JSON.objectNode();
        variables.putObject("SB").put("type", "state-buffer").put("var_id", 1);
        tensor(variables.putObject("input"), "input").put("var_id", 0);
        tensor(variables.putObject("output"), "output")
                .put("#file-name", "value_nn__output:0-simout.npy")
                .put("var_id", 2);
        scratch(variables.putObject("gradient_in")).put("var_id", 3);
        scratch(variables.putObject("gradient_out")).put("var_id", 4);
        return variables;
    }

    private static ObjectNode tensor(ObjectNode node, String type) {
        node.put("#transfer-type", type).put("type", type).put("size", 128).put("element_size", 4);
        node.putArray("internal_shape").add(1).add(1).add(1).add(32);
        return node;
    }

    private static ObjectNode scratch(ObjectNode node) {
        return node.put("#transfer-type", "tmp-buf").put("type", "tmp-buf").put("size", 128);
    }

    /** One all-reduce: waits for semaphore 10, raises 22. */
    private static byte[] peProgram() {
        byte[] slot = new byte[64];
        slot[0x00] = (byte) 0xc8;
        slot[0x01] = 0x10;
        slot[0x04] = 0x04;
        slot[0x05] = 10;
        slot[0x06] = 0x13;
        slot[0x07] = 22;
        slot[0x0c] = 0x04;
        slot[0x0d] = 0x0a;
        slot[0x10] = 3;
        slot[0x14] = 4;
        slot[0x18] = 32;
        slot[0x20] = 1;
        return slot;
    }

    /** Copy in; copy out when semaphore 22 is up; wait for semaphore 11. */
    private static byte[] poolProgram() {
        byte[] slots = new byte[3 * 64];
        trigger(slots, 0, "q_gradient_in");
        trigger(slots, 64, "q_gradient_out");
        slots[64 + 4] = 0x04;
        slots[64 + 5] = 22;
        slots[128] = (byte) 0xa0;
        slots[129] = 0x10;
        slots[128 + 4] = 0x04;
        slots[128 + 5] = 11;
        return slots;
    }

    private static void trigger(byte[] slots, int offset, String queue) {
        slots[offset] = (byte) 0xc1;
        slots[offset + 1] = 0x10;
        byte[] name = queue.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(name, 0, slots, offset + 0x0c, name.length);
    }
}
