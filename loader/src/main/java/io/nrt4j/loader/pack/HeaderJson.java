package io.nrt4j.loader.pack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.nrt4j.loader.container.ByteField;
import io.nrt4j.loader.container.NeffHeader;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.UUID;

/** The header in a recipe: a readable form of every field that is not computed from the payload. */
final class HeaderJson {
    private static final int NODES = 64;
    private static final byte[] NO_DIGEST = new byte[16];

    private HeaderJson() {}

    /** The fields; the hash only where it cannot be computed. */
    static ObjectNode print(HeaderFields fields, HashForm hash) {
        NeffHeader header = encode(fields);
        ObjectNode node = JsonNodeFactory.instance
                .objectNode()
                .put("pkg_version", header.packageVersion())
                .put("header_size", header.headerSize())
                .put("version", header.versionMajor() + "." + header.versionMinor())
                .put("build_version", header.buildLabel())
                .put("num_tpb", header.numTpb())
                .put("uuid", header.uuid().toString())
                .put("name", header.modelName())
                .put("requested_tpb_count", header.requestedTpbCount())
                .put("tpb_per_node", header.tpbPerNode().toHex().replaceAll("(00)+$", ""))
                .put("feature_bits", "0x" + Long.toHexString(header.featureBits()))
                .put("vnc_size", header.vncSize());
        if (hash == HashForm.VERBATIM) {
            node.put("hash", header.hash().toHex());
        }
        if (!encode(parse(node)).equals(encode(fields.hash(parse(node).hash())))) {
            // Bytes behind the NUL of a text, texts that are not UTF-8, or something in the pad.
            node.put("build_version_hex", header.buildVersion().toHex());
            node.put("name_hex", header.name().toHex());
            node.put("pad_hex", header.pad().toHex());
        }
        return node;
    }

    private static NeffHeader encode(HeaderFields fields) {
        return fields.build(0, HashForm.VERBATIM, NO_DIGEST);
    }

    /**
     * The fields of a recipe.
     *
     * @throws IllegalArgumentException when one is missing or malformed
     */
    static HeaderFields parse(JsonNode node) {
        String[] version = text(node, "version").split("\\.", 2);
        HeaderFields fields = new HeaderFields()
                .packageVersion(number(node, "pkg_version"))
                .headerSize(number(node, "header_size"))
                .version(Long.parseLong(version[0]), version.length > 1 ? Long.parseLong(version[1]) : 0)
                .buildVersion(text(node, "build_version"))
                .numTpb((int) number(node, "num_tpb"))
                .uuid(UUID.fromString(text(node, "uuid")))
                .name(text(node, "name"))
                .requestedTpbCount((int) number(node, "requested_tpb_count"))
                .tpbPerNode(ByteField.of(Arrays.copyOf(hex(node, "tpb_per_node").toBytes(), NODES)))
                .featureBits(Long.parseUnsignedLong(text(node, "feature_bits").replaceFirst("^0x", ""), 16))
                .vncSize((int) number(node, "vnc_size"));
        if (node.has("hash")) {
            fields = fields.hash(hex(node, "hash"));
        }
        return node.has("name_hex")
                ? fields.texts(hex(node, "build_version_hex"), hex(node, "name_hex"), hex(node, "pad_hex"))
                : fields;
    }

    private static ByteField hex(JsonNode node, String key) {
        return ByteField.of(HexFormat.of().parseHex(text(node, key)));
    }

    private static String text(JsonNode node, String key) {
        return RecipeJson.required(node, key).asText();
    }

    private static long number(JsonNode node, String key) {
        return RecipeJson.required(node, key).asLong();
    }
}
