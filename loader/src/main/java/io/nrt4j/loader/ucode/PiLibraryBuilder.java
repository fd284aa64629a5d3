package io.nrt4j.loader.ucode;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.q7.KernelRow;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Builds Xtensa "PI library" files of the shape that the runtime prelinks: code, data and a host-only scratch segment
 * with dynamic table and relocations. Source: q7.md §2.1, §9.
 *
 * <p>For tests, examples and the stand-ins of the vendor's own libraries; it is no linker, code and data come as bytes.
 * Link addresses are fixed: code at 0x01000000, data at 0x02000000, scratch at 0x03000000.
 */
public final class PiLibraryBuilder {
    /** Link address of the first byte of code. */
    public static final long CODE = 0x0100_0000L;

    /** Link address of the first byte of data. */
    public static final long DATA = 0x0200_0000L;

    /** Link address of the dynamic table, the first bytes of the scratch segment. */
    public static final long SCRATCH = 0x0300_0000L;

    /** Name of the section that tells the loader where the rows of a library are. */
    public static final String KERNEL_TABLE = "kernel_info_table";

    private static final int PROGRAM_HEADER_COUNT = 4;
    private static final int FIRST_SEGMENT_AT = 0x100;
    private static final int SEGMENT_ALIGNMENT = 0x80;
    private static final int CODE_ALIGNMENT = 0x20;
    private static final int WORD_ALIGNMENT = 4;

    private static final int EXECUTABLE = 2;
    private static final int XTENSA = 94;
    private static final int XTENSA_FLAGS = 0x300;

    private static final int CONTENTS = 1;
    private static final int NAMES = 3;
    private static final int RELOCATIONS = 4;
    private static final int NO_CONTENTS = 8;
    private static final int WRITABLE = 1;
    private static final int ALLOCATED = 2;
    private static final int EXECUTED = 4;

    private static final DynamicEntry LAST = new DynamicEntry(DynamicEntry.NULL, 0);
    private static final SectionHeader UNUSED = new SectionHeader(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    private byte[] code = new byte[0];
    private byte[] data = new byte[0];
    private byte[] globals = new byte[0];
    private int bss;
    private long entry = CODE;
    private long init = CODE;
    private long fini = CODE;
    private final List<KernelRow> kernels = new ArrayList<>();
    private final List<Relocation> relocations = new ArrayList<>();
    private boolean named;
    private boolean vendorScratch;
    private int unusedBeforeTable;
    private int unusedBehindTable;
    private int fileSize;

    private PiLibraryBuilder() {}

    /** An empty library. */
    public static PiLibraryBuilder library() {
        return new PiLibraryBuilder();
    }

    /** The code segment. */
    public PiLibraryBuilder code(byte[] bytes) {
        code = bytes.clone();
        return this;
    }

    /** The data segment up to the kernel table, and the bytes of bss behind the data segment. */
    public PiLibraryBuilder data(byte[] bytes, int bssSize) {
        data = bytes.clone();
        bss = bssSize;
        return this;
    }

    /** The data behind the kernel table. */
    public PiLibraryBuilder globals(byte[] bytes) {
        globals = bytes.clone();
        return this;
    }

    /** Link addresses of the start routine, the init and the fini function; each defaults to {@link #CODE}. */
    public PiLibraryBuilder functions(long startAddress, long initAddress, long finiAddress) {
        entry = startAddress;
        init = initAddress;
        fini = finiAddress;
        return this;
    }

    /**
     * The next row of the kernel table, with the relocation of its address. Rows stand behind {@link #data}, rounded up
     * to 8 bytes; the relocations behind all others.
     *
     * @param address link address of the function
     */
    public PiLibraryBuilder kernel(int opcode, int specialization, long address) {
        kernels.add(KernelRow.of(opcode, specialization, address));
        return this;
    }

    /** The next relocation; see {@link RelocationType}. */
    public PiLibraryBuilder relocation(long site, int type, long addend) {
        relocations.add(new Relocation(site, type, addend));
        return this;
    }

    /** The two relocations that put an address into a pair of CONST16 instructions. */
    public PiLibraryBuilder const16Pair(long highSite, long lowSite, long address) {
        return relocation(highSite, RelocationType.SLOT0_ALT, address)
                .relocation(lowSite, RelocationType.SLOT0_OP, address);
    }

    /**
     * Gives sections names and the kernel table a section of its own. Without it there are three nameless sections, and
     * a loader finds no kernels.
     */
    public PiLibraryBuilder named() {
        named = true;
        return this;
    }

    /** Lays the scratch segment out as the vendor's own libraries do: three more tags, tables from 0xA4 on. */
    public PiLibraryBuilder vendorScratch() {
        vendorScratch = true;
        return this;
    }

    /** Unused section headers in front of the kernel table and behind the data sections. */
    public PiLibraryBuilder unusedSections(int beforeTable, int behindTable) {
        unusedBeforeTable = beforeTable;
        unusedBehindTable = behindTable;
        return this;
    }

    /** Moves the section headers back until the file has this size; ignored if it is larger anyway. */
    public PiLibraryBuilder fileSize(int size) {
        fileSize = size;
        return this;
    }

    /** The bytes of the file. */
    public byte[] build() {
        return new Layout().write();
    }

    /** The numbers of one file and the bytes made of them. */
    private final class Layout {
        private final int table = named || !kernels.isEmpty() ? roundUp(data.length, KernelRow.SIZE) : data.length;
        private final int dataSize = table + kernels.size() * KernelRow.SIZE + globals.length;
        private final int codeAt = FIRST_SEGMENT_AT;
        private final int dataAt = roundUp(codeAt + code.length, SEGMENT_ALIGNMENT);
        private final int scratchAt = roundUp(dataAt + dataSize, SEGMENT_ALIGNMENT);
        private final List<Relocation> allRelocations = allRelocations();
        private final int relocationBytes = allRelocations.size() * Relocation.SIZE;
        private final int dynamicSize = vendorScratch ? 0xA4 : 11 * DynamicEntry.SIZE;
        private final int hash = vendorScratch ? 0xA4 : 0x70;
        private final int symbols = vendorScratch ? 0xB4 : 0x78;
        private final int strings = vendorScratch ? 0xC4 : 0x78;
        private final int relocationTable = vendorScratch ? 0xC8 : 0x80;
        private final int scratchSize = relocationTable + relocationBytes;
        private final int namesAt = scratchAt + scratchSize;

        byte[] write() {
            Map<String, Integer> names = names();
            List<SectionHeader> sections = sections(names);
            int namesEnd = namesAt + (named ? nameTable(names).length : 0);
            int sectionsSize = sections.size() * SectionHeader.SIZE;
            int sectionsAt = Math.max(roundUp(namesEnd, WORD_ALIGNMENT), fileSize - sectionsSize);

            ByteBuf out = Unpooled.buffer(sectionsAt + sectionsSize);
            new ElfHeader(
                            EXECUTABLE,
                            XTENSA,
                            1,
                            entry,
                            ElfHeader.SIZE,
                            sectionsAt,
                            XTENSA_FLAGS,
                            ElfHeader.SIZE,
                            ProgramHeader.SIZE,
                            PROGRAM_HEADER_COUNT,
                            SectionHeader.SIZE,
                            sections.size(),
                            named ? sections.size() - 1 : 0)
                    .encode(out);
            programHeaders().forEach(p -> p.encode(out));
            padTo(out, codeAt).writeBytes(code);
            padTo(out, dataAt).writeBytes(data);
            padTo(out, dataAt + table);
            kernels.forEach(k -> k.encode(out));
            out.writeBytes(globals);
            padTo(out, scratchAt);
            dynamic().forEach(d -> d.encode(out));
            padTo(out, scratchAt + relocationTable);
            allRelocations.forEach(r -> r.encode(out));
            if (named) {
                out.writeBytes(nameTable(names));
            }
            padTo(out, sectionsAt);
            sections.forEach(s -> s.encode(out));
            return ByteBufUtil.getBytes(out);
        }

        private List<Relocation> allRelocations() {
            List<Relocation> all = new ArrayList<>(relocations);
            for (int i = 0; i < kernels.size(); i++) {
                long addressWord = DATA + table + (long) i * KernelRow.SIZE + Integer.BYTES;
                all.add(new Relocation(addressWord, RelocationType.RELATIVE, 0));
            }
            return all;
        }

        private List<ProgramHeader> programHeaders() {
            return List.of(
                    load(codeAt, CODE, code.length, code.length, ProgramHeader.READ | ProgramHeader.EXECUTE),
                    load(
                            dataAt,
                            DATA,
                            dataSize,
                            dataSize + bss,
                            ProgramHeader.READ | ProgramHeader.WRITE | ProgramHeader.EXECUTE),
                    load(scratchAt, SCRATCH, scratchSize, scratchSize, ProgramHeader.WRITE | ProgramHeader.EXECUTE),
                    new ProgramHeader(
                            ProgramHeader.DYNAMIC,
                            scratchAt,
                            SCRATCH,
                            SCRATCH,
                            dynamicSize,
                            dynamicSize,
                            ProgramHeader.READ | ProgramHeader.WRITE,
                            WORD_ALIGNMENT));
        }

        private ProgramHeader load(int offset, long address, int sizeInFile, int sizeInMemory, int flags) {
            return new ProgramHeader(
                    ProgramHeader.LOAD, offset, address, address, sizeInFile, sizeInMemory, flags, SEGMENT_ALIGNMENT);
        }

        private List<DynamicEntry> dynamic() {
            List<DynamicEntry> entries = new ArrayList<>();
            entries.add(new DynamicEntry(DynamicEntry.INIT, init));
            entries.add(new DynamicEntry(DynamicEntry.FINI, fini));
            entries.add(new DynamicEntry(DynamicEntry.HASH, SCRATCH + hash));
            entries.add(new DynamicEntry(DynamicEntry.SYMTAB, SCRATCH + symbols));
            entries.add(new DynamicEntry(DynamicEntry.STRTAB, SCRATCH + strings));
            entries.add(new DynamicEntry(DynamicEntry.STRSZ, 1));
            entries.add(new DynamicEntry(DynamicEntry.SYMENT, 0x10));
            if (vendorScratch) {
                entries.add(new DynamicEntry(DynamicEntry.DEBUG, 0));
            }
            entries.add(new DynamicEntry(DynamicEntry.RELA, SCRATCH + relocationTable));
            entries.add(new DynamicEntry(DynamicEntry.RELASZ, relocationBytes));
            entries.add(new DynamicEntry(DynamicEntry.RELAENT, Relocation.SIZE));
            if (vendorScratch) {
                entries.add(new DynamicEntry(0x70000003L, SCRATCH + scratchSize));
                entries.add(new DynamicEntry(0x7000000CL, SCRATCH + scratchSize + WORD_ALIGNMENT));
            }
            entries.add(LAST);
            return entries;
        }

        private List<SectionHeader> sections(Map<String, Integer> names) {
            List<SectionHeader> headers = new ArrayList<>();
            headers.add(UNUSED);
            headers.add(section(names, ".text", ALLOCATED | EXECUTED, CODE, codeAt, code.length, CODE_ALIGNMENT));
            int plainData = named ? table : dataSize;
            headers.add(section(names, ".data", WRITABLE | ALLOCATED, DATA, dataAt, plainData, WORD_ALIGNMENT));
            if (named) {
                headers.addAll(unused(unusedBeforeTable));
                headers.addAll(namedDataSections(names));
                headers.addAll(unused(unusedBehindTable));
            }
            headers.add(new SectionHeader(
                    names.getOrDefault(".rela.got", 0),
                    RELOCATIONS,
                    ALLOCATED,
                    SCRATCH + relocationTable,
                    scratchAt + relocationTable,
                    relocationBytes,
                    0,
                    0,
                    WORD_ALIGNMENT,
                    Relocation.SIZE));
            if (named) {
                int size = nameTable(names).length;
                headers.add(new SectionHeader(names.get(".shstrtab"), NAMES, 0, 0, namesAt, size, 0, 0, 1, 0));
            }
            return headers;
        }

        private List<SectionHeader> namedDataSections(Map<String, Integer> names) {
            List<SectionHeader> headers = new ArrayList<>();
            int tableSize = kernels.size() * KernelRow.SIZE;
            headers.add(section(
                    names,
                    KERNEL_TABLE,
                    WRITABLE | ALLOCATED,
                    DATA + table,
                    dataAt + table,
                    tableSize,
                    KernelRow.SIZE));
            if (globals.length > 0) {
                int at = table + tableSize;
                headers.add(section(
                        names,
                        ".globstruct",
                        WRITABLE | ALLOCATED,
                        DATA + at,
                        dataAt + at,
                        globals.length,
                        WORD_ALIGNMENT));
                headers.add(new SectionHeader(
                        names.get(".bss"),
                        NO_CONTENTS,
                        WRITABLE | ALLOCATED,
                        DATA + dataSize,
                        dataAt + dataSize,
                        bss,
                        0,
                        0,
                        WORD_ALIGNMENT,
                        0));
            }
            return headers;
        }

        private SectionHeader section(
                Map<String, Integer> names, String name, int flags, long address, int offset, int size, int alignment) {
            return new SectionHeader(
                    names.getOrDefault(name, 0), CONTENTS, flags, address, offset, size, 0, 0, alignment, 0);
        }

        private List<SectionHeader> unused(int count) {
            return Collections.nCopies(count, UNUSED);
        }

        /** Offset of each name in the name table; empty for a file without names. */
        private Map<String, Integer> names() {
            List<String> all = new ArrayList<>();
            if (named) {
                all.addAll(List.of(".text", ".data", ".rela.got", KERNEL_TABLE));
                if (globals.length > 0) {
                    all.addAll(List.of(".globstruct", ".bss"));
                }
                all.add(".shstrtab");
            }
            Map<String, Integer> offsets = new LinkedHashMap<>();
            int at = 1;
            for (String name : all) {
                offsets.put(name, at);
                at += name.length() + 1;
            }
            return offsets;
        }

        private static byte[] nameTable(Map<String, Integer> names) {
            return ("\0" + String.join("\0", names.keySet()) + "\0").getBytes(StandardCharsets.US_ASCII);
        }

        private static ByteBuf padTo(ByteBuf out, int offset) {
            return out.writeZero(offset - out.writerIndex());
        }
    }

    private static int roundUp(int value, int alignment) {
        return (value + alignment - 1) / alignment * alignment;
    }
}
