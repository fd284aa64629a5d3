package io.nrt4j.loader.debuginfo;

import io.nrt4j.hal.EngineType;
import io.nrt4j.loader.archive.Member;
import io.nrt4j.loader.archive.MemberTable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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

    private static final String ASM_FILE = "debug_info_asm_%s.dbg";
    private static final String UPPER_DIRECTORY = "debug_info/";
    private static final String SUBGRAPH_SUFFIX = "_sg000000";
    private static final String KERNEL_FILE = "kernel_file";
    private static final String KERNEL_LINE = "kernel_line";
    private static final String SOURCE_FILE = "source_file";
    private static final String SOURCE_LINE = "source_line";

    /** No debug info. */
    public static final StreamOrigins NONE = new StreamOrigins(List.of(), List.of());

    private final List<InstructionDebugInfo> slots;
    private final List<Layer> layers;

    /** A file above the assembly layer, with its instructions by id. */
    private record Layer(DebugInfoFile file, Map<Long, InstructionDebugInfo> byId) {
        List<InstructionDebugInfo> find(List<Long> ids) {
            return ids.stream()
                    .limit(MOST_PARENTS)
                    .distinct()
                    .filter(byId::containsKey)
                    .map(byId::get)
                    .toList();
        }
    }

    private StreamOrigins(List<InstructionDebugInfo> slots, List<Layer> layers) {
        this.slots = slots;
        this.layers = layers;
    }

    /**
     * The origins of an engine's slots.
     *
     * @param directory of the graph's members, such as {@code sg00}; may be empty
     */
    public static StreamOrigins of(MemberTable members, String directory, EngineType engine) {
        String prefix = directory.isEmpty() ? "" : directory + "/";
        Optional<DebugInfoFile> asm = read(members, prefix + ASM_FILE.formatted(engine.fileStem()));
        if (asm.isEmpty()) {
            return NONE;
        }
        List<Layer> layers = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        Optional<String> parent = Optional.of(asm.get().parentFile());
        while (parent.isPresent() && seen.add(parent.get())) {
            Optional<DebugInfoFile> file = findLayer(members, prefix, parent.get());
            file.ifPresent(f -> layers.add(new Layer(f, f.byId())));
            parent = file.map(DebugInfoFile::parentFile);
        }
        return new StreamOrigins(asm.get().instructions(), layers);
    }

    /** Beside the stream, or in the archive's own directory with or without the number of the subgraph. */
    private static Optional<DebugInfoFile> findLayer(MemberTable members, String prefix, String name) {
        return read(members, prefix + name)
                .or(() -> read(members, UPPER_DIRECTORY + name + SUBGRAPH_SUFFIX))
                .or(() -> read(members, UPPER_DIRECTORY + name));
    }

    private static Optional<DebugInfoFile> read(MemberTable members, String name) {
        Optional<Member> member = members.find(name);
        if (member.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(DebugInfoFile.read(member.get()));
        } catch (DebugInfoFormatException broken) {
            return Optional.empty();
        }
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
