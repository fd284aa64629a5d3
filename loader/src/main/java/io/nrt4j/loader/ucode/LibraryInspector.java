package io.nrt4j.loader.ucode;

import io.netty.buffer.ByteBuf;
import io.nrt4j.hal.q7.KernelRow;
import io.nrt4j.hal.q7.KernelTable;
import io.nrt4j.hal.q7.MemoryBounds;
import io.nrt4j.loader.diagnostics.Nlog;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Looks at a library file without giving up early: what can be read is shown. */
public final class LibraryInspector {
    /** Enough for any table; a hostile one may fill the file. */
    private static final int MAX_DYNAMIC_ENTRIES = 1000;

    private final ElfBytes file;
    private final List<String> problems = new ArrayList<>();

    private LibraryInspector(ElfBytes file) {
        this.file = file;
    }

    /**
     * What is in a file. Addresses are link addresses.
     *
     * @param bigEndian the byte order of its headers and tables
     * @param header the file header; empty if it is cut off
     * @param segments the program headers that the file holds
     * @param sections the section headers that the file holds
     * @param dynamic the dynamic table without its end
     * @param relocations counts by segment and type
     * @param kernels the kernel table as it stands in the file
     * @param problems what could not be read
     */
    public record Inspection(
            boolean bigEndian,
            Optional<ElfHeader> header,
            List<ProgramHeader> segments,
            List<NamedSection> sections,
            List<DynamicEntry> dynamic,
            RelocationHistogram relocations,
            List<KernelRow> kernels,
            List<String> problems) {
        public Inspection {
            segments = List.copyOf(segments);
            sections = List.copyOf(sections);
            dynamic = List.copyOf(dynamic);
            kernels = List.copyOf(kernels);
            problems = List.copyOf(problems);
        }
    }

    /** Inspects a file; empty if it is no ELF32 file at all. */
    public static Optional<Inspection> inspect(ByteBuf content) {
        return ElfBytes.open(content).map(file -> new LibraryInspector(file).look(content));
    }

    private Inspection look(ByteBuf content) {
        Optional<ElfHeader> header = header();
        List<ProgramHeader> segments = header.map(this::segments).orElse(List.of());
        Optional<Sections> sections = header.flatMap(this::sections);
        return new Inspection(
                file.bigEndian(),
                header,
                segments,
                sections.map(Sections::list).orElse(List.of()),
                dynamic(segments),
                relocations(content),
                sections.flatMap(Sections::kernelTable).map(this::kernels).orElse(List.of()),
                problems);
    }

    private Optional<ElfHeader> header() {
        try {
            return Optional.of(ElfHeader.decode(file));
        } catch (ElfRangeException e) {
            problems.add("file header: " + e.getMessage());
            return Optional.empty();
        }
    }

    private List<ProgramHeader> segments(ElfHeader header) {
        List<ProgramHeader> segments = new ArrayList<>();
        try {
            for (int i = 0; i < header.programHeaderCount(); i++) {
                segments.add(ProgramHeader.decode(file, header.programHeaders() + (long) i * ProgramHeader.SIZE));
            }
        } catch (ElfRangeException e) {
            problems.add("program headers: " + e.getMessage());
        }
        return segments;
    }

    private Optional<Sections> sections(ElfHeader header) {
        try {
            return Optional.of(Sections.read(file, header));
        } catch (ElfRangeException e) {
            problems.add("section headers: " + e.getMessage());
            return Optional.empty();
        }
    }

    private List<DynamicEntry> dynamic(List<ProgramHeader> segments) {
        List<DynamicEntry> entries = new ArrayList<>();
        Optional<ProgramHeader> table =
                segments.stream().filter(s -> s.type() == ProgramHeader.DYNAMIC).findFirst();
        try {
            long at = table.map(ProgramHeader::offset).orElse(0L);
            while (table.isPresent() && entries.size() < MAX_DYNAMIC_ENTRIES) {
                DynamicEntry entry = DynamicEntry.decode(file, at);
                if (entry.tag() == DynamicEntry.NULL) {
                    break;
                }
                entries.add(entry);
                at += DynamicEntry.SIZE;
            }
        } catch (ElfRangeException e) {
            problems.add("dynamic table: " + e.getMessage());
        }
        return entries;
    }

    /** Where the relocations are depends on the shape, so a file of another shape has none. */
    private RelocationHistogram relocations(ByteBuf content) {
        Nlog nlog = Nlog.silent();
        try {
            SplitLoad parts = SplitLoad.validate(content, nlog).parts();
            Placement anywhere = new Placement(parts, MemoryBounds.CAYMAN, 1);
            return RelocationHistogram.of(file, parts, DynamicInfo.read(file, parts, anywhere, nlog));
        } catch (PrelinkException e) {
            nlog.records().forEach(r -> problems.add("relocations: " + r.message()));
            return new RelocationHistogram(new TreeMap<>());
        }
    }

    private List<KernelRow> kernels(SectionHeader table) {
        int count = (int) (table.size() / KernelRow.SIZE);
        long length = (long) count * KernelRow.SIZE;
        if (!file.contains(table.offset(), length)) {
            problems.add("kernel table: lies outside the file");
            return List.of();
        }
        return KernelTable.decode(table.address(), file.slice(table.offset(), length), count)
                .rows();
    }
}
