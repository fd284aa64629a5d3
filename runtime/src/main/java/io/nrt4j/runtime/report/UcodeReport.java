package io.nrt4j.runtime.report;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * GPSIMD libraries, as they are and as the pool cores would get them. Its components are the fields of the command
 * line's JSON; bytes are in hexadecimal, numbers and addresses in decimal.
 *
 * @param file the path as given
 * @param kind what the file is: {@code ELF} or {@code NEFF}
 * @param target the architecture that a NEFF was compiled for; null for a bare library
 * @param libraries the file itself, or the libraries of all graphs of a NEFF
 * @param problems why libraries of a NEFF could not be read
 */
public record UcodeReport(
        String file, String kind, @Nullable String target, List<LibraryView> libraries, List<String> problems) {

    /**
     * One library.
     *
     * @param graph the graph that brings it along; null for a bare library
     * @param manifest what the NEFF says about it; null for a bare library
     * @param elf null for a file that is no ELF32 file
     * @param prelink what becomes of it, by architecture
     */
    public record LibraryView(
            String name,
            @Nullable String graph,
            int size,
            String sha256,
            @Nullable ManifestView manifest,
            @Nullable ElfView elf,
            Map<String, PrelinkView> prelink) {}

    /** The entry of {@code ucode_lib}. */
    public record ManifestView(int flags, int cpuId, int totalCpus, boolean builtIn, List<FunctionView> functions) {}

    /** A function of the manifest. */
    public record FunctionView(String name, int opcode, int subOpcode) {}

    /**
     * What is in the file; addresses are link addresses.
     *
     * @param kernels the kernel table as it stands in the file
     * @param problems what could not be read
     */
    public record ElfView(
            @Nullable HeaderView header,
            List<SegmentView> segments,
            List<SectionView> sections,
            List<DynamicView> dynamic,
            RelocationsView relocations,
            List<KernelView> kernels,
            List<String> problems) {}

    /** The file header. */
    public record HeaderView(
            String byteOrder,
            int type,
            int machine,
            long entry,
            long flags,
            long programHeaderOffset,
            int programHeaders,
            long sectionHeaderOffset,
            int sectionHeaders,
            int sectionNames) {}

    /** A program header. */
    public record SegmentView(
            long type,
            long offset,
            long virtualAddress,
            long physicalAddress,
            long fileSize,
            long memorySize,
            long flags,
            long alignment) {}

    /** A section header that is in use. */
    public record SectionView(
            int index, String name, long type, long address, long offset, long size, long alignment) {}

    /** An entry of the dynamic table. */
    public record DynamicView(long tag, String name, long value) {}

    /**
     * Counts of relocations, by the name of their type.
     *
     * @param bySegment by the segment of the site: text, data, other
     */
    public record RelocationsView(
            int total, Map<String, Integer> byType, Map<String, Map<String, Integer>> bySegment) {}

    /** A row of a kernel table. */
    public record KernelView(int opcode, int specialization, long address) {}

    /**
     * A prelink for one architecture.
     *
     * @param status the prelink's own status, 0 for success
     * @param statusName its name
     * @param log what the runtime prints
     * @param image null if the library is refused
     */
    public record PrelinkView(
            int status,
            String statusName,
            List<String> log,
            @Nullable ImageView image) {}

    /**
     * A prelinked library; addresses are core-local.
     *
     * @param header the 32 bytes of the UCPL header
     * @param ucpl their fields
     * @param code the bytes for instruction memory
     * @param codeAddress where they go
     * @param data the bytes for data memory
     * @param dataAddress where they go
     * @param size size of the whole image on the device
     * @param kernels the bound kernel table
     * @param flixImmediates immediates of bundles that were recorded, not encoded
     */
    public record ImageView(
            String header,
            UcplView ucpl,
            String code,
            int codeAddress,
            String data,
            int dataAddress,
            long size,
            long alignment,
            List<KernelView> kernels,
            List<FlixView> flixImmediates) {}

    /** The fields of a UCPL header. */
    public record UcplView(
            int codeLength, int dataOffset, int dataLength, long initFunction, long finiFunction, long startSymbol) {}

    /** An immediate of a bundle. */
    public record FlixView(long site, int slot, String half, int value, String format) {}
}
