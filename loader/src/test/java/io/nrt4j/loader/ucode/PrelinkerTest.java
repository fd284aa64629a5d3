package io.nrt4j.loader.ucode;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.q7.KernelRow;
import io.nrt4j.hal.q7.KernelTable;
import io.nrt4j.hal.q7.LibraryImage;
import io.nrt4j.hal.q7.MemoryBounds;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.testing.MiniLibrary;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expected bytes, statuses and lines: q7.md §9. */
class PrelinkerTest {
    private static final int PROGRAM_HEADERS = 0x34;
    private static final int MEMORY_SIZE_AT = 0x14;
    private static final int FLAGS_AT = 0x18;
    private static final int SECTION_COUNT_AT = 0x30;

    private static final String VALIDATE = "Failed to validate ELF shared object file";
    private static final String TOO_BIG = "Segment exceeds the size of the split region on device";

    private final Nlog nlog = Nlog.silent();

    @Test
    void theFixtureIsTheFileOfTheSheet() {
        assertThat(MiniLibrary.mini()).hasSize(944);
        assertThat(sha256(Unpooled.wrappedBuffer(MiniLibrary.mini())))
                .isEqualTo("cc1b99d03b307a525b19d99e645114bf604eea0d6d8e48a5cba77ed6d1e04932");
        assertThat(MiniLibrary.mini2()).hasSize(1076);
        assertThat(sha256(Unpooled.wrappedBuffer(MiniLibrary.mini2())))
                .isEqualTo("4b7b763eb73cdc60a6031f64b8d68a4f19d581925e041ad3ec3ec135a64bb64c");
    }

    @Test
    void relocatesForCayman() {
        PrelinkedLibrary library = linked(MiniLibrary.mini(), MemoryBounds.CAYMAN);
        assertThat(header(library)).isEqualTo("5543504c20000000300000006000000044000000008001002080010000800100");
        assertThat(library.image().size()).isEqualTo(0xA4);
        assertThat(library.alignment()).isEqualTo(0x20);
        assertThat(hex(library.code(), 0, 0x13)).isEqualTo("364100240b002410e03401003d023420801df0");
        assertThat(hex(library.data(), 0x10, 0x28))
                .isEqualTo("20800100ee14e00b00eeeeeeeeee00800100ee20800100ee0000007e00800100000007f020800100");
        assertThat(hex(library.data(), 0x38, 0xC)).isEqualTo("00".repeat(0xC));
        assertThat(sha256(image(library)))
                .isEqualTo("69733b3b8d0e727f625bde62e9d19b55766003f92d1d73950788d4cd0a0ae19d");
        assertPoisonedBehind(library.codeRegion(), 0x30, 0x8000);
        assertPoisonedBehind(library.dataRegion(), 0x44, 0x2000);
    }

    @Test
    void relocatesForSunda() {
        PrelinkedLibrary library = linked(MiniLibrary.mini(), MemoryBounds.SUNDA);
        assertThat(header(library)).isEqualTo("5543504c20000000300000006000000044000000005500002055000000550000");
        assertThat(library.image().size()).isEqualTo(0xA4);
        assertThat(hex(library.code(), 0, 0x13)).isEqualTo("3641002408002410e03400003d023420551df0");
        assertThat(hex(library.data(), 0x10, 0x28))
                .isEqualTo("20550000ee14e00800eeeeeeeeee00550000ee20550000ee0000007e00550000000007f020550000");
        assertThat(sha256(image(library)))
                .isEqualTo("62c8c58f453f086f91ef5685dad908f984f4d04b29ea79b68acfe37148dd5a8c");
        assertPoisonedBehind(library.codeRegion(), 0x30, 0xAB00);
        assertPoisonedBehind(library.dataRegion(), 0x44, 0x2000);
    }

    @Test
    void countsRelocationsByTypeAndSegment() {
        RelocationHistogram histogram =
                linked(MiniLibrary.mini(), MemoryBounds.CAYMAN).histogram();
        assertThat(histogram.byType()).isEqualTo(Map.of(0L, 2, 5L, 6, 20L, 2, 35L, 2));
        assertThat(histogram.counts())
                .isEqualTo(Map.of("text", Map.of(20L, 2, 35L, 2), "data", Map.of(5L, 6), "other", Map.of(0L, 2)));
        assertThat(histogram.total()).isEqualTo(12);
    }

    @Test
    void withoutSectionNamesThereIsNoKernelTable() {
        assertThat(linked(MiniLibrary.mini(), MemoryBounds.CAYMAN).kernelTable())
                .isEmpty();
    }

    @Test
    void withSectionNamesTheKernelTableIsReadFromTheRelocatedData() {
        PrelinkedLibrary named = linked(MiniLibrary.mini2(), MemoryBounds.CAYMAN);
        assertThat(image(named)).isEqualTo(image(linked(MiniLibrary.mini(), MemoryBounds.CAYMAN)));
        assertThat(named.kernelTable())
                .contains(new KernelTable(
                        0xBE028, List.of(KernelRow.of(0x7E, 0, 0x18000), KernelRow.of(0xF0, 7, 0x18020))));
    }

    @Test
    void theKernelTableMayHaveALeadingDot() {
        byte[] file = MiniLibrary.mini2();
        String names = ascii(file);
        file[names.indexOf("kernel_info_table") - 1] = '.';
        int thirdHeader = 0x344 + 3 * SectionHeader.SIZE;
        assertThat(file[thirdHeader]).isEqualTo((byte) 23);
        file[thirdHeader] = 22;
        assertThat(linked(file, MemoryBounds.CAYMAN).kernelTable()).isPresent();
    }

    @Test
    void aKernelTableOutsideTheDataIsNotBound() {
        byte[] file = MiniLibrary.mini2();
        Unpooled.wrappedBuffer(file).setIntLE(0x344 + 3 * SectionHeader.SIZE + 0xC, 0x0200_1FF8);
        assertThat(linked(file, MemoryBounds.CAYMAN).kernelTable()).isEmpty();
        assertThat(messages())
                .containsExactly("q7: kernel table of 16 bytes at 0xbfff8 lies outside the data, not bound");
    }

    @Test
    void refusesWhatIsNoElf32() {
        assertRefused(patched(3, 'G'), 1, VALIDATE);
        assertRefused(patched(4, 2), 1, VALIDATE);
        assertRefused(patched(5, 0), 1, VALIDATE);
        assertRefused(patched(5, 3), 1, VALIDATE);
        assertRefused(new byte[0], 1, VALIDATE);
        assertRefused(new byte[] {0x7F, 'E', 'L', 'F', 1}, 1, VALIDATE);
    }

    @Test
    void doesNotLookAtTypeMachineVersionFlagsOrCounts() {
        byte[] file = MiniLibrary.mini();
        ByteBuf header = Unpooled.wrappedBuffer(file);
        header.setShortLE(0x10, 3);
        header.setShortLE(0x12, 62);
        header.setIntLE(0x14, 9);
        header.setIntLE(0x24, 0);
        header.setIntLE(0x28, 0);
        header.setShortLE(0x2C, 0);
        assertThat(image(linked(file, MemoryBounds.CAYMAN)))
                .isEqualTo(image(linked(MiniLibrary.mini(), MemoryBounds.CAYMAN)));
    }

    @Test
    void refusesAnotherShapeThanThreeLoadsAndADynamic() {
        assertRefused(flags(0, 7), 7, VALIDATE);
        assertRefused(flags(0, 1), 7, VALIDATE);
        assertRefused(flags(1, 5), 7, VALIDATE);
        assertRefused(flags(1, 3), 7, VALIDATE);
        assertAccepted(flags(1, 6));
        assertRefused(flags(2, 6), 7, VALIDATE);
        assertRefused(flags(2, 5), 7, VALIDATE);
        assertAccepted(flags(2, 2));
        assertRefused(flags(3, 4), 7, VALIDATE);
        assertRefused(flags(3, 7), 7, VALIDATE);
        assertRefused(type(0, 2), 7, VALIDATE);
        assertRefused(type(1, 0), 7, VALIDATE);
        assertRefused(type(2, 2), 7, VALIDATE);
        assertRefused(type(3, 0), 7, VALIDATE);
    }

    @Test
    void headersOutsideTheFileAreAWrongShape() {
        byte[] file = MiniLibrary.mini();
        Unpooled.wrappedBuffer(file).setIntLE(0x1C, 0xFFFF_FFF0);
        assertRefused(file, 7, "ELF header at file offset 0xfffffff0 lies outside the file", VALIDATE);
        byte[] short1 = new byte[0x60];
        System.arraycopy(MiniLibrary.mini(), 0, short1, 0, short1.length);
        assertRefused(short1, 7, "ELF header at file offset 0x60 lies outside the file", VALIDATE);
    }

    @Test
    void theSegmentMustFitItsRegion() {
        assertRefused(memorySize(0, 0x8001), 13, TOO_BIG);
        assertAccepted(memorySize(0, 0x8000));
        assertRefused(memorySize(1, 0x2001), 13, TOO_BIG);
        assertAccepted(memorySize(1, 0x2000));
        assertRefused(memorySize(0, 0xFFFF_FFFF), 13, TOO_BIG);
    }

    @Test
    void withoutSectionsTheAlignmentIsZeroAndNothingFits() {
        byte[] file = MiniLibrary.mini();
        Unpooled.wrappedBuffer(file).setShortLE(SECTION_COUNT_AT, 0);
        assertRefused(file, 13, TOO_BIG);
    }

    /** The emulator's additions: where the real code would read or clear foreign memory. */
    @Test
    void segmentsOutsideTheFileAreRefused() {
        byte[] outside = MiniLibrary.mini();
        Unpooled.wrappedBuffer(outside).setIntLE(PROGRAM_HEADERS + 4, 0x390);
        assertRefused(outside, 13, "Segment of 0x30 bytes at file offset 0x390 lies outside the file");
        assertRefused(memorySize(0, 0x2F), 13, "Segment has 0x30 bytes in the file but 0x2f in memory");
        byte[] sections = MiniLibrary.mini();
        Unpooled.wrappedBuffer(sections).setIntLE(0x20, 0x3A0);
        assertRefused(sections, 7, "Section header at file offset 0x3b0 lies outside the file");
        byte[] dynamic = MiniLibrary.mini();
        Unpooled.wrappedBuffer(dynamic).setIntLE(PROGRAM_HEADERS + 3 * 0x20 + 4, 0x3AC);
        assertRefused(
                dynamic,
                13,
                "Dynamic entry at file offset 0x3b0 lies outside the file",
                "Failed to extract dynamic relocation info from ELF shared object file");
    }

    @Test
    void relocationsOutsideTheFileAreRefused() {
        byte[] count = MiniLibrary.mini();
        ByteBuf dynamic = Unpooled.wrappedBuffer(count);
        dynamic.setIntLE(0x200 + 8 * 8 + 4, 0x1000);
        assertThat(dynamic.getIntLE(0x200 + 8 * 8)).isEqualTo(8);
        // The section headers that follow the table are read as relocations first.
        assertThat(prelink(count, MemoryBounds.CAYMAN).status()).isNotEqualTo(XtlibStatus.NO_ERR);
        byte[] table = MiniLibrary.mini();
        Unpooled.wrappedBuffer(table).setIntLE(0x200 + 7 * 8 + 4, 0x0300_01B0);
        assertRefused(table, 13, "Relocation at file offset 0x3b0 lies outside the file");
    }

    @Test
    void withoutScratchTheTableIsLookedForInCodeAndData() {
        byte[] nowhere = withoutScratch();
        assertRefused(nowhere, 4, "Failed to extract dynamic relocation info from ELF shared object file");
        byte[] inData = withoutScratch();
        ByteBuf bytes = Unpooled.wrappedBuffer(inData);
        // One RELATIVE relocation at data + 0x10, written over the first data bytes.
        bytes.setIntLE(0x180, 0x0200_0010).setIntLE(0x184, 5).setIntLE(0x188, 0);
        bytes.setIntLE(0x200 + 7 * 8 + 4, 0x0200_0000).setIntLE(0x200 + 8 * 8 + 4, 12);
        assertThat(hex(linked(inData, MemoryBounds.CAYMAN).data(), 0x10, 4)).isEqualTo("20800100");
    }

    /** Without scratch the comparison is not moved: q7.md §3.4. */
    @Test
    void withoutScratchAddressesJustBelowTheDataAreCode() {
        byte[] file = withoutScratch();
        ByteBuf bytes = Unpooled.wrappedBuffer(file);
        bytes.setIntLE(0x180, 0x01FF_FC00).setIntLE(0x184, 20).setIntLE(0x188, 0);
        bytes.setIntLE(0x200 + 7 * 8 + 4, 0x0200_0000).setIntLE(0x200 + 8 * 8 + 4, 12);
        assertRefused(file, 8, "Invalid relocation address " + (0x01FF_FC00 - 0x0100_0000 + 0x18000));
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "0x01000003, 0x114, 0x0,        5, -",
                "0x02000010, 1,     0x0,        8, Unknown relocation type 1",
                "0x02000010, 50,    0x0,        8, Unknown relocation type 50",
                "0x02000010, 255,   0x0,        8, Unknown relocation type 255",
                "0x02000010, 19,    0x0,        8, Unknown relocation type 19",
                "0x01009000, 20,    0x02000000, 8, Invalid relocation address 135168",
                "0x00FFFF00, 20,    0x02000000, 8, Invalid relocation address 98048",
                "0x01FFFC00, 20,    0x02000000, 8, Invalid relocation address 777216",
                "0x01FFFBFF, 20,    0x02000000, 8, Invalid relocation address 16874495",
                "0x01000027, 20,    0x02000000, 0, -",
                "0x0100002D, 34,    0x02000000, 0, -",
                "0x01007FFE, 20,    0x02000000, 8, Invalid relocation address 131070",
            })
    void singleRelocations(String site, String type, String addend, int status, String line) {
        byte[] file = MiniLibrary.withOnlyRelocation(Long.decode(site), Integer.decode(type), Long.decode(addend));
        assertThat(prelink(file, MemoryBounds.CAYMAN).status().code()).isEqualTo(status);
        assertThat(messages()).isEqualTo(line == null ? List.of() : List.of(line));
    }

    @Test
    void illegalLoadsAndStoresAreLoggedAndSkipped() {
        byte[] file = MiniLibrary.withOnlyRelocation(0x0200_3000L, RelocationType.RELATIVE, 0);
        assertAccepted(file);
        assertThat(messages()).containsExactly("Invalid load @ 0xc1000", "Invalid store (0xff017fff) @ 0xc1000");
    }

    @Test
    void aPointerAcrossTheEndOfTheDataIsCutOff() {
        byte[] file = MiniLibrary.withOnlyRelocation(0x0200_1FFEL, RelocationType.RELATIVE, 0);
        PrelinkedLibrary library = linked(file, MemoryBounds.CAYMAN);
        assertThat(messages()).containsExactly("Invalid load @ 0xc0000", "Invalid store (0xfffffe0b) @ 0xc0000");
        // Poison A5A5 below, all ones above: 0xFFFFA5A5 is a data address, plus 0xBE000 - 0x02000000.
        assertThat(hex(library.dataRegion(), 0x1FFC, 4)).isEqualTo("a5a5a585");
    }

    @Test
    void aHostileFileCannotFloodTheLog() {
        PiLibraryBuilder builder = PiLibraryBuilder.library().code(new byte[8]);
        for (int i = 0; i < 5000; i++) {
            builder.relocation(0x0200_3000L, RelocationType.RELATIVE, 0);
        }
        assertAccepted(builder.build());
        assertThat(messages()).hasSize(1001).last().isEqualTo("q7: further invalid accesses are not logged");
    }

    /** The last instruction of a region has only three bytes; the real code reads one beyond. */
    @Test
    void anInstructionAtTheVeryEndOfTheCodeIsPatched() {
        byte[] code = new byte[0x8000];
        code[0x7FFD] = 0x24;
        byte[] file = PiLibraryBuilder.library()
                .code(code)
                .relocation(0x0100_7FFDL, RelocationType.SLOT0_OP, 0x0100_1234L)
                .build();
        assertThat(hex(linked(file, MemoryBounds.CAYMAN).code(), 0x7FFD, 3)).isEqualTo("243492");
    }

    /** Pairs of the real libraries: q7.md §9, end. */
    @Test
    void const16AsInRealCode() {
        byte[] code = new byte[0x40];
        System.arraycopy(new byte[] {0x34, 0, 1, 0x34, (byte) 0x94, 0x37}, 0, code, 0x0F, 6);
        System.arraycopy(new byte[] {0x44, 0, 2, 0x44, 0x5C, 0x02}, 0, code, 0x1F, 6);
        byte[] file = PiLibraryBuilder.library()
                .code(code)
                .const16Pair(0x0100_000FL, 0x0100_0012L, 0x0100_3794L)
                .const16Pair(0x0100_001FL, 0x0100_0022L, 0x0200_025CL)
                .build();
        PrelinkedLibrary library = linked(file, MemoryBounds.CAYMAN);
        assertThat(hex(library.code(), 0x0F, 6)).isEqualTo("3401003494b7");
        assertThat(hex(library.code(), 0x1F, 6)).isEqualTo("440b00445ce2");
    }

    @ParameterizedTest
    @CsvSource({"8", "9", "a", "b", "c", "d"})
    void densityInstructionsHaveNoLargeImmediate(String op0) {
        byte[] file = MiniLibrary.withInstruction(HexFormat.of().parseHex("0" + op0 + "000000"));
        assertRefused(file, 12, "Unknown instruction format [0x" + op0 + "]");
    }

    @Test
    void bundlesOfUnknownLengthAreRefused() {
        byte[] file = MiniLibrary.withInstruction(HexFormat.of().parseHex("0f000003"));
        assertRefused(file, 12, "Unknown instruction format [0x300000f]");
    }

    @Test
    void bundlesOfUnknownFormatAreRefused() {
        assertRefused(
                MiniLibrary.withInstruction(HexFormat.of().parseHex("0f00000100000000")),
                8,
                "Failed to set large immediate field in instruction slot 0");
        assertRefused(
                MiniLibrary.withInstruction(HexFormat.of().parseHex("0f000000000000000000000000000000")),
                8,
                "Failed to set large immediate field in instruction slot 0");
    }

    /** The bundle seen in real code: q7.md §3.7. */
    @Test
    void bundlesOfKnownFormatAreRecordedAndLeftAlone() {
        PrelinkedLibrary library =
                linked(MiniLibrary.withInstruction(HexFormat.of().parseHex("4f006f790800c242")), MemoryBounds.CAYMAN);
        assertThat(library.flixImmediates())
                .containsExactly(new FlixImmediate(0x18010, 0, false, 0xE000, FlixFormat.NARROW_42000000));
        assertThat(hex(library.code(), 0x10, 8)).isEqualTo("4f006f790800c242");
        assertThat(messages()).containsExactly("q7: 1 FLIX immediates recorded, not encoded");
    }

    @ParameterizedTest
    @CsvSource({
        "0f000000 00000041, WIDE_41000000",
        "0e000000 00000000, WIDE_E",
        "0e000000 00000041, WIDE_41000000",
        "0f000000 00000441, WIDE_41040000",
        "0f000000 00000841, WIDE_41080000",
        "0f000000 00800841, WIDE_41088000",
        "0f000000 00000641, WIDE_41060000",
        "0f000001 00000042, NARROW_42000000",
        "0f000001 00000040, NARROW_40000000",
    })
    void recognisesBundleFormats(String words, FlixFormat format) {
        String first = words.substring(0, 8);
        String gap = format.length() == 16 ? "0".repeat(16) : "";
        byte[] bundle = HexFormat.of().parseHex(first + gap + words.substring(9));
        assertThat(linked(MiniLibrary.withInstruction(bundle), MemoryBounds.CAYMAN)
                        .flixImmediates())
                .singleElement()
                .satisfies(i -> assertThat(i.format()).isEqualTo(format));
    }

    @Test
    void bigEndianFilesAreRead() {
        assertThat(image(linked(bigEndian(MiniLibrary.mini()), MemoryBounds.CAYMAN)))
                .isEqualTo(image(linked(MiniLibrary.mini(), MemoryBounds.CAYMAN)));
    }

    private PrelinkResult prelink(byte[] file, MemoryBounds bounds) {
        return new Prelinker(bounds).prelink(Unpooled.wrappedBuffer(file), nlog);
    }

    private PrelinkedLibrary linked(byte[] file, MemoryBounds bounds) {
        PrelinkResult result = prelink(file, bounds);
        assertThat(result).isInstanceOf(PrelinkResult.Linked.class);
        return ((PrelinkResult.Linked) result).library();
    }

    private void assertAccepted(byte[] file) {
        assertThat(prelink(file, MemoryBounds.CAYMAN).status()).isEqualTo(XtlibStatus.NO_ERR);
    }

    private void assertRefused(byte[] file, int status, String... lines) {
        int before = messages().size();
        assertThat(prelink(file, MemoryBounds.CAYMAN).status().code()).isEqualTo(status);
        assertThat(messages().subList(before, messages().size())).containsExactly(lines);
    }

    private List<String> messages() {
        return nlog.records().stream().map(LogRecord::message).toList();
    }

    private static byte[] patched(int at, int value) {
        byte[] file = MiniLibrary.mini();
        file[at] = (byte) value;
        return file;
    }

    private static byte[] flags(int segment, int flags) {
        return patched(PROGRAM_HEADERS + segment * ProgramHeader.SIZE + FLAGS_AT, flags);
    }

    private static byte[] type(int segment, int type) {
        return patched(PROGRAM_HEADERS + segment * ProgramHeader.SIZE, type);
    }

    private static byte[] memorySize(int segment, int size) {
        byte[] file = MiniLibrary.mini();
        Unpooled.wrappedBuffer(file).setIntLE(PROGRAM_HEADERS + segment * ProgramHeader.SIZE + MEMORY_SIZE_AT, size);
        return file;
    }

    /** The dynamic segment moved to the place of the scratch segment. */
    private static byte[] withoutScratch() {
        byte[] file = MiniLibrary.mini();
        int third = PROGRAM_HEADERS + 2 * ProgramHeader.SIZE;
        System.arraycopy(file, third + ProgramHeader.SIZE, file, third, ProgramHeader.SIZE);
        return file;
    }

    /** Swaps every field of headers and tables; code and data stay as they are. */
    private static byte[] bigEndian(byte[] file) {
        ByteBuf bytes = Unpooled.wrappedBuffer(file);
        int sections = bytes.getIntLE(0x20);
        bytes.setByte(5, 2);
        int[] halves = {0x10, 0x12, 0x28, 0x2A, 0x2C, 0x2E, 0x30, 0x32};
        for (int at : halves) {
            bytes.setShort(at, bytes.getShortLE(at));
        }
        swapWords(bytes, 0x14, 0x28);
        swapWords(bytes, PROGRAM_HEADERS, PROGRAM_HEADERS + 4 * ProgramHeader.SIZE);
        swapWords(bytes, 0x200, 0x310);
        swapWords(bytes, sections, file.length);
        return file;
    }

    private static void swapWords(ByteBuf bytes, int from, int to) {
        for (int at = from; at < to; at += 4) {
            bytes.setInt(at, bytes.getIntLE(at));
        }
    }

    private static void assertPoisonedBehind(ByteBuf region, int used, int size) {
        assertThat(region.capacity()).isEqualTo(size);
        assertThat(hex(region, used, size - used)).isEqualTo("a5".repeat(size - used));
    }

    private static String header(PrelinkedLibrary library) {
        return ByteBufUtil.hexDump(library.image().writes().get(0).bytes());
    }

    /** Header, code and data without the gap between them. */
    private static ByteBuf image(PrelinkedLibrary library) {
        return Unpooled.wrappedBuffer(
                library.image().writes().stream().map(LibraryImage.Write::bytes).toArray(ByteBuf[]::new));
    }

    private static String hex(ByteBuf bytes, int at, int length) {
        return ByteBufUtil.hexDump(bytes, at, length);
    }

    private static String sha256(ByteBuf bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(ByteBufUtil.getBytes(bytes)));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    private static String ascii(byte[] file) {
        return new String(file, java.nio.charset.StandardCharsets.ISO_8859_1);
    }
}
