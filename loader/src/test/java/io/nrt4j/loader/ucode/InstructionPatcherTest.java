package io.nrt4j.loader.ucode;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.hal.q7.MemoryBounds;
import io.nrt4j.loader.testing.MiniLibrary;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Immediates of instructions and bundles. Source: q7.md §3.7, §9. */
class InstructionPatcherTest {
    private final Prelinking prelinking = new Prelinking();

    /** The last instruction of a region has only three bytes; the real code reads one beyond. */
    @Test
    void anInstructionAtTheVeryEndOfTheCodeIsPatched() {
        byte[] code = new byte[0x8000];
        code[0x7FFD] = 0x24;
        byte[] file = PiLibraryBuilder.library()
                .code(code)
                .relocation(0x0100_7FFDL, RelocationType.SLOT0_OP, 0x0100_1234L)
                .build();
        assertThat(Prelinking.hex(prelinking.linked(file, MemoryBounds.CAYMAN).code(), 0x7FFD, 3))
                .isEqualTo("243492");
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
        PrelinkedLibrary library = prelinking.linked(file, MemoryBounds.CAYMAN);
        assertThat(Prelinking.hex(library.code(), 0x0F, 6)).isEqualTo("3401003494b7");
        assertThat(Prelinking.hex(library.code(), 0x1F, 6)).isEqualTo("440b00445ce2");
    }

    @ParameterizedTest
    @CsvSource({"8", "9", "a", "b", "c", "d"})
    void densityInstructionsHaveNoLargeImmediate(String op0) {
        byte[] file = MiniLibrary.withInstruction(HexFormat.of().parseHex("0" + op0 + "000000"));
        prelinking.assertRefused(file, 12, "Unknown instruction format [0x" + op0 + "]");
    }

    @Test
    void bundlesOfUnknownLengthAreRefused() {
        byte[] file = MiniLibrary.withInstruction(HexFormat.of().parseHex("0f000003"));
        prelinking.assertRefused(file, 12, "Unknown instruction format [0x300000f]");
    }

    @Test
    void bundlesOfUnknownFormatAreRefused() {
        prelinking.assertRefused(
                MiniLibrary.withInstruction(HexFormat.of().parseHex("0f00000100000000")),
                8,
                "Failed to set large immediate field in instruction slot 0");
        prelinking.assertRefused(
                MiniLibrary.withInstruction(HexFormat.of().parseHex("0f000000000000000000000000000000")),
                8,
                "Failed to set large immediate field in instruction slot 0");
    }

    /** The bundle seen in real code: q7.md §3.7. */
    @Test
    void bundlesOfKnownFormatAreRecordedAndLeftAlone() {
        PrelinkedLibrary library = prelinking.linked(
                MiniLibrary.withInstruction(HexFormat.of().parseHex("4f006f790800c242")), MemoryBounds.CAYMAN);
        assertThat(library.flixImmediates())
                .containsExactly(new FlixImmediate(0x18010, 0, false, 0xE000, FlixFormat.NARROW_42000000));
        assertThat(Prelinking.hex(library.code(), 0x10, 8)).isEqualTo("4f006f790800c242");
        assertThat(prelinking.messages()).containsExactly("q7: 1 FLIX immediates recorded, not encoded");
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
        assertThat(prelinking
                        .linked(MiniLibrary.withInstruction(bundle), MemoryBounds.CAYMAN)
                        .flixImmediates())
                .singleElement()
                .satisfies(i -> assertThat(i.format()).isEqualTo(format));
    }
}
