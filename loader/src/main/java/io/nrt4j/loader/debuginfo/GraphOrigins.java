package io.nrt4j.loader.debuginfo;

import io.nrt4j.hal.EngineType;
import io.nrt4j.loader.archive.Member;
import io.nrt4j.loader.archive.MemberTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The debug info of a graph. The layers above the assembly, which its engines share, are read once. */
public final class GraphOrigins {
    private static final String ASM_FILE = "debug_info_asm_%s.dbg";
    private static final String UPPER_DIRECTORY = "debug_info/";
    private static final String SUBGRAPH_SUFFIX = "_sg000000";

    private final MemberTable members;
    private final String prefix;
    private final Map<String, Optional<StreamOrigins.Layer>> layers = new HashMap<>();

    /**
     * For the graph of a directory.
     *
     * @param members the archive; must stay open as long as this is used
     * @param directory of the graph's members, such as {@code sg00}; may be empty
     */
    public GraphOrigins(MemberTable members, String directory) {
        this.members = members;
        this.prefix = directory.isEmpty() ? "" : directory + "/";
    }

    /** The origins of an engine's slots. */
    public StreamOrigins of(EngineType engine) {
        Optional<DebugInfoFile> asm = read(prefix + ASM_FILE.formatted(engine.fileStem()));
        return asm.map(file -> new StreamOrigins(file.instructions(), above(file)))
                .orElse(StreamOrigins.NONE);
    }

    private List<StreamOrigins.Layer> above(DebugInfoFile asm) {
        List<StreamOrigins.Layer> found = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        Optional<String> parent = Optional.of(asm.parentFile());
        while (parent.isPresent() && seen.add(parent.get())) {
            Optional<StreamOrigins.Layer> layer = layers.computeIfAbsent(parent.get(), this::find);
            layer.ifPresent(found::add);
            parent = layer.map(l -> l.file().parentFile());
        }
        return found;
    }

    /** Beside the stream, or in the archive's own directory with or without the number of the subgraph. */
    private Optional<StreamOrigins.Layer> find(String name) {
        return read(prefix + name)
                .or(() -> read(UPPER_DIRECTORY + name + SUBGRAPH_SUFFIX))
                .or(() -> read(UPPER_DIRECTORY + name))
                .map(StreamOrigins.Layer::new);
    }

    private Optional<DebugInfoFile> read(String name) {
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
}
