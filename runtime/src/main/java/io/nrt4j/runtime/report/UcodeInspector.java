package io.nrt4j.runtime.report;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.Arch;
import io.nrt4j.hal.q7.KernelRow;
import io.nrt4j.hal.q7.KernelTable;
import io.nrt4j.hal.q7.MemoryBounds;
import io.nrt4j.hal.q7.UcplHeader;
import io.nrt4j.loader.archive.ArchiveOptions;
import io.nrt4j.loader.archive.ArchiveReader;
import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.archive.Sha256;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.container.ContainerOptions;
import io.nrt4j.loader.container.FileKind;
import io.nrt4j.loader.container.NeffContainer;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.manifest.Definition;
import io.nrt4j.loader.manifest.Kelf;
import io.nrt4j.loader.manifest.ManifestInspection;
import io.nrt4j.loader.manifest.ManifestInspector;
import io.nrt4j.loader.ucode.DynamicEntry;
import io.nrt4j.loader.ucode.ElfHeader;
import io.nrt4j.loader.ucode.FlixImmediate;
import io.nrt4j.loader.ucode.LibraryInspector;
import io.nrt4j.loader.ucode.NamedSection;
import io.nrt4j.loader.ucode.PrelinkResult;
import io.nrt4j.loader.ucode.PrelinkedLibrary;
import io.nrt4j.loader.ucode.Prelinker;
import io.nrt4j.loader.ucode.RelocationHistogram;
import io.nrt4j.loader.ucode.RelocationType;
import io.nrt4j.loader.ucode.UcodeLibraries;
import io.nrt4j.loader.ucode.UcodeLibrary;
import io.nrt4j.loader.ucode.UcodeOptions;
import io.nrt4j.runtime.report.UcodeReport.DynamicView;
import io.nrt4j.runtime.report.UcodeReport.ElfView;
import io.nrt4j.runtime.report.UcodeReport.FlixView;
import io.nrt4j.runtime.report.UcodeReport.FunctionView;
import io.nrt4j.runtime.report.UcodeReport.HeaderView;
import io.nrt4j.runtime.report.UcodeReport.ImageView;
import io.nrt4j.runtime.report.UcodeReport.KernelView;
import io.nrt4j.runtime.report.UcodeReport.LibraryView;
import io.nrt4j.runtime.report.UcodeReport.ManifestView;
import io.nrt4j.runtime.report.UcodeReport.PrelinkView;
import io.nrt4j.runtime.report.UcodeReport.RelocationsView;
import io.nrt4j.runtime.report.UcodeReport.SectionView;
import io.nrt4j.runtime.report.UcodeReport.SegmentView;
import io.nrt4j.runtime.report.UcodeReport.UcplView;
import java.io.IOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** Looks at the GPSIMD libraries of a file: the file itself, or what a NEFF brings along. */
public final class UcodeInspector {
    private final List<Arch> archs;
    private final List<LibraryView> libraries = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    private UcodeInspector(List<Arch> archs) {
        this.archs = archs;
    }

    /**
     * Inspects a file.
     *
     * @param archs the architectures to prelink for
     * @throws IOException if it cannot be read at all
     * @throws LoadException for a file with a NEFF header whose archive cannot be read
     */
    public static UcodeReport inspect(Path file, List<Arch> archs) throws IOException {
        try (ByteSource source = ByteSource.open(file)) {
            return new UcodeInspector(archs).inspect(file, source);
        }
    }

    private UcodeReport inspect(Path file, ByteSource source) {
        FileKind kind = FileKind.of(source);
        String target = null;
        switch (kind) {
            case ELF -> addFile(file, source);
            case NEFF, CUT_NEFF, NEWER_NEFF -> target = addNeff(source);
            default -> problems.add("this is " + kind.description() + ", neither a library nor a NEFF");
        }
        return new UcodeReport(file.toString(), kind.name(), target, List.copyOf(libraries), List.copyOf(problems));
    }

    private void addFile(Path file, ByteSource source) {
        if (source.size() > Integer.MAX_VALUE) {
            problems.add("the file is too large for a library");
            return;
        }
        ByteBuf content = source.retainedSlice(0, (int) source.size());
        try {
            libraries.add(library(String.valueOf(file.getFileName()), null, null, content));
        } finally {
            content.release();
        }
    }

    private @Nullable String addNeff(ByteSource source) {
        NeffContainer container = NeffContainer.parse(source, ContainerOptions.DEFAULT, Nlog.silent());
        try (MemberTable members = ArchiveReader.read(container.payload(), ArchiveOptions.DEFAULT, Nlog.silent())) {
            ManifestInspection manifests = ManifestInspector.inspect(members);
            manifests.definitions().forEach(d -> addGraph(d, members));
            return manifests.kelf().map(Kelf::targetText).orElse(null);
        }
    }

    private void addGraph(Definition definition, MemberTable members) {
        try {
            List<UcodeLibrary> found = UcodeLibraries.read(
                    definition.ucodeLibraries(), definition.directory(), members, UcodeOptions.defaults());
            for (UcodeLibrary library : found) {
                libraries.add(library(library.name(), definition.name(), manifest(library), library.content()));
            }
        } catch (LoadException e) {
            problems.add(definition.path() + ": " + e.getMessage());
        }
    }

    private LibraryView library(String name, @Nullable String graph, @Nullable ManifestView manifest, ByteBuf content) {
        Map<String, PrelinkView> prelinks = new LinkedHashMap<>();
        for (Arch arch : archs) {
            prelinks.put(arch.target(), prelink(content, arch));
        }
        return new LibraryView(
                name,
                graph,
                content.readableBytes(),
                sha256(content),
                manifest,
                LibraryInspector.inspect(content).map(UcodeInspector::elf).orElse(null),
                prelinks);
    }

    private static ManifestView manifest(UcodeLibrary library) {
        return new ManifestView(
                library.flags(),
                library.cpuId(),
                library.totalCpus(),
                library.builtIn(),
                library.functions().stream()
                        .map(f -> new FunctionView(f.name(), f.opcode(), f.subOpcode()))
                        .toList());
    }

    private static ElfView elf(LibraryInspector.Inspection found) {
        List<SectionView> sections = new ArrayList<>();
        for (int i = 0; i < found.sections().size(); i++) {
            NamedSection section = found.sections().get(i);
            if (section.header().type() != 0) {
                sections.add(new SectionView(
                        i,
                        section.name(),
                        section.header().type(),
                        section.header().address(),
                        section.header().offset(),
                        section.header().size(),
                        section.header().alignment()));
            }
        }
        return new ElfView(
                found.header().map(h -> header(h, found.bigEndian())).orElse(null),
                found.segments().stream()
                        .map(s -> new SegmentView(
                                s.type(),
                                s.offset(),
                                s.virtualAddress(),
                                s.physicalAddress(),
                                s.fileSize(),
                                s.memorySize(),
                                s.flags(),
                                s.alignment()))
                        .toList(),
                sections,
                found.dynamic().stream()
                        .map(d -> new DynamicView(d.tag(), DynamicEntry.name(d.tag()), d.value()))
                        .toList(),
                relocations(found.relocations()),
                kernels(found.kernels()),
                found.problems());
    }

    private static HeaderView header(ElfHeader h, boolean bigEndian) {
        return new HeaderView(
                bigEndian ? "big" : "little",
                h.type(),
                h.machine(),
                h.entry(),
                h.flags(),
                h.programHeaders(),
                h.programHeaderCount(),
                h.sectionHeaders(),
                h.sectionHeaderCount(),
                h.sectionNames());
    }

    private static RelocationsView relocations(RelocationHistogram histogram) {
        Map<String, Map<String, Integer>> bySegment = new LinkedHashMap<>();
        histogram.counts().forEach((segment, types) -> bySegment.put(segment, named(types)));
        return new RelocationsView(histogram.total(), named(histogram.byType()), bySegment);
    }

    private static Map<String, Integer> named(SortedMap<Long, Integer> counts) {
        Map<String, Integer> named = new LinkedHashMap<>();
        counts.forEach((type, count) -> named.put(RelocationType.name(type), count));
        return named;
    }

    private static List<KernelView> kernels(List<KernelRow> rows) {
        return rows.stream()
                .map(r -> new KernelView(r.opcode(), r.specialization(), r.address()))
                .toList();
    }

    private static PrelinkView prelink(ByteBuf content, Arch arch) {
        Nlog nlog = Nlog.silent();
        PrelinkResult result = new Prelinker(MemoryBounds.of(arch)).prelink(content, nlog);
        return new PrelinkView(
                result.status().code(),
                result.status().name(),
                nlog.records().stream().map(LogRecord::message).toList(),
                result instanceof PrelinkResult.Linked linked ? image(linked.library()) : null);
    }

    private static ImageView image(PrelinkedLibrary library) {
        ByteBuf head = Unpooled.buffer(UcplHeader.SIZE);
        library.header().encode(head);
        return new ImageView(
                ByteBufUtil.hexDump(head),
                ucpl(library.header()),
                ByteBufUtil.hexDump(library.code()),
                library.bounds().codeStart(),
                ByteBufUtil.hexDump(library.data()),
                library.bounds().dataStart(),
                library.image().size(),
                library.alignment(),
                kernels(library.kernelTable().map(KernelTable::rows).orElse(List.of())),
                library.flixImmediates().stream().map(UcodeInspector::flix).toList());
    }

    private static UcplView ucpl(UcplHeader h) {
        return new UcplView(
                h.codeLength(),
                h.dataOffset(),
                h.dataLength(),
                Integer.toUnsignedLong(h.initFunction()),
                Integer.toUnsignedLong(h.finiFunction()),
                Integer.toUnsignedLong(h.startSymbol()));
    }

    private static FlixView flix(FlixImmediate i) {
        return new FlixView(
                i.site(),
                i.slot(),
                i.high() ? "high" : "low",
                i.value(),
                i.format().name());
    }

    private static String sha256(ByteBuf content) {
        MessageDigest digest = Sha256.newDigest();
        digest.update(content.nioBuffer());
        return Sha256.hex(digest);
    }
}
