package io.nrt4j.loader.pack;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.nrt4j.loader.container.ByteField;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.pack.PackRecipe.RecipeMember;
import io.nrt4j.loader.pack.gzip.GzipFraming;
import io.nrt4j.loader.pack.json.JsonStyle;
import io.nrt4j.loader.pack.tar.TarAttributes;
import io.nrt4j.loader.pack.tar.TarDialect;
import io.nrt4j.loader.pack.tar.TarEntry;
import io.nrt4j.loader.pack.tar.TarTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A recipe as the file {@link PackRecipe#FILE_NAME}: everything of a NEFF that cannot be derived from its members, in
 * a form that a person can read and change.
 */
final class RecipeJson {
    private static final LogMessage INVALID = Refusal.message("read_recipe", "nrt4j-pack.json: %s");

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int VERSION = 1;
    private static final String VERSION_KEY = "nrt4j_pack";

    private RecipeJson() {}

    /** The file's text. */
    static String print(PackRecipe recipe) {
        ObjectNode root = JSON.objectNode().put(VERSION_KEY, VERSION);
        root.put("writer", recipe.dialect().map(WriterDialect::label).orElse("unknown"));
        root.set("header", HeaderJson.print(recipe.header(), recipe.hash()));
        root.put("hash", recipe.hash().label());
        recipe.format().gzip().ifPresent(gzip -> root.set("gzip", gzip(gzip)));
        ObjectNode tar =
                root.putObject("tar").put("dialect", recipe.format().tar().label());
        recipe.format().tarEnd().ifPresent(zeros -> tar.put("end", zeros));
        if (recipe.format().fillTo() > 1) {
            tar.put("fill_to", recipe.format().fillTo());
        }
        // What most members share stands once.
        TarAttributes common = recipe.commonAttributes();
        root.set("attributes", attributes(common));
        var members = root.putArray("members");
        recipe.members().forEach(member -> members.add(member(member, common)));
        if (!recipe.differences().isEmpty()) {
            var differences = root.putArray("not_reproduced");
            recipe.differences().forEach(differences::add);
        }
        return JsonStyle.ORDERED.print(root);
    }

    private static ObjectNode gzip(GzipFraming gzip) {
        ObjectNode node = JSON.objectNode()
                .put("level", gzip.level())
                .put("memory_level", gzip.memoryLevel())
                .put("mtime", gzip.mtime())
                .put("xfl", gzip.extraFlags())
                .put("os", gzip.os())
                .put("indexed", gzip.indexed());
        gzip.fileName().ifPresent(name -> node.put("file_name", name));
        return node.put("fill_to", gzip.fillTo());
    }

    private static ObjectNode member(RecipeMember member, TarAttributes common) {
        TarEntry entry = member.entry();
        ObjectNode node = JSON.objectNode().put("name", entry.name());
        if (entry.typeflag() == TarEntry.DIRECTORY) {
            node.put("directory", true);
        } else if (entry.typeflag() != TarEntry.FILE) {
            node.put("typeflag", String.valueOf(entry.typeflag()));
        }
        if (!common.equals(entry.attributes())) {
            node.set("attributes", attributes(entry.attributes()));
        }
        member.rawHeader().ifPresent(raw -> node.put("size", entry.size()).put("header_hex", raw.toHex()));
        return node;
    }

    private static ObjectNode attributes(TarAttributes a) {
        ObjectNode node = JSON.objectNode()
                .put("mode", String.format(Locale.ROOT, "%04o", a.mode()))
                .put("uid", a.uid())
                .put("gid", a.gid())
                .put("uname", a.uname())
                .put("gname", a.gname())
                .put("mtime", a.mtime().text());
        a.atime().ifPresent(time -> node.put("atime", time.text()));
        a.ctime().ifPresent(time -> node.put("ctime", time.text()));
        return node;
    }

    /**
     * Reads a recipe.
     *
     * @throws io.nrt4j.loader.diagnostics.LoadException when the text is not one
     */
    static PackRecipe parse(String text) {
        try {
            JsonNode root = MAPPER.readTree(text);
            if (root.path(VERSION_KEY).asInt() != VERSION) {
                throw Refusal.of(INVALID, "\"" + VERSION_KEY + "\" is not " + VERSION);
            }
            return recipe(root);
        } catch (JsonProcessingException e) {
            throw Refusal.of(INVALID, e.getOriginalMessage());
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw Refusal.of(INVALID, String.valueOf(e.getMessage()));
        }
    }

    private static PackRecipe recipe(JsonNode root) {
        Optional<TarAttributes> common = optional(root, "attributes").map(RecipeJson::attributes);
        List<RecipeMember> members = new ArrayList<>();
        required(root, "members").forEach(node -> members.add(member(node, common)));
        HashForm hash = HashForm.fromLabel(required(root, "hash").asText())
                .orElseThrow(() -> new IllegalArgumentException("no such hash form"));
        HeaderFields header = HeaderJson.parse(required(root, "header"));
        List<String> differences = new ArrayList<>();
        root.path("not_reproduced").forEach(node -> differences.add(node.asText()));
        return new PackRecipe(header, hash, format(root), members, differences);
    }

    private static PayloadFormat format(JsonNode root) {
        JsonNode tar = required(root, "tar");
        TarDialect dialect = TarDialect.fromLabel(required(tar, "dialect").asText())
                .orElseThrow(() -> new IllegalArgumentException("no such tar dialect"));
        return new PayloadFormat(
                dialect,
                optional(root, "gzip").map(RecipeJson::framing),
                optional(tar, "fill_to").map(JsonNode::asInt).orElse(1),
                optional(tar, "end").map(JsonNode::asInt));
    }

    private static GzipFraming framing(JsonNode node) {
        return new GzipFraming(
                required(node, "level").asInt(),
                required(node, "memory_level").asInt(),
                required(node, "mtime").asLong(),
                required(node, "xfl").asInt(),
                required(node, "os").asInt(),
                required(node, "indexed").asBoolean(),
                optional(node, "file_name").map(JsonNode::asText),
                required(node, "fill_to").asInt());
    }

    private static RecipeMember member(JsonNode node, Optional<TarAttributes> common) {
        TarAttributes attributes = optional(node, "attributes")
                .map(RecipeJson::attributes)
                .or(() -> common)
                .orElseThrow(() -> new IllegalArgumentException("a member without attributes"));
        char typeflag = node.path("directory").asBoolean()
                ? TarEntry.DIRECTORY
                : optional(node, "typeflag").map(t -> t.asText().charAt(0)).orElse(TarEntry.FILE);
        return new RecipeMember(
                new TarEntry(
                        required(node, "name").asText(),
                        typeflag,
                        node.path("size").asLong(),
                        attributes),
                optional(node, "header_hex").map(RecipeJson::bytes));
    }

    private static TarAttributes attributes(JsonNode node) {
        return new TarAttributes(
                Integer.parseInt(required(node, "mode").asText(), 8),
                required(node, "uid").asLong(),
                required(node, "gid").asLong(),
                required(node, "uname").asText(),
                required(node, "gname").asText(),
                TarTime.parse(required(node, "mtime").asText()),
                optional(node, "atime").map(JsonNode::asText).map(TarTime::parse),
                optional(node, "ctime").map(JsonNode::asText).map(TarTime::parse));
    }

    private static ByteField bytes(JsonNode node) {
        return ByteField.of(HexFormat.of().parseHex(node.asText()));
    }

    static JsonNode required(JsonNode node, String key) {
        return optional(node, key).orElseThrow(() -> new IllegalArgumentException("\"" + key + "\" is missing"));
    }

    private static Optional<JsonNode> optional(JsonNode node, String key) {
        return Optional.ofNullable(node.get(key)).filter(value -> !value.isNull());
    }
}
