package io.nrt4j.loader.ucode;

import io.netty.buffer.ByteBuf;
import io.nrt4j.hal.q7.KernelRow;
import io.nrt4j.hal.q7.KernelTable;
import io.nrt4j.hal.q7.MemoryBounds;
import io.nrt4j.hal.q7.UcplHeader;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.ucode.LibraryRegions.Region;
import java.util.Optional;

/**
 * Lays a library out for the cores of one architecture and relocates it on the host. Plays {@code prelink} and
 * {@code prelink_load_lib}. Source: q7.md §3.
 */
public final class Prelinker {
    private static final LogMessage TOO_BIG =
            LogMessage.error("TDRV", "prelink_load_lib", "Segment exceeds the size of the split region on device");
    private static final LogMessage SEGMENT_OUTSIDE = LogMessage.error(
            "TDRV", "prelink_load_lib", "Segment of 0x%lx bytes at file offset 0x%lx lies outside the file");
    private static final LogMessage SEGMENT_SHRINKS =
            LogMessage.error("TDRV", "prelink_load_lib", "Segment has 0x%lx bytes in the file but 0x%lx in memory");
    private static final LogMessage SECTIONS_OUTSIDE =
            LogMessage.error("TDRV", "prelink_load_lib", "Section header at file offset 0x%lx lies outside the file");
    private static final LogMessage TABLE_OUTSIDE = LogMessage.info(
            "TDRV", "prelink", "q7: kernel table of %lu bytes at 0x%lx lies outside the data, not bound");
    private static final LogMessage FLIX_RECORDED =
            LogMessage.info("TDRV", "prelink", "q7: %d FLIX immediates recorded, not encoded");

    private final MemoryBounds bounds;

    /** A prelinker for cores with these bounds. */
    public Prelinker(MemoryBounds bounds) {
        this.bounds = bounds;
    }

    /**
     * Prelinks a library.
     *
     * @param elf the file, from its reader index to its writer index; neither moved nor kept
     * @param nlog gets the lines that the real code prints
     */
    public PrelinkResult prelink(ByteBuf elf, Nlog nlog) {
        try {
            return new PrelinkResult.Linked(link(elf, nlog));
        } catch (PrelinkException e) {
            return new PrelinkResult.Refused(e.status());
        }
    }

    private PrelinkedLibrary link(ByteBuf elf, Nlog nlog) {
        SplitLoad.Validated validated = SplitLoad.validate(elf, nlog);
        ElfBytes file = validated.file();
        SplitLoad parts = validated.parts();
        Sections sections = sections(file, parts.header(), nlog);
        long alignment = sections.alignment();
        Placement placement = new Placement(parts, bounds, alignment);
        DynamicInfo info = DynamicInfo.read(file, parts, placement, nlog);

        LibraryRegions regions = new LibraryRegions(bounds, nlog);
        copySegment(file, parts.text(), placement.codeAddress(), regions.code(), nlog);
        copySegment(file, parts.data(), placement.dataAddress(), regions.data(), nlog);

        InstructionPatcher patcher = new InstructionPatcher(regions, nlog);
        new RelocationWalk(placement, regions, patcher, nlog).apply(file, info);
        if (!patcher.flixImmediates().isEmpty()) {
            nlog.log(FLIX_RECORDED, patcher.flixImmediates().size());
        }

        UcplHeader header = UcplHeader.of(
                (int) parts.text().memorySize(),
                (int) parts.data().memorySize(),
                info.initFunction(),
                info.finiFunction(),
                info.startSymbol());
        return new PrelinkedLibrary(
                bounds,
                header,
                regions.code().bytes(),
                regions.data().bytes(),
                alignment,
                kernelTable(sections, placement, regions.data(), nlog),
                RelocationHistogram.of(file, parts, info),
                patcher.flixImmediates());
    }

    private static Sections sections(ElfBytes file, ElfHeader header, Nlog nlog) {
        try {
            return Sections.read(file, header);
        } catch (ElfRangeException e) {
            nlog.log(SECTIONS_OUTSIDE, e.offset());
            throw new PrelinkException(XtlibStatus.NOT_SPLITLOAD);
        }
    }

    private static void copySegment(ElfBytes file, ProgramHeader segment, long address, Region region, Nlog nlog) {
        long offset = (address - region.start()) & 0xFFFF_FFFFL;
        if (offset + segment.memorySize() > region.size()) {
            nlog.log(TOO_BIG);
            throw new PrelinkException(XtlibStatus.INTERNAL_ERR);
        }
        // Two cases that the real code does not test: it would read or clear memory that is not its own.
        if (segment.fileSize() > segment.memorySize()) {
            nlog.log(SEGMENT_SHRINKS, segment.fileSize(), segment.memorySize());
            throw new PrelinkException(XtlibStatus.INTERNAL_ERR);
        }
        if (!file.contains(segment.offset(), segment.fileSize())) {
            nlog.log(SEGMENT_OUTSIDE, segment.fileSize(), segment.offset());
            throw new PrelinkException(XtlibStatus.INTERNAL_ERR);
        }
        int at = (int) offset;
        region.bytes().setBytes(at, file.slice(segment.offset(), segment.fileSize()), 0, (int) segment.fileSize());
        region.bytes().setZero(at + (int) segment.fileSize(), (int) (segment.memorySize() - segment.fileSize()));
    }

    /**
     * The rows of the first section called {@code kernel_info_table}, read from the relocated data. The image itself
     * does not say where its table is; on the device the library's start routine does. Source: q7.md §6.3.
     */
    private static Optional<KernelTable> kernelTable(Sections sections, Placement placement, Region data, Nlog nlog) {
        Optional<SectionHeader> section = sections.kernelTable();
        if (section.isEmpty()) {
            return Optional.empty();
        }
        long address = placement.relocate(section.get().address());
        int count = (int) (section.get().size() / KernelRow.SIZE);
        long length = (long) count * KernelRow.SIZE;
        if (length > data.size() || !data.holds(address, (int) length)) {
            nlog.log(TABLE_OUTSIDE, section.get().size(), address);
            return Optional.empty();
        }
        ByteBuf rows = data.bytes().slice(data.offsetOf(address), (int) length);
        return Optional.of(KernelTable.decode(address, rows, count));
    }
}
