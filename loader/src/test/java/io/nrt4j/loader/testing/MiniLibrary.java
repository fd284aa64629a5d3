package io.nrt4j.loader.testing;

import io.nrt4j.loader.ucode.PiLibraryBuilder;
import io.nrt4j.loader.ucode.RelocationType;
import java.util.HexFormat;

/**
 * The smallest library that has everything a prelink looks at: both halves of an address in CONST16 pairs, pointers at
 * every alignment, bss and two kernels. Source: q7.md §9.
 */
public final class MiniLibrary {
    /** Opcode, specialization and link address of the two kernels. */
    public static final long FIRST_KERNEL = PiLibraryBuilder.CODE;

    public static final long SECOND_KERNEL = PiLibraryBuilder.CODE + 0x20;

    private static final int CODE_SIZE = 0x30;

    /** entry; const16 a2 twice; const16 a3; mov.n; const16 a3; retw.n. */
    private static final String FIRST_FUNCTION = "364100 240002 241000 340001 3d02 342000 1df0";

    /** entry; movi.n a2, 0; retw.n. */
    private static final String SECOND_FUNCTION = "364100 0c02 1df0";

    private static final String DATA =
            "404142434445464748494a4b4c4d4e4f" + "20000001 ee 10000002 eeeeeeeeee 00000001 ee 20000001 ee";

    private MiniLibrary() {}

    /** 944 bytes, three sections without names. */
    public static byte[] mini() {
        return builder().build();
    }

    /** The same with named sections, so that a loader finds the kernel table; 1076 bytes. */
    public static byte[] mini2() {
        return builder().named().build();
    }

    /** {@link #mini} with a single relocation. */
    public static byte[] withOnlyRelocation(long site, int type, long addend) {
        return parts().relocation(site, type, addend).build();
    }

    /** {@link #mini} with other code from offset 0x10 on and a single relocation of type SLOT0_OP there. */
    public static byte[] withInstruction(byte[] instruction) {
        byte[] code = code();
        System.arraycopy(instruction, 0, code, 0x10, instruction.length);
        return parts().code(code)
                .relocation(PiLibraryBuilder.CODE + 0x10, RelocationType.SLOT0_OP, PiLibraryBuilder.DATA)
                .build();
    }

    private static PiLibraryBuilder builder() {
        return parts().const16Pair(PiLibraryBuilder.CODE + 3, PiLibraryBuilder.CODE + 6, PiLibraryBuilder.DATA + 0x10)
                .relocation(0, RelocationType.NONE, 0)
                .relocation(0, RelocationType.NONE, 0)
                .const16Pair(PiLibraryBuilder.CODE + 9, PiLibraryBuilder.CODE + 0xE, SECOND_KERNEL)
                .relocation(PiLibraryBuilder.DATA + 0x10, RelocationType.RELATIVE, 0)
                .relocation(PiLibraryBuilder.DATA + 0x15, RelocationType.RELATIVE, 4)
                .relocation(PiLibraryBuilder.DATA + 0x1E, RelocationType.RELATIVE, 0)
                .relocation(PiLibraryBuilder.DATA + 0x23, RelocationType.RELATIVE, 0)
                .kernel(0x7E, 0, FIRST_KERNEL)
                .kernel(0xF0, 7, SECOND_KERNEL);
    }

    private static PiLibraryBuilder parts() {
        return PiLibraryBuilder.library()
                .code(code())
                .data(hex(DATA), 0xC)
                .functions(PiLibraryBuilder.CODE, PiLibraryBuilder.CODE, SECOND_KERNEL);
    }

    private static byte[] code() {
        byte[] code = new byte[CODE_SIZE];
        byte[] first = hex(FIRST_FUNCTION);
        byte[] second = hex(SECOND_FUNCTION);
        System.arraycopy(first, 0, code, 0, first.length);
        System.arraycopy(second, 0, code, 0x20, second.length);
        return code;
    }

    private static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits.replace(" ", ""));
    }
}
