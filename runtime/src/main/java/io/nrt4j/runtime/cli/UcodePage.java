package io.nrt4j.runtime.cli;

import io.nrt4j.runtime.cli.TextTable.Align;
import io.nrt4j.runtime.report.UcodeReport;
import io.nrt4j.runtime.report.UcodeReport.ElfView;
import io.nrt4j.runtime.report.UcodeReport.HeaderView;
import io.nrt4j.runtime.report.UcodeReport.ImageView;
import io.nrt4j.runtime.report.UcodeReport.KernelView;
import io.nrt4j.runtime.report.UcodeReport.LibraryView;
import io.nrt4j.runtime.report.UcodeReport.ManifestView;
import io.nrt4j.runtime.report.UcodeReport.PrelinkView;
import io.nrt4j.runtime.report.UcodeReport.UcplView;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** {@link UcodeReport} as a page for a person. */
final class UcodePage {
    private static final String INDENT = "  ";

    private final PrintWriter out;

    private UcodePage(PrintWriter out) {
        this.out = out;
    }

    static void print(PrintWriter out, UcodeReport report) {
        new UcodePage(out).print(report);
    }

    private void print(UcodeReport report) {
        out.printf("%s: %s%s%n", report.file(), report.kind(), report.target() == null ? "" : ", " + report.target());
        if (report.kind().endsWith("NEFF")
                && report.libraries().isEmpty()
                && report.problems().isEmpty()) {
            out.println("no GPSIMD libraries");
        }
        report.libraries().forEach(this::print);
        report.problems().forEach(p -> out.println("problem: " + p));
    }

    private void print(LibraryView library) {
        out.println();
        out.printf(
                "library %s%s: %s, sha256 %s%n",
                library.name(),
                library.graph() == null ? "" : " of " + library.graph(),
                ByteCount.of(library.size()),
                library.sha256());
        if (library.manifest() != null) {
            print(library.manifest());
        }
        if (library.elf() == null) {
            out.println(INDENT + "no ELF32 file");
        } else {
            print(library.elf());
        }
        library.prelink().forEach(this::print);
    }

    private void print(ManifestView m) {
        out.printf("%sflags %d, cpu id %d, total cpus %d%n", INDENT, m.flags(), m.cpuId(), m.totalCpus());
        TextTable functions = new TextTable(Align.LEFT, Align.LEFT, Align.RIGHT);
        m.functions().forEach(f -> functions.row(f.name(), "0x%02x".formatted(f.opcode()), f.subOpcode()));
        section("functions", functions);
    }

    private void print(ElfView elf) {
        HeaderView h = elf.header();
        if (h != null) {
            out.printf(
                    "%s%s-endian, type %d, machine %d, entry 0x%08x, flags 0x%x, %d program and %d section headers%n",
                    INDENT,
                    h.byteOrder(),
                    h.type(),
                    h.machine(),
                    h.entry(),
                    h.flags(),
                    h.programHeaders(),
                    h.sectionHeaders());
        }
        TextTable segments = new TextTable(Align.LEFT, Align.LEFT, Align.LEFT, Align.LEFT, Align.LEFT, Align.LEFT);
        elf.segments()
                .forEach(s -> segments.row(
                        segmentType(s.type()),
                        hex(s.virtualAddress()),
                        "at " + hex(s.offset()),
                        "file " + hex(s.fileSize()),
                        "memory " + hex(s.memorySize()),
                        flags(s.flags())));
        section("segments", segments);
        TextTable sections = new TextTable(Align.RIGHT, Align.LEFT, Align.LEFT, Align.LEFT, Align.LEFT);
        elf.sections()
                .forEach(s -> sections.row(
                        s.index(), s.name(), hex(s.address()), "at " + hex(s.offset()), "size " + hex(s.size())));
        section("sections", sections);
        TextTable dynamic = new TextTable(Align.LEFT, Align.LEFT);
        elf.dynamic().forEach(d -> dynamic.row(d.name(), hex(d.value())));
        section("dynamic", dynamic);
        TextTable relocations = new TextTable(Align.LEFT, Align.LEFT);
        elf.relocations().bySegment().forEach((segment, counts) -> relocations.row(segment, counts(counts)));
        relocations.row(
                "total",
                elf.relocations().total() + ": " + counts(elf.relocations().byType()));
        section("relocations", relocations);
        section("kernels", kernels(elf.kernels()));
        elf.problems().forEach(p -> out.println(INDENT + "problem: " + p));
    }

    private void print(String arch, PrelinkView prelink) {
        out.printf("%sprelink for %s: %s (%d)%n", INDENT, arch, prelink.statusName(), prelink.status());
        prelink.log().forEach(line -> out.println(INDENT + INDENT + line));
        ImageView image = prelink.image();
        if (image == null) {
            return;
        }
        UcplView ucpl = image.ucpl();
        TextTable table = new TextTable(Align.LEFT, Align.LEFT);
        table.row("header", image.header());
        table.row("code", "0x%x bytes to 0x%x".formatted(ucpl.codeLength(), image.codeAddress()));
        table.row("data", "0x%x bytes to 0x%x".formatted(ucpl.dataLength(), image.dataAddress()));
        table.row("init", hex(ucpl.initFunction()));
        table.row("fini", hex(ucpl.finiFunction()));
        table.row("start", hex(ucpl.startSymbol()));
        table.row("image", hex(image.size()) + " bytes, aligned to " + hex(image.alignment()));
        table.print(out, INDENT + INDENT);
        kernels(image.kernels()).print(out, INDENT + INDENT);
    }

    private static TextTable kernels(List<KernelView> rows) {
        TextTable table = new TextTable(Align.LEFT, Align.RIGHT, Align.LEFT);
        rows.forEach(r -> table.row("0x%02x".formatted(r.opcode()), r.specialization(), hex(r.address())));
        return table;
    }

    private void section(String name, TextTable table) {
        if (!table.isEmpty()) {
            out.println(INDENT + name);
            table.print(out, INDENT + INDENT);
        }
    }

    private static String counts(Map<String, Integer> counts) {
        return counts.entrySet().stream()
                .map(e -> e.getKey() + " " + e.getValue())
                .collect(Collectors.joining(", "));
    }

    private static String segmentType(long type) {
        if (type == 1) {
            return "LOAD";
        }
        return type == 2 ? "DYNAMIC" : hex(type);
    }

    private static String flags(long flags) {
        return ((flags & 4) == 0 ? "-" : "r") + ((flags & 2) == 0 ? "-" : "w") + ((flags & 1) == 0 ? "-" : "x");
    }

    private static String hex(long value) {
        return "0x" + Long.toHexString(value);
    }
}
