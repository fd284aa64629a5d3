package io.nrt4j.loader.pack;

import com.fasterxml.jackson.databind.JsonNode;
import io.nrt4j.loader.container.ByteField;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.pack.PackRecipe.RecipeMember;
import io.nrt4j.loader.pack.json.InfoJson;
import io.nrt4j.loader.pack.json.JsonStyle;
import io.nrt4j.loader.pack.json.KelfJson;
import io.nrt4j.loader.pack.json.NeffJson;
import io.nrt4j.loader.pack.tar.TarAttributes;
import io.nrt4j.loader.pack.tar.TarEntry;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A recipe for members that come without one: what {@code NeffPackager} derives, and its defaults for the rest. A
 * missing {@code info.json}, {@code kelf-0.json} or {@code neff.json} is written as it would.
 *
 * <p>Source: producer.md §1, §3, §7, §10.
 */
final class PlainMembers {
    private static final LogMessage NO_MODEL =
            Refusal.message("pack", "there is neither neff.json nor a graph directory with def.json (sg00/def.json)");
    private static final LogMessage NO_TARGET =
            Refusal.message("pack", "there is no kelf, and no target was given to make one for");
    private static final LogMessage NO_TENSOR_MAP = Refusal.message("pack", "neff.json cannot be derived: %s");

    private static final String DEFAULT_NAME = "file.neff";
    private static final String TOOL_VERSION = "nrt4j";
    private static final int NODES = 64;

    private PlainMembers() {}

    /**
     * The recipe.
     *
     * @param members the members by name; generated ones are added
     * @param target the target of a kelf that has to be made
     */
    static PackRecipe recipe(Map<String, MemberContent> members, Optional<String> target, WriterDialect dialect) {
        List<String> graphs = Manifests.graphs(members);
        if (!members.containsKey(NeffJson.MEMBER)) {
            if (graphs.isEmpty()) {
                throw Refusal.of(NO_MODEL);
            }
            complete(members, graphs, target);
        }
        String packedTarget = Manifests.target(members).orElse("");
        TarAttributes attributes = dialect.attributes(0);
        List<RecipeMember> entries = members.entrySet().stream()
                .sorted(Map.Entry.comparingByKey(MemberOrder.of(packedTarget)))
                .map(member -> TarEntry.file(member.getKey(), member.getValue().size(), attributes))
                .map(entry -> new RecipeMember(entry, Optional.empty()))
                .toList();
        return new PackRecipe(header(members, packedTarget), dialect.hash(), dialect.format(0), entries, List.of());
    }

    private static void complete(Map<String, MemberContent> members, List<String> graphs, Optional<String> target) {
        if (!members.containsKey(InfoJson.MEMBER)) {
            put(members, InfoJson.MEMBER, JsonStyle.PYTHON_2, InfoJson.tree(TOOL_VERSION, DEFAULT_NAME));
        }
        if (Manifests.kelf(members).isEmpty()) {
            String text = target.orElseThrow(() -> Refusal.of(NO_TARGET));
            put(members, KelfJson.MEMBER, JsonStyle.ORDERED, KelfJson.tree(text, graphs));
        }
        try {
            List<NeffJson.Core> cores = graphs.stream()
                    .map(graph -> new NeffJson.Core(
                            Manifests.json(members, graph + "/def.json"),
                            Manifests.json(members, graph + "/tensor_map.json")))
                    .toList();
            put(
                    members,
                    NeffJson.MEMBER,
                    JsonStyle.ORDERED,
                    NeffJson.tree(
                            cores,
                            NeffJson.CORE_V10,
                            Manifests.kelfName(members).orElse(KelfJson.MEMBER),
                            Map.of()));
        } catch (IllegalArgumentException e) {
            throw Refusal.of(NO_TENSOR_MAP, String.valueOf(e.getMessage()));
        }
    }

    private static void put(Map<String, MemberContent> members, String name, JsonStyle style, JsonNode tree) {
        members.put(name, MemberContent.of(style.bytes(tree)));
    }

    private static HeaderFields header(Map<String, MemberContent> members, String target) {
        JsonNode info = Manifests.json(members, InfoJson.MEMBER);
        int cores = Math.max(
                1,
                Manifests.kelf(members).map(kelf -> kelf.path("graphs").size()).orElse(1));
        long features = FeatureDefaults.bits(Manifests.definitions(members), target, cores, Manifests.engines(members));
        HeaderFields fields = new HeaderFields()
                .version(features == 0 ? 1 : 2, 0)
                .name(info.path("name").asText(DEFAULT_NAME))
                .numTpb(info.path("num_tpb").asInt(1))
                .requestedTpbCount(info.path("num_tpb_requested").asInt(1))
                .featureBits(features)
                .vncSize(cores);
        JsonNode perNode = info.path("num_tpb_per_node");
        return perNode.isArray() ? fields.tpbPerNode(bytes(perNode)) : fields;
    }

    private static ByteField bytes(JsonNode perNode) {
        byte[] bytes = new byte[NODES];
        for (int i = 0; i < Math.min(NODES, perNode.size()); i++) {
            bytes[i] = (byte) perNode.get(i).asInt();
        }
        return ByteField.of(bytes);
    }
}
