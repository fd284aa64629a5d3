package io.nrt4j.loader.pack;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.nrt4j.hal.EngineType;
import io.nrt4j.loader.diagnostics.LogMessage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What a packager takes out of the JSON members: who is packed, for what, in how many graphs. */
final class Manifests {
    private static final LogMessage NOT_JSON = Refusal.message("pack", "%s is not JSON: %s");

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Pattern KELF = Pattern.compile("kelf-[^/]*\\.json");
    private static final Pattern DEFINITION = Pattern.compile("(sg\\d+)/def\\.json");

    private Manifests() {}

    /** The name of the first kelf of a set of members. */
    static Optional<String> kelfName(Map<String, MemberContent> members) {
        return members.keySet().stream()
                .filter(name -> KELF.matcher(name).matches())
                .sorted()
                .findFirst();
    }

    /** The first kelf of a set of members. */
    static Optional<JsonNode> kelf(Map<String, MemberContent> members) {
        return kelfName(members).map(name -> json(members, name));
    }

    /** The target of the kelf, if there is one and it has one. */
    static Optional<String> target(Map<String, MemberContent> members) {
        return kelf(members)
                .map(kelf -> kelf.path("target"))
                .filter(JsonNode::isTextual)
                .map(JsonNode::asText);
    }

    /** The graph directories with a definition, sorted. */
    static List<String> graphs(Map<String, MemberContent> members) {
        List<String> graphs = new ArrayList<>();
        members.keySet().stream()
                .map(DEFINITION::matcher)
                .filter(Matcher::matches)
                .map(matcher -> matcher.group(1))
                .sorted()
                .forEach(graphs::add);
        return graphs;
    }

    /** The graphs' definitions. */
    static Stream<JsonNode> definitions(Map<String, MemberContent> members) {
        return graphs(members).stream().map(graph -> json(members, graph + "/def.json"));
    }

    /** The engine files that the graphs' definitions name. */
    static Stream<JsonNode> engines(Map<String, MemberContent> members) {
        return graphs(members).stream().flatMap(graph -> {
            JsonNode definition = json(members, graph + "/def.json");
            return Arrays.stream(EngineType.values())
                    .map(engine -> definition.path(engine.key()))
                    .filter(JsonNode::isTextual)
                    .map(file -> json(members, graph + "/" + file.asText()));
        });
    }

    /**
     * A member as a tree; a missing node when it is not there.
     *
     * @throws io.nrt4j.loader.diagnostics.LoadException when it is not JSON
     */
    static JsonNode json(Map<String, MemberContent> members, String name) {
        MemberContent content = members.get(name);
        if (content == null) {
            return MissingNode.getInstance();
        }
        try (InputStream in = content.open()) {
            return MAPPER.readTree(in);
        } catch (JsonProcessingException e) {
            throw Refusal.of(NOT_JSON, name, e.getOriginalMessage());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
