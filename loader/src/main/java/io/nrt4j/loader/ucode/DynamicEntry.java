package io.nrt4j.loader.ucode;

import io.netty.buffer.ByteBuf;

/**
 * One entry of the dynamic table ({@code Elf32_Dyn}); tag 0 ends the table. Source: q7.md §2.1, §2.4.
 *
 * @param tag the tag, unsigned
 * @param value address or number, unsigned
 */
public record DynamicEntry(long tag, long value) {
    public static final int SIZE = 8;

    public static final long NULL = 0;
    public static final long HASH = 4;
    public static final long STRTAB = 5;
    public static final long SYMTAB = 6;
    public static final long RELA = 7;
    public static final long RELASZ = 8;
    public static final long RELAENT = 9;
    public static final long STRSZ = 10;
    public static final long SYMENT = 11;
    public static final long INIT = 12;
    public static final long FINI = 13;
    public static final long DEBUG = 21;

    private static final int TAG_AT = 0;
    private static final int VALUE_AT = 4;

    /** The ELF name of a tag without its {@code DT_} prefix, or its number where it has none. */
    public static String name(long tag) {
        return switch ((int) tag) {
            case 4 -> "HASH";
            case 5 -> "STRTAB";
            case 6 -> "SYMTAB";
            case 7 -> "RELA";
            case 8 -> "RELASZ";
            case 9 -> "RELAENT";
            case 10 -> "STRSZ";
            case 11 -> "SYMENT";
            case 12 -> "INIT";
            case 13 -> "FINI";
            case 21 -> "DEBUG";
            default -> "0x" + Long.toHexString(tag);
        };
    }

    static DynamicEntry decode(ElfBytes in, long at) {
        return new DynamicEntry(in.u32(at + TAG_AT), in.u32(at + VALUE_AT));
    }

    void encode(ByteBuf out) {
        out.writeIntLE((int) tag);
        out.writeIntLE((int) value);
    }
}
