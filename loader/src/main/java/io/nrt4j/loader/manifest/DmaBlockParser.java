package io.nrt4j.loader.manifest;

import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.json.JsonElement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A list of DMA blocks: {@code parse_one_dma_block} for each. Source: manifest.md §7.2, dma.md §5. */
final class DmaBlockParser {
    static final String FUNCTION = "parse_one_dma_block";
    static final LogMessage INVALID_BLOCK = LogMessage.error("NEFF", FUNCTION, "invalid dma block (%s): %s");
    private static final int MAX_PRIORITY_CLASS = 255;

    private final String where;
    private final MlaResources resources;
    private final ParseContext context;
    private final Set<String> rings = new HashSet<>();

    DmaBlockParser(String where, MlaResources resources, ParseContext context) {
        this.where = where;
        this.resources = resources;
        this.context = context;
        for (DmaQueue queue : resources.queues.values()) {
            rings.add(queue.name());
            rings.addAll(queue.instances());
        }
    }

    /** Reads the {@code dma} list of an object; none where it is absent. */
    List<DmaBlock> parseAll(JsonElement object, String owner) {
        List<DmaBlock> blocks = new ArrayList<>();
        new ObjectKeys(object, owner, FUNCTION, context)
                .optionalArray("dma")
                .ifPresent(array ->
                        array.elements().forEach(element -> context.attempt(where, () -> blocks.add(parse(element)))));
        return blocks;
    }

    private DmaBlock parse(JsonElement element) {
        String comment = element.get("comment")
                .or(() -> element.get("#comment"))
                .flatMap(JsonElement::string)
                .orElse("");
        ObjectKeys keys = new ObjectKeys(element, "dma block " + comment, FUNCTION, context);
        int id = keys.u32("id");
        String instance = keys.optionalString("instance_name").orElse("");
        String queue = instance.isEmpty()
                ? keys.string("queue")
                : keys.optionalString("queue").orElse("");
        String ring = instance.isEmpty() ? queue : instance;
        if (!rings.contains(ring)) {
            throw context.refuse(INVALID_BLOCK, comment, "unknown queue " + ring);
        }
        keys.optionalString("function_start").ifPresent(function -> resources.functions.put(ring, function));
        List<DmaDescriptor> descriptors = new ArrayList<>();
        DescriptorParser descriptorParser = new DescriptorParser(comment, resources, context);
        keys.array("desc").elements().forEach(e -> descriptors.add(descriptorParser.parse(e)));
        return new DmaBlock(
                id,
                queue,
                instance,
                descriptors,
                resources.functions.getOrDefault(ring, ""),
                keys.optionalBool("section_start_desc"),
                keys.optionalU32("event"),
                keys.optionalU32("semaphore"),
                keys.optionalU32s("remote_semaphores"),
                priorityClass(keys));
    }

    private static int priorityClass(ObjectKeys keys) {
        int priority = keys.optionalU32("priority_class").orElse(0);
        if (priority < 0 || priority > MAX_PRIORITY_CLASS) {
            throw keys.wrongType("priority_class");
        }
        return priority;
    }
}
