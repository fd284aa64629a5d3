package io.nrt4j.loader.debuginfo;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * From the slots of one engine's stream to the instructions and source lines that they came from.
 *
 * <p>The assembly layer has one record per slot, with ids of the backend layer; the backend's records name the
 * instruction and may carry a kernel's file and line; where they do not, their ancestors in the penguin and HLO layers
 * may. Members that are missing or broken leave their part of the answer out. Source: producer.md §11.
 */
public final class StreamOrigins {
    /** Compilers keep at most a hundred predecessors; more parents than these are noise. Source: producer.md §11. */
    private static final int MOST_PARENTS = 1000;

    private static final String KERNEL_FILE = "kernel_file";
    private static final String KERNEL_LINE = "kernel_line";
    private static final String SOURCE_FILE = "source_file";
    private static final String SOURCE_LINE = "source_line";

    /** No debug info. */
    public static final StreamOrigins NONE = new StreamOrigins(List.of(), List.of());

    private final List<InstructionDebugInfo> slots;
    private final List<Layer> layers;

    /** A file above the assembly layer, with its instructions by id. */
    record Layer(DebugInfoFile file, Map<Long, InstructionDebugInfo> byId) {
        Layer(DebugInfoFile file) {
            this(file, file.byId());
        }

        List<InstructionDebugInfo> find(List<Long> ids) {
            return ids.stream()
                    .limit(MOST_PARENTS)
                    .distinct()
                    .filter(byId::containsKey)
                    .map(byId::get)
                    .toList();
        }
    }

    StreamOrigins(List<InstructionDebugInfo> slots, List<Layer> layers) {
        this.slots = slots;
        this.layers = List.copyOf(layers);
    }

    /** Number of slots that the assembly layer describes; equals the slots of the stream in compiler-made files. */
    public int slots() {
        return slots.size();
    }

    /** Where a slot came from. */
    public SlotOrigin of(int slot) {
        if (slot < 0 || slot >= slots.size()) {
            return SlotOrigin.UNKNOWN;
        }
        List<Long> ids = slots.get(slot).parents();
        String name = "";
        for (int depth = 0; depth < layers.size(); depth++) {
            Layer layer = layers.get(depth);
            List<InstructionDebugInfo> ancestors = layer.find(ids);
            if (depth == 0) {
                name = ancestors.stream().map(InstructionDebugInfo::name).collect(Collectors.joining(","));
            }
            for (InstructionDebugInfo ancestor : ancestors) {
                Optional<SlotOrigin> place = place(name, ancestor, layer.file());
                if (place.isPresent()) {
                    return place.get();
                }
            }
            ids = ancestors.stream().flatMap(a -> a.parents().stream()).toList();
        }
        return new SlotOrigin(name, "", 0);
    }

    private static Optional<SlotOrigin> place(String name, InstructionDebugInfo instruction, DebugInfoFile file) {
        Map<String, String> attributes = instruction.attributes();
        Optional<String> kernel =
                Optional.ofNullable(attributes.get(KERNEL_FILE)).flatMap(file::kernelFile);
        if (kernel.isPresent()) {
            return Optional.of(new SlotOrigin(name, kernel.get(), line(attributes.get(KERNEL_LINE))));
        }
        String source = attributes.getOrDefault(SOURCE_FILE, "");
        return source.isEmpty()
                ? Optional.empty()
                : Optional.of(new SlotOrigin(name, source, line(attributes.get(SOURCE_LINE))));
    }

    private static int line(@Nullable String text) {
        try {
            return text == null ? 0 : Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
