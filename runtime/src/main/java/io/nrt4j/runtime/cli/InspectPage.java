package io.nrt4j.runtime.cli;

import io.nrt4j.loader.pack.analysis.GraphAnalysis;
import io.nrt4j.loader.pack.analysis.GraphAnalysis.ScratchArea;
import io.nrt4j.runtime.cli.TextTable.Align;
import io.nrt4j.runtime.report.InspectReport;
import io.nrt4j.runtime.report.InspectReport.ArchiveView;
import io.nrt4j.runtime.report.InspectReport.ChangeView;
import io.nrt4j.runtime.report.InspectReport.GraphView;
import io.nrt4j.runtime.report.InspectReport.HeaderView;
import io.nrt4j.runtime.report.InspectReport.MemoryEstimateView;
import io.nrt4j.runtime.report.InspectReport.ProgramsView;
import io.nrt4j.runtime.report.InspectReport.TensorView;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@link InspectReport} as a page for a person. */
final class InspectPage {
    private static final String INDENT = "  ";

    private final PrintWriter out;

    private InspectPage(PrintWriter out) {
        this.out = out;
    }

    static void print(PrintWriter out, InspectReport report) {
        new InspectPage(out).print(report);
    }

    private void print(InspectReport report) {
        out.printf("%s: %s%n", report.file(), report.kind());
        HeaderView header = report.header();
        if (header != null) {
            print(header);
        }
        ArchiveView archive = report.archive();
        if (archive != null) {
            print(archive);
        }
        if (!report.graphs().isEmpty() || report.target() != null) {
            print("inputs", report.inputs());
            print("outputs", report.outputs());
        }
        report.graphs().forEach(g -> print(g, String.valueOf(report.target())));
        TextTable lint = new TextTable(Align.LEFT, Align.LEFT, Align.LEFT);
        report.lint().forEach(l -> lint.row(l.severity(), l.where(), l.text()));
        lint.printSection(out, "lint");
    }

    private void print(HeaderView h) {
        TextTable table = new TextTable(Align.LEFT, Align.LEFT);
        table.row("name", h.name());
        table.row("packager", h.pkgVersion());
        table.row("version", h.versionMajor() + "." + h.versionMinor());
        table.row("data size", h.dataSize());
        table.row("uuid", h.uuid());
        table.row("hash", h.hash() + " (" + h.digest() + ")");
        table.row("features", "0x%x %s".formatted(h.featureBits(), h.features()));
        table.row("vnc size", h.vncSize());
        table.printSection(out, "header");
    }

    private void print(ArchiveView a) {
        TextTable sizes = new TextTable(Align.LEFT, Align.LEFT);
        sizes.row("gzip", a.gzipBytes() + " bytes, then " + a.paddingBytes() + " bytes of padding");
        sizes.row("tar", a.tarBytes() + " bytes, " + a.members().size() + " members");
        sizes.printSection(out, "archive");
        TextTable members = new TextTable(Align.RIGHT, Align.LEFT, Align.LEFT);
        a.members().forEach(m -> members.row(m.size(), m.sha256().substring(0, 16), m.name()));
        members.print(out, INDENT + INDENT);
    }

    private void print(String title, List<TensorView> tensors) {
        TextTable table = new TextTable(Align.LEFT, Align.LEFT, Align.LEFT, Align.RIGHT);
        tensors.forEach(t -> table.row(t.name(), t.dtype(), t.shape(), ByteCount.of(t.bytes())));
        table.printSection(out, title);
    }

    private void print(GraphView g, String target) {
        TextTable engines = new TextTable(Align.LEFT, Align.LEFT, Align.RIGHT, Align.RIGHT);
        g.engines()
                .forEach(
                        e -> engines.row(e.engine(), e.program(), e.slots() + " slots", e.dmaBlocks() + " DMA blocks"));
        engines.printSection(out, "graph " + g.name() + " (" + g.definition() + ", target " + target + ")");
        TextTable variables = new TextTable(Align.RIGHT, Align.LEFT, Align.LEFT, Align.RIGHT);
        g.variables().forEach(v -> variables.row(v.varId(), v.name(), v.type(), ByteCount.of(v.size())));
        variables.printSection(out, INDENT + "variables");
        TextTable queues = new TextTable(Align.LEFT, Align.LEFT, Align.LEFT, Align.RIGHT, Align.LEFT);
        g.queues().forEach(q -> queues.row(q.name(), q.type(), q.owner(), q.rings() + " rings", q.semaphores()));
        queues.printSection(out, INDENT + "queues");
        if (!g.activationSets().isEmpty()) {
            out.println(INDENT + "activation sets: " + String.join(", ", g.activationSets()));
        }
        if (!g.ucodeLibraries().isEmpty()) {
            out.println(INDENT + "ucode libraries: " + String.join(", ", g.ucodeLibraries()));
        }
        print(g.analysis());
        print(g.analysis(), g.memoryEstimate());
        print(g.programs());
    }

    private void print(GraphAnalysis a) {
        TextTable dma = new TextTable(Align.LEFT, Align.LEFT, Align.RIGHT, Align.RIGHT, Align.RIGHT);
        a.dma()
                .forEach(d -> dma.row(
                        d.engine(),
                        d.queue(),
                        d.blocks() + " blocks",
                        d.descriptors() + " descriptors",
                        ByteCount.of(d.ringBytes()) + " of rings"));
        if (!dma.isEmpty()) {
            dma.row("all", "", "", a.descriptors() + " descriptors", ByteCount.of(a.ringBytes()) + " of rings");
        }
        dma.printSection(out, INDENT + "DMA");
        TextTable bins = new TextTable(Align.LEFT, Align.RIGHT, Align.RIGHT);
        a.bins().forEach(b -> bins.row(b.engine(), b.bytes() + " bytes", b.bundles() + " bundles"));
        bins.row("all", a.programBytes() + " bytes", "");
        bins.row("with tables", a.binBytes() + " bytes", "");
        bins.printSection(out, INDENT + "bins");
        TextTable buffers = new TextTable(Align.LEFT, Align.RIGHT, Align.LEFT);
        buffers.row("inputs", ByteCount.of(a.sizes().input()), "");
        buffers.row("outputs", ByteCount.of(a.sizes().output()), "");
        buffers.row("constants", ByteCount.of(a.sizes().constants()), "");
        buffers.row("temporary", ByteCount.of(a.sizes().tmpBuf()), "");
        buffers.row("virtual", ByteCount.of(a.sizes().virtual()), "");
        a.scratchpad()
                .forEach(area -> buffers.row(
                        "scratchpad " + area.area(), ByteCount.of(area.highWater()), area.pages() + " pages"));
        buffers.printSection(out, INDENT + "buffers");
    }

    private void print(GraphAnalysis a, MemoryEstimateView estimate) {
        long pages = a.scratchpad().stream().mapToLong(ScratchArea::pages).sum();
        TextTable parts = new TextTable(Align.LEFT, Align.RIGHT, Align.LEFT);
        parts.row("bins with tables", ByteCount.of(a.binBytes()), "");
        parts.row("constants", ByteCount.of(a.sizes().constants()), "");
        parts.row("rings", ByteCount.of(a.ringBytes()), "");
        parts.row(
                "scratchpads",
                ByteCount.of(pages * estimate.scratchpadPageBytes()),
                pages + " pages of " + ByteCount.of(estimate.scratchpadPageBytes()));
        parts.row("all", ByteCount.of(estimate.bytes()), "");
        parts.printSection(
                out, INDENT + "device memory, estimated from the file (nrt4j load shows what a load allocates)");
    }

    private void print(ProgramsView programs) {
        TextTable semaphores = new TextTable(Align.LEFT, Align.LEFT, Align.LEFT, Align.LEFT, Align.LEFT);
        programs.semaphores()
                .forEach(s -> semaphores.row(
                        "S[" + s.semaphore() + "]",
                        s.owner(),
                        "changed by " + orNobody(s.changedBy().stream().map(InspectPage::text)),
                        "awaited by "
                                + orNobody(
                                        s.awaitedBy().stream().map(w -> "%s in %d".formatted(w.engine(), w.slots()))),
                        "ends at " + s.finalValue() + lastOf(s.waitsFor())));
        semaphores.printSection(out, INDENT + "semaphores (engine in how many slots)");
    }

    private static String text(ChangeView change) {
        return "%s%s %s in %d"
                .formatted(change.engine(), change.transfer() ? " transfers" : "", change.change(), change.slots());
    }

    private static String orNobody(Stream<String> parts) {
        String joined = parts.collect(Collectors.joining(", "));
        return joined.isEmpty() ? "nobody" : joined;
    }

    private static String lastOf(List<String> conditions) {
        return conditions.isEmpty() ? "" : ", last wait " + conditions.get(conditions.size() - 1);
    }
}
