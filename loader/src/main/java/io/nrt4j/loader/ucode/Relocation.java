package io.nrt4j.loader.ucode;

import io.netty.buffer.ByteBuf;

/**
 * One entry of the relocation table ({@code Elf32_Rela}). All numbers unsigned 32-bit. Source: q7.md §3.5.
 *
 * @param offset link address of the site
 * @param info the whole {@code r_info} word; a library names no symbols, so it equals the type
 * @param addend link address that the site refers to, or what is added to it
 */
public record Relocation(long offset, long info, long addend) {
    public static final int SIZE = 12;

    private static final int OFFSET_AT = 0;
    private static final int INFO_AT = 4;
    private static final int ADDEND_AT = 8;

    static Relocation decode(ElfBytes in, long at) {
        return new Relocation(in.u32(at + OFFSET_AT), in.u32(at + INFO_AT), in.u32(at + ADDEND_AT));
    }

    void encode(ByteBuf out) {
        out.writeIntLE((int) offset);
        out.writeIntLE((int) info);
        out.writeIntLE((int) addend);
    }
}
