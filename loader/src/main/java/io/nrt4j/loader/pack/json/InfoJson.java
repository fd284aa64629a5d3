package io.nrt4j.loader.pack.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** info.json: the source of five header fields. Source: producer.md §9.1. */
public final class InfoJson {
    /** The member's name. */
    public static final String MEMBER = "info.json";

    private static final int NODES = 64;

    private InfoJson() {}

    /**
     * The tree for one TPB on the first node, as in every known file; printed {@link JsonStyle#PYTHON_2} by the
     * cayman compilers and {@link JsonStyle#PYTHON_4} by earlier ones.
     *
     * @param toolVersion the compiler's version
     * @param name the name of the output file, which becomes the model's name
     */
    public static ObjectNode tree(String toolVersion, String name) {
        ObjectNode info = JsonNodeFactory.instance.objectNode();
        info.put("tool_version", toolVersion);
        info.put("kelp_version", "Dynamic");
        info.put("name", name);
        info.put("num_tpb", 1);
        info.put("num_tpb_requested", 1);
        ArrayNode perNode = info.putArray("num_tpb_per_node");
        for (int node = 0; node < NODES; node++) {
            perNode.add(node == 0 ? 1 : 0);
        }
        return info;
    }
}
