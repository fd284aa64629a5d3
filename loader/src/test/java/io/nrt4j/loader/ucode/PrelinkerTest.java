package io.nrt4j.loader.ucode;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.q7.KernelRow;
import io.nrt4j.hal.q7.KernelTable;
import io.nrt4j.hal.q7.MemoryBounds;
import io.nrt4j.loader.testing.MiniLibrary;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Whole libraries: bytes, kernel tables, counts. Expected values: q7.md §9, §6.3. */
class PrelinkerTest {
    private static final int PROGRAM_HEADERS = 0x34;

    private final Prelinking prelinking = new Prelinking();

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
        PrelinkedLibrary library = prelinking.linked(MiniLibrary.mini(), MemoryBounds.CAYMAN);
        assertThat(header(library)).isEqualTo("5543504c20000000300000006000000044000000008001002080010000800100");
        assertThat(library.image().size()).isEqualTo(0xA4);
        assertThat(library.alignment()).isEqualTo(0x20);
        assertThat(Prelinking.hex(library.code(), 0, 0x13)).isEqualTo("364100240b002410e03401003d023420801df0");
        assertThat(Prelinking.hex(library.data(), 0x10, 0x28))
                .isEqualTo("20800100ee14e00b00eeeeeeeeee00800100ee20800100ee0000007e00800100000007f020800100");
        assertThat(Prelinking.hex(library.data(), 0x38, 0xC)).isEqualTo("00".repeat(0xC));
        assertThat(sha256(Prelinking.image(library)))
                .isEqualTo("69733b3b8d0e727f625bde62e9d19b55766003f92d1d73950788d4cd0a0ae19d");
        assertPoisonedBehind(library.codeRegion(), 0x30, 0x8000);
        assertPoisonedBehind(library.dataRegion(), 0x44, 0x2000);
    }

    @Test
    void relocatesForSunda() {
        PrelinkedLibrary library = prelinking.linked(MiniLibrary.mini(), MemoryBounds.SUNDA);
        assertThat(header(library)).isEqualTo("5543504c20000000300000006000000044000000005500002055000000550000");
        assertThat(library.image().size()).isEqualTo(0xA4);
        assertThat(Prelinking.hex(library.code(), 0, 0x13)).isEqualTo("3641002408002410e03400003d023420551df0");
        assertThat(Prelinking.hex(library.data(), 0x10, 0x28))
                .isEqualTo("20550000ee14e00800eeeeeeeeee00550000ee20550000ee0000007e00550000000007f020550000");
        assertThat(sha256(Prelinking.image(library)))
                .isEqualTo("62c8c58f453f086f91ef5685dad908f984f4d04b29ea79b68acfe37148dd5a8c");
        assertPoisonedBehind(library.codeRegion(), 0x30, 0xAB00);
        assertPoisonedBehind(library.dataRegion(), 0x44, 0x2000);
    }

    @Test
    void countsRelocationsByTypeAndSegment() {
        RelocationHistogram histogram =
                prelinking.linked(MiniLibrary.mini(), MemoryBounds.CAYMAN).histogram();
        assertThat(histogram.byType()).isEqualTo(Map.of(0L, 2, 5L, 6, 20L, 2, 35L, 2));
        assertThat(histogram.counts())
                .isEqualTo(Map.of("text", Map.of(20L, 2, 35L, 2), "data", Map.of(5L, 6), "other", Map.of(0L, 2)));
        assertThat(histogram.total()).isEqualTo(12);
    }

    @Test
    void withoutSectionNamesThereIsNoKernelTable() {
        assertThat(prelinking.linked(MiniLibrary.mini(), MemoryBounds.CAYMAN).kernelTable())
                .isEmpty();
    }

    @Test
    void withSectionNamesTheKernelTableIsReadFromTheRelocatedData() {
        PrelinkedLibrary named = prelinking.linked(MiniLibrary.mini2(), MemoryBounds.CAYMAN);
        assertThat(Prelinking.image(named))
                .isEqualTo(Prelinking.image(prelinking.linked(MiniLibrary.mini(), MemoryBounds.CAYMAN)));
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
        assertThat(prelinking.linked(file, MemoryBounds.CAYMAN).kernelTable()).isPresent();
    }

    @Test
    void aKernelTableOutsideTheDataIsNotBound() {
        byte[] file = MiniLibrary.mini2();
        Unpooled.wrappedBuffer(file).setIntLE(0x344 + 3 * SectionHeader.SIZE + 0xC, 0x0200_1FF8);
        assertThat(prelinking.linked(file, MemoryBounds.CAYMAN).kernelTable()).isEmpty();
        assertThat(prelinking.messages())
                .containsExactly("q7: kernel table of 16 bytes at 0xbfff8 lies outside the data, not bound");
    }

    @Test
    void bigEndianFilesAreRead() {
        assertThat(Prelinking.image(prelinking.linked(bigEndian(MiniLibrary.mini()), MemoryBounds.CAYMAN)))
                .isEqualTo(Prelinking.image(prelinking.linked(MiniLibrary.mini(), MemoryBounds.CAYMAN)));
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
        assertThat(Prelinking.hex(region, used, size - used)).isEqualTo("a5".repeat(size - used));
    }

    private static String header(PrelinkedLibrary library) {
        return ByteBufUtil.hexDump(library.image().writes().get(0).bytes());
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
