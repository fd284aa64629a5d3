package io.nrt4j.runtime.report;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.check.Severity;
import io.nrt4j.loader.archive.ArchiveEntry;
import io.nrt4j.loader.archive.ArchiveListing;
import io.nrt4j.loader.archive.ArchiveOptions;
import io.nrt4j.loader.archive.ArchiveReader;
import io.nrt4j.loader.archive.ArchiveSurvey;
import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.container.ContainerOptions;
import io.nrt4j.loader.container.FeatureBit;
import io.nrt4j.loader.container.FileKind;
import io.nrt4j.loader.container.NeffContainer;
import io.nrt4j.loader.container.NeffHeader;
import io.nrt4j.loader.container.PayloadDigest;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.listing.OutputLint;
import io.nrt4j.loader.listing.ProgramInspection;
import io.nrt4j.loader.listing.ProgramLint;
import io.nrt4j.loader.listing.SemaphoreUse;
import io.nrt4j.loader.manifest.ActivationFunctionSet;
import io.nrt4j.loader.manifest.Definition;
import io.nrt4j.loader.manifest.Kelf;
import io.nrt4j.loader.manifest.ManifestInspection;
import io.nrt4j.loader.manifest.ManifestInspector;
import io.nrt4j.loader.manifest.ManifestLint;
import io.nrt4j.loader.manifest.TensorInfo;
import io.nrt4j.loader.manifest.UcodeLibraryReference;
import io.nrt4j.loader.pack.analysis.GraphAnalyser;
import io.nrt4j.loader.pack.analysis.GraphAnalysis;
import io.nrt4j.runtime.report.InspectReport.ArchiveView;
import io.nrt4j.runtime.report.InspectReport.ChangeView;
import io.nrt4j.runtime.report.InspectReport.EngineView;
import io.nrt4j.runtime.report.InspectReport.GraphView;
import io.nrt4j.runtime.report.InspectReport.HeaderView;
import io.nrt4j.runtime.report.InspectReport.LintView;
import io.nrt4j.runtime.report.InspectReport.MemberView;
import io.nrt4j.runtime.report.InspectReport.MemoryEstimateView;
import io.nrt4j.runtime.report.InspectReport.ProgramsView;
import io.nrt4j.runtime.report.InspectReport.QueueView;
import io.nrt4j.runtime.report.InspectReport.SemaphoreView;
import io.nrt4j.runtime.report.InspectReport.TensorView;
import io.nrt4j.runtime.report.InspectReport.VariableView;
import io.nrt4j.runtime.report.InspectReport.WaiterView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a file and never gives up early: what can be read is shown, and what is wrong is listed.
 *
 * <p>An object serves one file.
 */
public final class NeffInspector {
    private final String name;
    private final List<LintView> lint = new ArrayList<>();
    private @Nullable HeaderView header;
    private @Nullable ArchiveView archive;
    private @Nullable String target;
    private List<TensorView> inputs = List.of();
    private List<TensorView> outputs = List.of();
    private List<GraphView> graphs = List.of();

    private final long scratchpadPageBytes;

    private NeffInspector(String name, long scratchpadPageBytes) {
        this.name = name;
        this.scratchpadPageBytes = scratchpadPageBytes;
    }

    /**
     * Inspects a file.
     *
     * @throws IOException if it cannot be read at all; its content never leads to an exception
     */
    public static InspectReport inspect(Path file) throws IOException {
        return inspect(file, GraphAnalyser.DEFAULT_PAGE_BYTES);
    }

    /**
     * Inspects a file.
     *
     * @param scratchpadPageBytes bytes of a scratchpad page, in which the analysis counts
     * @throws IOException if it cannot be read at all; its content never leads to an exception
     */
    public static InspectReport inspect(Path file, long scratchpadPageBytes) throws IOException {
        try (ByteSource source = ByteSource.open(file)) {
            return new NeffInspector(file.toString(), scratchpadPageBytes).inspect(source);
        }
    }

    private InspectReport inspect(ByteSource source) {
        FileKind kind = FileKind.of(source);
        if (kind != FileKind.NEFF) {
            error("file", "this is " + kind.description());
        }
        lintContainer(source);
        if (source.size() >= NeffHeader.SIZE && isNeffLike(kind)) {
            lookInside(source);
        }
        lint.sort((a, b) -> a.severity().compareTo(b.severity()));
        return new InspectReport(
                name, kind.name(), header, archive, target, inputs, outputs, graphs, List.copyOf(lint));
    }

    private static boolean isNeffLike(FileKind kind) {
        return switch (kind) {
            case NEFF, CUT_NEFF, NEWER_NEFF, UNKNOWN -> true;
            default -> false;
        };
    }

    /** What the load's own checks say. */
    private void lintContainer(ByteSource source) {
        try {
            NeffContainer.parse(source, ContainerOptions.DEFAULT, Nlog.silent());
        } catch (LoadException e) {
            error("header", String.valueOf(e.getMessage()));
        }
    }

    private void lookInside(ByteSource source) {
        NeffHeader decoded = NeffContainer.decodeHeader(source);
        long available = source.size() - NeffHeader.SIZE;
        boolean cut = Long.compareUnsigned(decoded.dataSize(), available) > 0;
        ByteSource payload = source.window(NeffHeader.SIZE, cut ? available : decoded.dataSize());
        header = header(decoded, payload);
        lookAtArchive(decoded, payload);
    }

    private HeaderView header(NeffHeader h, ByteSource payload) {
        String digest = PayloadDigest.describe(h, payload);
        if (digest.equals("neither")) {
            warning("header", "the digest field holds neither form of the payload's digest");
        }
        List<Integer> tpbPerNode = new ArrayList<>();
        for (int i = 0; i < h.tpbPerNode().length() && h.tpbPerNode().at(i) != 0; i++) {
            tpbPerNode.add(h.tpbPerNode().at(i));
        }
        return new HeaderView(
                h.packageVersion(),
                h.headerSize(),
                h.dataSize(),
                h.versionMajor(),
                h.versionMinor(),
                h.buildLabel(),
                h.numTpb(),
                h.hash().toHex(),
                digest,
                h.uuid().toString(),
                h.modelName(),
                h.requestedTpbCount(),
                tpbPerNode,
                h.featureBits(),
                FeatureBit.decode(h.featureBits()).stream()
                        .map(FeatureBit::label)
                        .toList(),
                h.vncSize());
    }

    private void lookAtArchive(NeffHeader decoded, ByteSource payload) {
        ArchiveListing listing = ArchiveSurvey.of(payload, ArchiveOptions.DEFAULT);
        listing.findings()
                .forEach(f -> lint.add(new LintView(f.endsLoad() ? "error" : "warning", "archive", f.text())));
        archive = new ArchiveView(
                listing.filters() == 0 ? 0 : listing.storedLength(),
                listing.padding(),
                listing.tarLength(),
                listing.tarSha256(),
                listing.entries().stream()
                        .filter(e -> e.fate() == ArchiveEntry.Fate.MEMBER)
                        .map(e -> new MemberView(e.memberName(), e.size(), e.sha256()))
                        .toList());
        try (MemberTable members = ArchiveReader.readUntilFault(payload, ArchiveOptions.DEFAULT)) {
            ManifestInspection found = ManifestInspector.inspect(members);
            lookAtManifests(found, members);
            ManifestLint.lint(decoded, members, found)
                    .forEach(f -> warning(f.where(), f.rule().label() + ": " + f.text()));
        }
    }

    private void lookAtManifests(ManifestInspection found, MemberTable members) {
        found.problems().forEach(p -> error(p.where(), p.message()));
        inputs = tensors(found.graph().map(g -> g.inputs().values()));
        outputs = tensors(found.graph().map(g -> g.outputs().values()));
        target = found.kelf().map(Kelf::targetText).orElse(null);
        graphs = found.definitions().stream()
                .map(d -> graph(d, found.definitions(), members))
                .toList();
        OutputLint.of(found.definitions(), inPlace(found)).stream()
                .flatMap(List::stream)
                .forEach(o -> warning(o.definition(), o.text()));
    }

    private static Set<String> inPlace(ManifestInspection found) {
        return found.graph().stream()
                .flatMap(g -> g.mustAlias().values().stream())
                .flatMap(List::stream)
                .collect(Collectors.toSet());
    }

    private static List<TensorView> tensors(Optional<Collection<TensorInfo>> tensors) {
        return tensors.stream()
                .flatMap(Collection::stream)
                .map(t -> new TensorView(t.name(), t.dtypeText(), t.shape(), t.size()))
                .toList();
    }

    private GraphView graph(Definition definition, List<Definition> all, MemberTable members) {
        GraphAnalysis analysis = GraphAnalyser.analyse(definition, members, scratchpadPageBytes);
        return new GraphView(
                definition.name(),
                definition.path(),
                definition.variables().stream()
                        .map(v -> new VariableView(
                                v.varId(), v.name(), v.memRefType().name(), v.size()))
                        .toList(),
                definition.queues().stream()
                        .map(q -> new QueueView(
                                q.name(),
                                q.typeText(),
                                q.ringType().name(),
                                q.owner().map(EngineType::key).orElse(""),
                                q.numQueues(),
                                q.semaphores()))
                        .toList(),
                definition.engines().values().stream()
                        .map(e -> new EngineView(
                                e.engine().key(),
                                e.programMember(),
                                e.slots(),
                                e.dmaBlocks().size()))
                        .toList(),
                definition.activation().sets().stream()
                        .map(ActivationFunctionSet::name)
                        .toList(),
                definition.ucodeLibraries().stream()
                        .map(UcodeLibraryReference::toString)
                        .toList(),
                analysis,
                new MemoryEstimateView(analysis.memoryEstimate(scratchpadPageBytes), scratchpadPageBytes),
                programs(definition, all));
    }

    private ProgramsView programs(Definition definition, List<Definition> all) {
        ProgramInspection inspection = ProgramLint.inspect(definition, all);
        for (ProgramInspection.Problem problem : inspection.problems()) {
            lint.add(new LintView(
                    problem.severity() == Severity.HARD ? "error" : "warning",
                    definition.engine(problem.engine()).programMember(),
                    "slot %d: %s".formatted(problem.slot(), problem.text())));
        }
        return new ProgramsView(
                inspection.isAnalysed(),
                inspection.terminates(),
                inspection.isExact(),
                inspection.allAccessesKnown(),
                inspection.semaphores().stream().map(NeffInspector::semaphore).toList());
    }

    private static SemaphoreView semaphore(SemaphoreUse use) {
        return new SemaphoreView(
                use.semaphore(),
                use.owner(),
                use.changedBy().stream()
                        .map(c -> new ChangeView(c.engine().key(), c.byTransfer(), c.change(), c.slots()))
                        .toList(),
                use.awaitedBy().entrySet().stream()
                        .map(e -> new WaiterView(e.getKey().key(), e.getValue()))
                        .toList(),
                use.conditions(),
                use.finalValue());
    }

    private void error(String where, String text) {
        lint.add(new LintView("error", where, text));
    }

    private void warning(String where, String text) {
        lint.add(new LintView("warning", where, text));
    }
}
