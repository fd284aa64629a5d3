package io.nrt4j.loader.manifest;

import io.nrt4j.hal.Arch;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.json.JsonElement;
import java.util.ArrayList;
import java.util.List;

/** The kelf descriptor: {@code kelf::kelf::load}. Source: manifest.md §3. */
final class KelfParser {
    /** The runtime stages one thread per graph and has 256 of them; here, the bound on hostile lists. */
    static final int MAX_GRAPHS = 256;

    private static final LogMessage GRAPH_COUNT =
            LogMessage.debug("NEFF", "load_graphs", "mlaop dir %s, has %ld graphs");
    private static final LogMessage TOO_MANY_GRAPHS =
            LogMessage.error("NEFF", "load_graphs", "%s has %lu graphs, maximum is %u");

    private final JsonElement root;
    private final String member;
    private final ParseContext context;
    private final List<Kelf.KelfGraph> graphs = new ArrayList<>();
    private Kelf.Version version = new Kelf.Version(0, 0, "");
    private String targetText = "";
    private Arch target;

    private KelfParser(String member, ParseContext context) {
        this.root = context.json().load(member);
        this.member = member;
        this.context = context;
        this.target = context.options().instanceArch();
    }

    /** Reads a kelf member: version, target, gate, graphs. */
    static Kelf parse(String member, ParseContext context) {
        return new KelfParser(member, context).parse();
    }

    private Kelf parse() {
        context.attempt(member, () -> version = KelfVersion.parse(root, member, context));
        context.attempt(member, this::target);
        context.attempt(member, () -> ArchGate.check(target, context));
        context.attempt(member, this::graphs);
        return new Kelf(member, version, targetText, target, graphs);
    }

    /** An absent target is an empty one. */
    private void target() {
        targetText = new ObjectKeys(root, member, "parse_target", context)
                .optionalString("target")
                .orElse("");
        target = KelfTarget.parse(targetText, context);
    }

    /** {@code load_graphs}. */
    private void graphs() {
        JsonElement array = new ObjectKeys(root, member, "load_graphs", context).array("graphs");
        int count = array.count();
        context.log(GRAPH_COUNT, member, count);
        if (count > MAX_GRAPHS) {
            throw context.refuse(TOO_MANY_GRAPHS, member, count, MAX_GRAPHS);
        }
        for (JsonElement graph : array.elements()) {
            context.attempt(member, () -> graphs.add(graph(graph)));
        }
    }

    /** {@code load_graph}. */
    private Kelf.KelfGraph graph(JsonElement graph) {
        ObjectKeys keys = new ObjectKeys(graph, member, "load_graph", context);
        return new Kelf.KelfGraph(keys.string("name"), keys.string("definition"));
    }
}
