package io.nrt4j.loader.ucode;

/** Relocation types of the Xtensa psABI, as far as a library may hold them. Source: q7.md §3.5. */
public final class RelocationType {
    public static final int NONE = 0;
    public static final int RELATIVE = 5;

    /** First of fifteen: the low half of an address goes into the instruction of slot 0 to 14. */
    public static final int SLOT0_OP = 20;

    /** First of fifteen: the high half of an address goes into the instruction of slot 0 to 14. */
    public static final int SLOT0_ALT = 35;

    /** One behind the last slot type. */
    static final int SLOT_END = 50;

    /** {@code r_info} above this names a symbol. */
    static final long LAST_TYPE = 0xFF;

    /** Stands for all of them in counts. */
    public static final long SYMBOLIC = LAST_TYPE + 1;

    private RelocationType() {}

    /** The psABI name of a type without its {@code R_XTENSA_} prefix, or its number where the psABI has none. */
    public static String name(long type) {
        if (type >= SLOT0_ALT && type < SLOT_END) {
            return "SLOT" + (type - SLOT0_ALT) + "_ALT";
        }
        if (type >= SLOT0_OP && type < SLOT0_ALT) {
            return "SLOT" + (type - SLOT0_OP) + "_OP";
        }
        if (type == SYMBOLIC) {
            return "SYMBOLIC";
        }
        if (type < 0 || type > LAST_TYPE) {
            return Long.toString(type);
        }
        return switch ((int) type) {
            case NONE -> "NONE";
            case 1 -> "32";
            case 2 -> "RTLD";
            case 3 -> "GLOB_DAT";
            case 4 -> "JMP_SLOT";
            case RELATIVE -> "RELATIVE";
            case 6 -> "PLT";
            case 8 -> "OP0";
            case 9 -> "OP1";
            case 10 -> "OP2";
            case 11 -> "ASM_EXPAND";
            case 12 -> "ASM_SIMPLIFY";
            case 14 -> "32_PCREL";
            case 15 -> "GNU_VTINHERIT";
            case 16 -> "GNU_VTENTRY";
            case 17 -> "DIFF8";
            case 18 -> "DIFF16";
            case 19 -> "DIFF32";
            default -> Long.toString(type);
        };
    }
}
