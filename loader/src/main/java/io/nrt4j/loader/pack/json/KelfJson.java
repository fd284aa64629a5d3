package io.nrt4j.loader.pack.json;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** kelf-0.json: which graphs there are and for which target. Source: producer.md §9.3. */
public final class KelfJson {
    /** The member's name. */
    public static final String MEMBER = "kelf-0.json";

    private KelfJson() {}

    /**
     * The tree, to be printed {@link JsonStyle#ORDERED}.
     *
     * @param target the compiler's name of the architecture
     * @param graphs the graph names, such as {@code sg00}, in core order
     */
    public static ObjectNode tree(String target, List<String> graphs) {
        ObjectNode kelf = JsonNodeFactory.instance.objectNode();
        var list = kelf.putArray("graphs");
        for (String graph : graphs) {
            list.addObject().put("definition", graph + "/def.json").put("name", graph);
        }
        return kelf.put("version", "0.5").put("target", target);
    }
}
