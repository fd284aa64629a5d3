package io.nrt4j.loader.manifest;

import io.nrt4j.hal.Arch;
import io.nrt4j.loader.archive.Member;
import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.json.JsonElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Reads the manifests without giving up: what is broken is noted and left out. Where a file that names others cannot be
 * read, these are found by their usual names.
 */
public final class ManifestInspector {
    private final MemberTable members;
    private final FailurePolicy.Collecting problems = new FailurePolicy.Collecting();
    private final ParseContext context;

    private ManifestInspector(MemberTable members, ManifestOptions options) {
        this.members = members;
        this.context = new ParseContext(members, options, Nlog.silent(), problems);
    }

    /**
     * Reads what can be read. The architecture gate is left out: the file is taken for one of its own target.
     *
     * @param members the archive; must stay open as long as the result is used
     */
    public static ManifestInspection inspect(MemberTable members) {
        ManifestOptions options = ManifestOptions.forArch(Arch.TONGA);
        Arch target = new ManifestInspector(members, options).ownTarget();
        return new ManifestInspector(members, ManifestOptions.forArch(target)).inspect();
    }

    private ManifestInspection inspect() {
        Optional<NeffGraph> graph = read(ManifestParser.NEFF_JSON, () -> ManifestParser.graph(context));
        OptionalLong macCount = HloStats.macCount(context);
        String kelfMember = kelfMember(graph);
        Optional<Kelf> kelf = read(kelfMember, () -> KelfParser.parse(kelfMember, context));
        Kelf usedKelf = kelf.orElseGet(this::guessedKelf);
        List<Definition> definitions = new ArrayList<>();
        for (Kelf.KelfGraph entry : usedKelf.graphs()) {
            read(entry.definition(), () -> GraphConstructor.construct(usedKelf, entry, context))
                    .ifPresent(definitions::add);
        }
        return new ManifestInspection(
                graph, kelf, RemoteVariableResolver.resolve(definitions, context), macCount, problems.problems());
    }

    private <T> Optional<T> read(String where, Supplier<T> reader) {
        List<T> result = new ArrayList<>(1);
        context.attempt(where, () -> result.add(reader.get()));
        return result.stream().findFirst();
    }

    private String kelfMember(Optional<NeffGraph> graph) {
        return graph.map(NeffGraph::kelfMember)
                .filter(name -> !name.isEmpty())
                .or(() -> names(name -> name.startsWith("kelf-") && name.endsWith(".json")).stream()
                        .findFirst())
                .orElse("kelf-0.json");
    }

    private Kelf guessedKelf() {
        List<Kelf.KelfGraph> graphs = names(name -> name.endsWith("/def.json")).stream()
                .limit(KelfParser.MAX_GRAPHS)
                .map(name -> new Kelf.KelfGraph(MemberPath.directoryOf(name), name))
                .toList();
        return new Kelf("", new Kelf.Version(0, 0, ""), "", context.options().instanceArch(), graphs);
    }

    private List<String> names(Predicate<String> wanted) {
        return members.members().stream()
                .map(Member::name)
                .filter(wanted)
                .sorted()
                .toList();
    }

    /** The target as the descriptor has it; one without is an inf1 file. */
    private Arch ownTarget() {
        Optional<NeffGraph> graph = read(ManifestParser.NEFF_JSON, () -> ManifestParser.graph(context));
        String member = kelfMember(graph);
        Optional<JsonElement> root = read(member, () -> context.json().load(member));
        if (root.isEmpty()) {
            return Arch.SUNDA;
        }
        String text = root.get().get("target").flatMap(JsonElement::string).orElse("");
        return switch (text) {
            case "" -> Arch.TONGA;
            case "*" -> Arch.SUNDA;
            default -> read(member, () -> KelfTarget.parse(text, context)).orElse(Arch.SUNDA);
        };
    }
}
