package io.nrt4j.loader.manifest;

import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.json.JsonElement;
import java.util.List;
import java.util.Optional;

/** The node of {@code neff.json} that names the kelf descriptor: the first whose function is {@code __kelf}. */
final class KelfNode {
    private static final LogMessage NO_NODE = NeffGraphParser.error("No KELF node found in NEFF JSON");
    private static final LogMessage NO_ATTRIBUTE =
            NeffGraphParser.error("KELF node found but missing 'kelf' attribute");
    private static final LogMessage NO_STRING = NeffGraphParser.error("KELF attribute is not a string");
    private static final LogMessage FOUND = LogMessage.debug("NMGR", "parse_neff_json", "Found KELF node: %s");

    private KelfNode() {}

    /** The member name of the kelf descriptor. */
    static String find(List<JsonElement> nodes, ParseContext context) {
        JsonElement node = nodes.stream()
                .filter(n -> funcName(n).filter(GraphNode.KELF::equals).isPresent())
                .findFirst()
                .orElseThrow(() -> context.refuse(NO_NODE));
        JsonElement kelf =
                node.get("attrs").flatMap(attrs -> attrs.get("kelf")).orElseThrow(() -> context.refuse(NO_ATTRIBUTE));
        String member = kelf.string().orElseThrow(() -> context.refuse(NO_STRING));
        context.log(FOUND, member);
        return member;
    }

    static Optional<String> funcName(JsonElement node) {
        return node.get("attrs").flatMap(attrs -> attrs.get("func_name")).flatMap(JsonElement::string);
    }
}
