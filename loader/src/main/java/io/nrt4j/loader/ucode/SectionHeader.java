package io.nrt4j.loader.ucode;

import io.netty.buffer.ByteBuf;

/**
 * One section header. All numbers unsigned 32-bit. Source: q7.md §2.1, §3.3.
 *
 * @param name offset of the name in the section that holds the names
 * @param type 0 unused, 1 contents, 3 names, 4 relocations, 8 no contents (bss)
 * @param flags 1 write, 2 allocate, 4 execute
 * @param address link address
 * @param offset file offset
 * @param size bytes
 * @param link related section
 * @param info depends on the type
 * @param alignment the largest of these becomes the alignment of the library
 * @param entrySize bytes of an entry of a table
 */
public record SectionHeader(
        long name,
        long type,
        long flags,
        long address,
        long offset,
        long size,
        long link,
        long info,
        long alignment,
        long entrySize) {
    public static final int SIZE = 0x28;

    static final int UNUSED = 0;

    private static final int NAME_AT = 0x00;
    private static final int TYPE_AT = 0x04;
    private static final int FLAGS_AT = 0x08;
    private static final int ADDRESS_AT = 0x0C;
    private static final int OFFSET_AT = 0x10;
    private static final int SIZE_AT = 0x14;
    private static final int LINK_AT = 0x18;
    private static final int INFO_AT = 0x1C;
    private static final int ALIGNMENT_AT = 0x20;
    private static final int ENTRY_SIZE_AT = 0x24;

    static SectionHeader decode(ElfBytes in, long at) {
        return new SectionHeader(
                in.u32(at + NAME_AT),
                in.u32(at + TYPE_AT),
                in.u32(at + FLAGS_AT),
                in.u32(at + ADDRESS_AT),
                in.u32(at + OFFSET_AT),
                in.u32(at + SIZE_AT),
                in.u32(at + LINK_AT),
                in.u32(at + INFO_AT),
                in.u32(at + ALIGNMENT_AT),
                in.u32(at + ENTRY_SIZE_AT));
    }

    void encode(ByteBuf out) {
        out.writeIntLE((int) name);
        out.writeIntLE((int) type);
        out.writeIntLE((int) flags);
        out.writeIntLE((int) address);
        out.writeIntLE((int) offset);
        out.writeIntLE((int) size);
        out.writeIntLE((int) link);
        out.writeIntLE((int) info);
        out.writeIntLE((int) alignment);
        out.writeIntLE((int) entrySize);
    }
}
