package io.nrt4j.loader.ucode;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.q7.MemoryBounds;
import io.nrt4j.loader.testing.MiniLibrary;
import org.junit.jupiter.api.Test;

/** The shape that a library must have. Statuses and lines: q7.md §2.2, §2.3, §3.3, §9. */
class SplitLoadTest {
    private static final int PROGRAM_HEADERS = 0x34;
    private static final int MEMORY_SIZE_AT = 0x14;
    private static final int FLAGS_AT = 0x18;
    private static final int SECTION_COUNT_AT = 0x30;
    private static final String VALIDATE = "Failed to validate ELF shared object file";
    private static final String TOO_BIG = "Segment exceeds the size of the split region on device";

    private final Prelinking prelinking = new Prelinking();

    @Test
    void refusesWhatIsNoElf32() {
        prelinking.assertRefused(patched(3, 'G'), 1, VALIDATE);
        prelinking.assertRefused(patched(4, 2), 1, VALIDATE);
        prelinking.assertRefused(patched(5, 0), 1, VALIDATE);
        prelinking.assertRefused(patched(5, 3), 1, VALIDATE);
        prelinking.assertRefused(new byte[0], 1, VALIDATE);
        prelinking.assertRefused(new byte[] {0x7F, 'E', 'L', 'F', 1}, 1, VALIDATE);
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
        assertThat(Prelinking.image(prelinking.linked(file, MemoryBounds.CAYMAN)))
                .isEqualTo(Prelinking.image(prelinking.linked(MiniLibrary.mini(), MemoryBounds.CAYMAN)));
    }

    @Test
    void refusesAnotherShapeThanThreeLoadsAndADynamic() {
        prelinking.assertRefused(flags(0, 7), 7, VALIDATE);
        prelinking.assertRefused(flags(0, 1), 7, VALIDATE);
        prelinking.assertRefused(flags(1, 5), 7, VALIDATE);
        prelinking.assertRefused(flags(1, 3), 7, VALIDATE);
        prelinking.assertAccepted(flags(1, 6));
        prelinking.assertRefused(flags(2, 6), 7, VALIDATE);
        prelinking.assertRefused(flags(2, 5), 7, VALIDATE);
        prelinking.assertAccepted(flags(2, 2));
        prelinking.assertRefused(flags(3, 4), 7, VALIDATE);
        prelinking.assertRefused(flags(3, 7), 7, VALIDATE);
        prelinking.assertRefused(type(0, 2), 7, VALIDATE);
        prelinking.assertRefused(type(1, 0), 7, VALIDATE);
        prelinking.assertRefused(type(2, 2), 7, VALIDATE);
        prelinking.assertRefused(type(3, 0), 7, VALIDATE);
    }

    @Test
    void headersOutsideTheFileAreAWrongShape() {
        byte[] file = MiniLibrary.mini();
        Unpooled.wrappedBuffer(file).setIntLE(0x1C, 0xFFFF_FFF0);
        prelinking.assertRefused(file, 7, "ELF header at file offset 0xfffffff0 lies outside the file", VALIDATE);
        byte[] short1 = new byte[0x60];
        System.arraycopy(MiniLibrary.mini(), 0, short1, 0, short1.length);
        prelinking.assertRefused(short1, 7, "ELF header at file offset 0x60 lies outside the file", VALIDATE);
    }

    @Test
    void theSegmentMustFitItsRegion() {
        prelinking.assertRefused(memorySize(0, 0x8001), 13, TOO_BIG);
        prelinking.assertAccepted(memorySize(0, 0x8000));
        prelinking.assertRefused(memorySize(1, 0x2001), 13, TOO_BIG);
        prelinking.assertAccepted(memorySize(1, 0x2000));
        prelinking.assertRefused(memorySize(0, 0xFFFF_FFFF), 13, TOO_BIG);
    }

    @Test
    void withoutSectionsTheAlignmentIsZeroAndNothingFits() {
        byte[] file = MiniLibrary.mini();
        Unpooled.wrappedBuffer(file).setShortLE(SECTION_COUNT_AT, 0);
        prelinking.assertRefused(file, 13, TOO_BIG);
    }

    /** The emulator's additions: where the real code would read or clear foreign memory. */
    @Test
    void segmentsOutsideTheFileAreRefused() {
        byte[] outside = MiniLibrary.mini();
        Unpooled.wrappedBuffer(outside).setIntLE(PROGRAM_HEADERS + 4, 0x390);
        prelinking.assertRefused(outside, 13, "Segment of 0x30 bytes at file offset 0x390 lies outside the file");
        prelinking.assertRefused(memorySize(0, 0x2F), 13, "Segment has 0x30 bytes in the file but 0x2f in memory");
        byte[] sections = MiniLibrary.mini();
        Unpooled.wrappedBuffer(sections).setIntLE(0x20, 0x3A0);
        prelinking.assertRefused(sections, 7, "Section header at file offset 0x3b0 lies outside the file");
        byte[] dynamic = MiniLibrary.mini();
        Unpooled.wrappedBuffer(dynamic).setIntLE(PROGRAM_HEADERS + 3 * 0x20 + 4, 0x3AC);
        prelinking.assertRefused(
                dynamic,
                13,
                "Dynamic entry at file offset 0x3b0 lies outside the file",
                "Failed to extract dynamic relocation info from ELF shared object file");
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
}
