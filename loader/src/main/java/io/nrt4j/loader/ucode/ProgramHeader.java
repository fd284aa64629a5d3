package io.nrt4j.loader.ucode;

import io.netty.buffer.ByteBuf;

/**
 * One program header. All numbers unsigned 32-bit. Source: q7.md §2.1, §2.3.
 *
 * @param type 1 LOAD, 2 DYNAMIC
 * @param offset file offset of the segment
 * @param virtualAddress link address
 * @param physicalAddress the address that placement starts from; equal to the link address in all libraries known
 * @param fileSize bytes in the file
 * @param memorySize bytes in memory; what exceeds {@code fileSize} is zero
 * @param flags 1 execute, 2 write, 4 read
 * @param alignment {@code p_align}; not looked at
 */
public record ProgramHeader(
        long type,
        long offset,
        long virtualAddress,
        long physicalAddress,
        long fileSize,
        long memorySize,
        long flags,
        long alignment) {
    public static final int SIZE = 0x20;

    static final int LOAD = 1;
    static final int DYNAMIC = 2;

    static final int EXECUTE = 1;
    static final int WRITE = 2;
    static final int READ = 4;

    private static final int TYPE_AT = 0x00;
    private static final int OFFSET_AT = 0x04;
    private static final int VIRTUAL_ADDRESS_AT = 0x08;
    private static final int PHYSICAL_ADDRESS_AT = 0x0C;
    private static final int FILE_SIZE_AT = 0x10;
    private static final int MEMORY_SIZE_AT = 0x14;
    private static final int FLAGS_AT = 0x18;
    private static final int ALIGNMENT_AT = 0x1C;

    static ProgramHeader decode(ElfBytes in, long at) {
        return new ProgramHeader(
                in.u32(at + TYPE_AT),
                in.u32(at + OFFSET_AT),
                in.u32(at + VIRTUAL_ADDRESS_AT),
                in.u32(at + PHYSICAL_ADDRESS_AT),
                in.u32(at + FILE_SIZE_AT),
                in.u32(at + MEMORY_SIZE_AT),
                in.u32(at + FLAGS_AT),
                in.u32(at + ALIGNMENT_AT));
    }

    void encode(ByteBuf out) {
        out.writeIntLE((int) type);
        out.writeIntLE((int) offset);
        out.writeIntLE((int) virtualAddress);
        out.writeIntLE((int) physicalAddress);
        out.writeIntLE((int) fileSize);
        out.writeIntLE((int) memorySize);
        out.writeIntLE((int) flags);
        out.writeIntLE((int) alignment);
    }

    /** Whether the segment is of {@code wantedType} and {@code flags & mask} equals {@code wantedFlags}. */
    boolean matches(int wantedType, int mask, int wantedFlags) {
        return type == wantedType && (flags & mask) == wantedFlags;
    }

    /** Whether a link address lies in the part of the segment that the file holds. */
    boolean holds(long address) {
        return address >= virtualAddress && address - virtualAddress < fileSize;
    }
}
