package io.nrt4j.loader.ucode;

import io.netty.buffer.ByteBuf;

/**
 * The ELF32 file header. All numbers unsigned. Source: q7.md §2.1.
 *
 * @param type {@code e_type}, 2 in all libraries known
 * @param machine {@code e_machine}, 94 (Xtensa)
 * @param version {@code e_version}
 * @param entry link address of the start routine
 * @param programHeaders file offset of the program headers
 * @param sectionHeaders file offset of the section headers
 * @param flags {@code e_flags}
 * @param headerSize {@code e_ehsize}
 * @param programHeaderSize {@code e_phentsize}; not looked at, the stride is fixed
 * @param programHeaderCount {@code e_phnum}; not looked at
 * @param sectionHeaderSize {@code e_shentsize}; not looked at, the stride is fixed
 * @param sectionHeaderCount {@code e_shnum}
 * @param sectionNames index of the section that holds the section names
 */
public record ElfHeader(
        int type,
        int machine,
        long version,
        long entry,
        long programHeaders,
        long sectionHeaders,
        long flags,
        int headerSize,
        int programHeaderSize,
        int programHeaderCount,
        int sectionHeaderSize,
        int sectionHeaderCount,
        int sectionNames) {
    public static final int SIZE = 0x34;

    private static final int TYPE_AT = 0x10;
    private static final int MACHINE_AT = 0x12;
    private static final int VERSION_AT = 0x14;
    private static final int ENTRY_AT = 0x18;
    private static final int PROGRAM_HEADERS_AT = 0x1C;
    private static final int SECTION_HEADERS_AT = 0x20;
    private static final int FLAGS_AT = 0x24;
    private static final int HEADER_SIZE_AT = 0x28;
    private static final int PROGRAM_HEADER_SIZE_AT = 0x2A;
    private static final int PROGRAM_HEADER_COUNT_AT = 0x2C;
    private static final int SECTION_HEADER_SIZE_AT = 0x2E;
    private static final int SECTION_HEADER_COUNT_AT = 0x30;
    private static final int SECTION_NAMES_AT = 0x32;

    /** Identification of a little-endian ELF32 file: magic, class, byte order, version. */
    private static final byte[] IDENT = {0x7F, 'E', 'L', 'F', 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0};

    static ElfHeader decode(ElfBytes in) {
        return new ElfHeader(
                in.u16(TYPE_AT),
                in.u16(MACHINE_AT),
                in.u32(VERSION_AT),
                in.u32(ENTRY_AT),
                in.u32(PROGRAM_HEADERS_AT),
                in.u32(SECTION_HEADERS_AT),
                in.u32(FLAGS_AT),
                in.u16(HEADER_SIZE_AT),
                in.u16(PROGRAM_HEADER_SIZE_AT),
                in.u16(PROGRAM_HEADER_COUNT_AT),
                in.u16(SECTION_HEADER_SIZE_AT),
                in.u16(SECTION_HEADER_COUNT_AT),
                in.u16(SECTION_NAMES_AT));
    }

    /** Appends identification and header, little-endian. */
    void encode(ByteBuf out) {
        out.writeBytes(IDENT);
        out.writeShortLE(type);
        out.writeShortLE(machine);
        out.writeIntLE((int) version);
        out.writeIntLE((int) entry);
        out.writeIntLE((int) programHeaders);
        out.writeIntLE((int) sectionHeaders);
        out.writeIntLE((int) flags);
        out.writeShortLE(headerSize);
        out.writeShortLE(programHeaderSize);
        out.writeShortLE(programHeaderCount);
        out.writeShortLE(sectionHeaderSize);
        out.writeShortLE(sectionHeaderCount);
        out.writeShortLE(sectionNames);
    }
}
