package io.nrt4j.loader.ucode;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.q7.MemoryBounds;
import io.nrt4j.loader.testing.MiniLibrary;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Single relocations and where their table may lie. Statuses and lines: q7.md §2.4, §3.4-§3.6, §9. */
class RelocationWalkTest {
    private static final int PROGRAM_HEADERS = 0x34;

    private final Prelinking prelinking = new Prelinking();

    @Test
    void relocationsOutsideTheFileAreRefused() {
        byte[] count = MiniLibrary.mini();
        ByteBuf dynamic = Unpooled.wrappedBuffer(count);
        dynamic.setIntLE(0x200 + 8 * 8 + 4, 0x1000);
        assertThat(dynamic.getIntLE(0x200 + 8 * 8)).isEqualTo(8);
        // The section headers that follow the table are read as relocations first.
        assertThat(prelinking.prelink(count, MemoryBounds.CAYMAN).status()).isNotEqualTo(XtlibStatus.NO_ERR);
        byte[] table = MiniLibrary.mini();
        Unpooled.wrappedBuffer(table).setIntLE(0x200 + 7 * 8 + 4, 0x0300_01B0);
        prelinking.assertRefused(table, 13, "Relocation at file offset 0x3b0 lies outside the file");
    }

    @Test
    void withoutScratchTheTableIsLookedForInCodeAndData() {
        byte[] nowhere = withoutScratch();
        prelinking.assertRefused(nowhere, 4, "Failed to extract dynamic relocation info from ELF shared object file");
        byte[] inData = withoutScratch();
        ByteBuf bytes = Unpooled.wrappedBuffer(inData);
        // One RELATIVE relocation at data + 0x10, written over the first data bytes.
        bytes.setIntLE(0x180, 0x0200_0010).setIntLE(0x184, 5).setIntLE(0x188, 0);
        bytes.setIntLE(0x200 + 7 * 8 + 4, 0x0200_0000).setIntLE(0x200 + 8 * 8 + 4, 12);
        assertThat(Prelinking.hex(prelinking.linked(inData, MemoryBounds.CAYMAN).data(), 0x10, 4))
                .isEqualTo("20800100");
    }

    /** Without scratch the comparison is not moved: q7.md §3.4. */
    @Test
    void withoutScratchAddressesJustBelowTheDataAreCode() {
        byte[] file = withoutScratch();
        ByteBuf bytes = Unpooled.wrappedBuffer(file);
        bytes.setIntLE(0x180, 0x01FF_FC00).setIntLE(0x184, 20).setIntLE(0x188, 0);
        bytes.setIntLE(0x200 + 7 * 8 + 4, 0x0200_0000).setIntLE(0x200 + 8 * 8 + 4, 12);
        prelinking.assertRefused(file, 8, "Invalid relocation address " + (0x01FF_FC00 - 0x0100_0000 + 0x18000));
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
        assertThat(prelinking.prelink(file, MemoryBounds.CAYMAN).status().code())
                .isEqualTo(status);
        assertThat(prelinking.messages()).isEqualTo(line == null ? List.of() : List.of(line));
    }

    @Test
    void illegalLoadsAndStoresAreLoggedAndSkipped() {
        byte[] file = MiniLibrary.withOnlyRelocation(0x0200_3000L, RelocationType.RELATIVE, 0);
        prelinking.assertAccepted(file);
        assertThat(prelinking.messages())
                .containsExactly("Invalid load @ 0xc1000", "Invalid store (0xff017fff) @ 0xc1000");
    }

    @Test
    void aPointerAcrossTheEndOfTheDataIsCutOff() {
        byte[] file = MiniLibrary.withOnlyRelocation(0x0200_1FFEL, RelocationType.RELATIVE, 0);
        PrelinkedLibrary library = prelinking.linked(file, MemoryBounds.CAYMAN);
        assertThat(prelinking.messages())
                .containsExactly("Invalid load @ 0xc0000", "Invalid store (0xfffffe0b) @ 0xc0000");
        // Poison A5A5 below, all ones above: 0xFFFFA5A5 is a data address, plus 0xBE000 - 0x02000000.
        assertThat(Prelinking.hex(library.dataRegion(), 0x1FFC, 4)).isEqualTo("a5a5a585");
    }

    @Test
    void aHostileFileCannotFloodTheLog() {
        PiLibraryBuilder builder = PiLibraryBuilder.library().code(new byte[8]);
        for (int i = 0; i < 5000; i++) {
            builder.relocation(0x0200_3000L, RelocationType.RELATIVE, 0);
        }
        prelinking.assertAccepted(builder.build());
        assertThat(prelinking.messages()).hasSize(1001).last().isEqualTo("q7: further invalid accesses are not logged");
    }

    /** The dynamic segment moved to the place of the scratch segment. */
    private static byte[] withoutScratch() {
        byte[] file = MiniLibrary.mini();
        int third = PROGRAM_HEADERS + 2 * ProgramHeader.SIZE;
        System.arraycopy(file, third + ProgramHeader.SIZE, file, third, ProgramHeader.SIZE);
        return file;
    }
}
