package io.nrt4j.loader.ucode;

import io.nrt4j.hal.q7.KernelRow;
import io.nrt4j.hal.q7.UcplHeader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.TreeSet;

/**
 * Stand-ins for the provider's libraries: same file size, segments, entry point, kernel tables and kinds of relocation,
 * but functions that only return. Source: q7.md §2.1, §3.5, §6.
 */
final class SyntheticExtIsa {
    /** {@code entry a1, 32; retw.n}. */
    private static final byte[] FUNCTION = {0x36, 0x41, 0x00, 0x1D, (byte) 0xF0};

    /** {@code const16 a2, 0}. */
    private static final byte[] CONST16 = {0x24, 0x00, 0x00};

    /** The first word of the base library's {@code .globstruct}, the boot sentinel. */
    private static final int GLOBALS_MAGIC = 0x6099CB34;

    private static final int FILLER_START = 0x500;
    private static final int FILLER_STEP = 0x10;
    /** Bytes from the high to the low instruction of a filler pair. */
    private static final int FILLER_GAP = 5;

    private SyntheticExtIsa() {}

    /** The stand-in of a library as an ELF file. */
    static byte[] elf(ExtIsaBlob blob) {
        return switch (blob) {
            case CAYMAN_0, MARIANA_0 -> base(blob);
            case CAYMAN_3, MARIANA_3 -> cptc(blob);
            case SUNDA_0 -> sunda(blob);
            case CAYMAN_1, CAYMAN_2, MARIANA_1, MARIANA_2 -> small(blob);
        };
    }

    /**
     * The base library of another build, of which only the size of the prelinked image is known.
     *
     * @param imageSize {@code prelinked_size}, at least that of an image without room for the functions
     */
    static byte[] baseOfSize(int imageSize) {
        List<KernelRow> rows = KernelCatalogue.of(ExtIsaBlob.CAYMAN_0);
        int dataSize = rows.size() * KernelRow.SIZE + imageSize % 0x20;
        int codeSize = (imageSize - dataSize - UcplHeader.SIZE) & ~0x1F;
        int bss = imageSize - UcplHeader.dataOffsetBehind(codeSize) - rows.size() * KernelRow.SIZE;
        Code code = new Code(codeSize);
        PiLibraryBuilder builder = PiLibraryBuilder.library().vendorScratch().named();
        for (int i = 0; i < rows.size(); i++) {
            long address = PiLibraryBuilder.CODE + i * 0x80L;
            code.function(address);
            builder.kernel(rows.get(i).opcode(), rows.get(i).specialization(), address);
        }
        return builder.code(code.bytes).data(new byte[0], bss).build();
    }

    private static byte[] base(ExtIsaBlob blob) {
        Code code = new Code(0x6F1E);
        PiLibraryBuilder builder = builder(blob, code, 0x01006F10L)
                .const16Pair(code.pair(0x1B, 0x1E), PiLibraryBuilder.CODE + 0x1E, 0x0200025CL)
                .relocation(0, RelocationType.NONE, 0)
                .relocation(0, RelocationType.NONE, 0)
                .const16Pair(code.pair(0x43, 0x48), PiLibraryBuilder.CODE + 0x48, 0x020001F8L);
        fillPairs(builder, code, 99, 6);
        byte[] data = new byte[0x380];
        ByteBuffer words = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = 0x200; at < 0x200 + 13 * Integer.BYTES; at += Integer.BYTES) {
            words.putInt(at, (int) blob.entry());
            builder.relocation(PiLibraryBuilder.DATA + at, RelocationType.RELATIVE, 0);
        }
        byte[] globals = new byte[0x48];
        ByteBuffer.wrap(globals).order(ByteOrder.LITTLE_ENDIAN).putInt(GLOBALS_MAGIC);
        return builder.code(code.bytes)
                .data(data, 0x3C)
                .globals(globals)
                .unusedSections(4, 23)
                .build();
    }

    private static byte[] cptc(ExtIsaBlob blob) {
        Code code = new Code(0x3D4A);
        PiLibraryBuilder builder = builder(blob, code, 0x01003D40L);
        long[][] pairs = {
            {0x2418, 0x241B, 0x01002BF8},
            {0x244F, 0x2452, 0x01003794},
            {0x245A, 0x2462, 0x010024B4},
            {0x2470, 0x2478, 0x01002934},
            {0x2486, 0x248E, 0x010030CC},
            {0x249C, 0x24A4, 0x010032C8}
        };
        for (long[] pair : pairs) {
            builder.const16Pair(code.pair((int) pair[0], (int) pair[1]), PiLibraryBuilder.CODE + pair[1], pair[2]);
        }
        return builder.code(code.bytes).data(new byte[0x8C8], 0).build();
    }

    private static byte[] sunda(ExtIsaBlob blob) {
        Code code = new Code(0xA9BE);
        PiLibraryBuilder builder = builder(blob, code, 0x0100A9B0L);
        fillPairs(builder, code, 32, 0);
        return builder.code(code.bytes).data(new byte[0x760], 0x64).build();
    }

    private static byte[] small(ExtIsaBlob blob) {
        int codeSize = (int) (blob.entry() - PiLibraryBuilder.CODE) + 0x18;
        Code code = new Code(codeSize);
        return builder(blob, code, blob.entry() + 0x10)
                .code(code.bytes)
                .data(new byte[0x80], 0)
                .build();
    }

    /** What all stand-ins have: functions at the addresses that entry point, fini and kernel table name. */
    private static PiLibraryBuilder builder(ExtIsaBlob blob, Code code, long fini) {
        PiLibraryBuilder builder = PiLibraryBuilder.library()
                .vendorScratch()
                .named()
                .fileSize(blob.size())
                .functions(blob.entry(), PiLibraryBuilder.CODE, fini);
        code.function(PiLibraryBuilder.CODE);
        code.function(blob.entry());
        code.function(fini);
        for (KernelRow row : KernelCatalogue.of(blob)) {
            code.function(row.address());
            builder.kernel(row.opcode(), row.specialization(), row.address());
        }
        return builder;
    }

    /**
     * Adds pairs of CONST16 between the functions, and behind some of them two empty relocations, as the real file has.
     */
    private static void fillPairs(PiLibraryBuilder builder, Code code, int count, int nones) {
        int noneLeft = nones;
        int at = FILLER_START;
        for (int i = 0; i < count; i++) {
            while (!code.isFree(at, FILLER_GAP + CONST16.length)) {
                at += FILLER_STEP;
            }
            builder.const16Pair(
                    code.pair(at, at + FILLER_GAP),
                    PiLibraryBuilder.CODE + at + FILLER_GAP,
                    PiLibraryBuilder.DATA + 4L * i);
            if (noneLeft > 0) {
                builder.relocation(0, RelocationType.NONE, 0).relocation(0, RelocationType.NONE, 0);
                noneLeft -= 2;
            }
            at += FILLER_STEP;
        }
    }

    /** A code segment that knows where something stands already. */
    private static final class Code {
        private final byte[] bytes;
        private final TreeSet<Integer> taken = new TreeSet<>();

        Code(int size) {
            bytes = new byte[size];
        }

        void function(long address) {
            put((int) (address - PiLibraryBuilder.CODE), FUNCTION);
        }

        /** Puts two CONST16 at offsets of the code and gives the link address of the first. */
        long pair(int high, int low) {
            put(high, CONST16);
            put(low, CONST16);
            return PiLibraryBuilder.CODE + high;
        }

        boolean isFree(int at, int length) {
            return taken.subSet(at, at + length).isEmpty();
        }

        private void put(int at, byte[] instruction) {
            System.arraycopy(instruction, 0, bytes, at, instruction.length);
            for (int i = 0; i < instruction.length; i++) {
                taken.add(at + i);
            }
        }
    }
}
