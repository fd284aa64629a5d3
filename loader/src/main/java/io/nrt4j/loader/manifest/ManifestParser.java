package io.nrt4j.loader.manifest;

import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The manifest stage: member table to {@link Manifest}.
 *
 * <p>Each file is found by a string value of the one before it: {@code neff.json}, the kelf descriptor, one
 * {@code def.json} per graph, its engine files and payloads. Source: manifest.md §1.
 */
public final class ManifestParser {
    static final String NEFF_JSON = "neff.json";
    /** The name in the oldest files. */
    static final String KELP_JSON = "kelp.json";

    private static final LogMessage NEFF_JSON_MISSING =
            LogMessage.error("NMGR", "kmgr_load_nn_nc", "Invalid NN: %s, neff.json is missing");

    private ManifestParser() {}

    /**
     * Reads {@code neff.json}, the kelf descriptor and every graph's definition, in the order of the runtime.
     *
     * @param members the archive; must stay open as long as the result is used
     * @throws io.nrt4j.loader.diagnostics.LoadException if the runtime would refuse the files
     */
    public static Manifest parse(MemberTable members, ManifestOptions options, Nlog nlog) {
        ParseContext context = new ParseContext(members, options, nlog, FailurePolicy.STRICT);
        NeffGraph graph = graph(context);
        OptionalLong macCount = HloStats.macCount(context);
        options.listener().kelfNamed(graph.kelfMember());
        Kelf kelf = KelfParser.parse(graph.kelfMember(), context);
        List<Definition> definitions = new ArrayList<>();
        for (Kelf.KelfGraph entry : kelf.graphs()) {
            options.listener().graphStarted(entry.definition());
            Definition definition = GraphConstructor.construct(kelf, entry, context);
            options.listener().graphDone(definition);
            definitions.add(definition);
        }
        return new Manifest(graph, kelf, RemoteVariableResolver.resolve(definitions, context), macCount);
    }

    static NeffGraph graph(ParseContext context) {
        MemberTable members = context.members();
        String member = members.find(NEFF_JSON).isPresent() ? NEFF_JSON : KELP_JSON;
        if (members.find(member).isEmpty()) {
            throw context.refuse(NEFF_JSON_MISSING, context.options().modelName());
        }
        return NeffGraphParser.parse(context.json().load(member), member, context);
    }
}
