package io.nrt4j.loader.ucode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.q7.KernelRow;
import io.nrt4j.hal.q7.MemoryBounds;
import io.nrt4j.hal.q7.UcodeException;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Figures of the provider's libraries: q7.md §1.8, §2.1, §3.5, §3.8, §6. */
class ExtIsaProviderTest {
    private final ExtIsaProvider provider = ExtIsaProvider.synthetic();

    /** The header of CAYMAN EXTISA_0: q7.md §2.1. */
    @Test
    void theBaseLibraryHasTheHeaderOfTheRealOne() {
        ElfBytes file = file(ExtIsaBlob.CAYMAN_0);
        assertThat(file.bigEndian()).isFalse();
        assertThat(ElfHeader.decode(file))
                .isEqualTo(new ElfHeader(2, 94, 1, 0x01005610, 0x34, 0x9CE8, 0x300, 0x34, 0x20, 4, 0x28, 35, 34));
        assertThat(programHeaders(file))
                .containsExactly(
                        new ProgramHeader(1, 0x100, 0x01000000, 0x01000000, 0x6F1E, 0x6F1E, 5, 0x80),
                        new ProgramHeader(1, 0x7080, 0x02000000, 0x02000000, 0x450, 0x48C, 7, 0x80),
                        new ProgramHeader(1, 0x7500, 0x03000000, 0x03000000, 0xC08, 0xC08, 3, 0x80),
                        new ProgramHeader(2, 0x7500, 0x03000000, 0x03000000, 0xA4, 0xA4, 6, 4));
    }

    @Test
    void theBaseLibraryHasTheSectionsOfTheRealOne() {
        ElfBytes file = file(ExtIsaBlob.CAYMAN_0);
        List<NamedSection> sections =
                Sections.read(file, ElfHeader.decode(file)).list();
        assertSection(sections.get(1), ".text", 0x01000000, 0x100, 0x6F1E, 32);
        assertSection(sections.get(7), "kernel_info_table", 0x02000380, 0x7400, 0x88, 8);
        assertSection(sections.get(8), ".globstruct", 0x02000408, 0x7488, 0x48, 4);
        assertThat(file.u32(0x7488)).isEqualTo(0x6099CB34L);
        assertSection(sections.get(9), ".bss", 0x02000450, 0x74D0, 0x3C, 4);
        assertSection(sections.get(33), ".rela.got", 0x030000C8, 0x75C8, 0xB40, 4);
        assertThat(sections.get(33).header().entrySize()).isEqualTo(12);
        assertThat(sections.get(34).name()).isEqualTo(".shstrtab");
    }

    @Test
    void theBaseLibraryHasTheDynamicTableOfTheRealOne() {
        ElfBytes file = file(ExtIsaBlob.CAYMAN_0);
        List<DynamicEntry> entries = new ArrayList<>();
        for (int at = 0x7500; file.u32(at) != 0; at += DynamicEntry.SIZE) {
            entries.add(DynamicEntry.decode(file, at));
        }
        assertThat(entries)
                .containsExactlyInAnyOrder(
                        new DynamicEntry(12, 0x01000000),
                        new DynamicEntry(13, 0x01006F10),
                        new DynamicEntry(4, 0x030000A4),
                        new DynamicEntry(6, 0x030000B4),
                        new DynamicEntry(5, 0x030000C4),
                        new DynamicEntry(10, 1),
                        new DynamicEntry(11, 0x10),
                        new DynamicEntry(21, 0),
                        new DynamicEntry(7, 0x030000C8),
                        new DynamicEntry(8, 0xB40),
                        new DynamicEntry(9, 0x0C),
                        new DynamicEntry(0x70000003L, 0x03000C08),
                        new DynamicEntry(0x7000000CL, 0x03000C0C));
    }

    @Test
    void theBaseLibraryHasTheRelocationsOfTheRealOne() {
        PrelinkedLibrary library = prelinked(ExtIsaBlob.CAYMAN_0, MemoryBounds.CAYMAN);
        assertThat(library.histogram().byType()).isEqualTo(Map.of(0L, 8, 5L, 30, 20L, 101, 35L, 101));
        assertThat(library.histogram().total()).isEqualTo(240);
        assertThat(library.histogram().counts().get("data")).isEqualTo(Map.of(5L, 30));
        ElfBytes file = file(ExtIsaBlob.CAYMAN_0);
        List<Relocation> first = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            first.add(Relocation.decode(file, 0x75C8 + i * Relocation.SIZE));
        }
        assertThat(first)
                .containsExactly(
                        new Relocation(0x0100001B, 35, 0x0200025C),
                        new Relocation(0x0100001E, 20, 0x0200025C),
                        new Relocation(0, 0, 0),
                        new Relocation(0, 0, 0),
                        new Relocation(0x01000043, 35, 0x020001F8),
                        new Relocation(0x01000048, 20, 0x020001F8));
    }

    /** q7.md §3.8. */
    @Test
    void theBaseLibraryPrelinksToTheHeaderOfTheRealOne() {
        PrelinkedLibrary library = prelinked(ExtIsaBlob.CAYMAN_0, MemoryBounds.CAYMAN);
        ByteBuf header = Unpooled.buffer();
        library.header().encode(header);
        assertThat(ByteBufUtil.hexDump(header))
                .isEqualTo("5543504c20000000206f0000406f00008c0400000080010010ef010010d60100");
        assertThat(library.image().size()).isEqualTo(0x73CC);
    }

    /** q7.md §6.1. */
    @ParameterizedTest
    @CsvSource({
        "0x7E, 0, 0x18080",
        "0x7C, 0, 0x183F8",
        "0x7D, 0, 0x18410",
        "0x45, 0, 0x18B90",
        "0x51, 0, 0x1905C",
        "0x41, 0, 0x18F1C",
        "0xF0, 0, 0x1B370",
        "0xF0, 1, 0x1B380",
        "0xF0, 2, 0x1B484",
        "0xF0, 4, 0x1B7A8",
        "0xF0, 3, 0x1BA60",
        "0x52, 0, 0x1BB40",
        "0x46, 0, 0x1C0C0",
        "0x47, 0, 0x1C160",
        "0xBE, 0, 0x1C204",
        "0xF2, 0, 0x1C84C",
        "0x7B, 0, 0x1CDC4"
    })
    void theBaseLibraryHasTheKernelsOfTheRealOne(String opcode, int specialization, String address) {
        PrelinkedLibrary library = prelinked(ExtIsaBlob.CAYMAN_0, MemoryBounds.CAYMAN);
        assertThat(library.kernelTable().orElseThrow().address()).isEqualTo(0xBE380);
        assertThat(library.kernelTable().orElseThrow().rows()).hasSize(17);
        assertThat(library.kernelTable().orElseThrow().find(Integer.decode(opcode), specialization))
                .map(KernelRow::address)
                .contains(Long.decode(address));
    }

    /** q7.md §6.2: places and numbers of rows. */
    @ParameterizedTest
    @CsvSource({
        "CAYMAN_3, 0x4748, 0x020008C8, 9, 0xF0, 7, 0x01003B64",
        "SUNDA_0, 0xB260, 0x02000760, 18, 0x44, 0, 0x0100A0D8"
    })
    void otherLibrariesHaveTheirKernelTables(
            ExtIsaBlob blob, String offset, String link, int rows, String opcode, int specialization, String address) {
        ElfBytes file = file(blob);
        SectionHeader table = Sections.read(file, ElfHeader.decode(file)).list().stream()
                .filter(s -> s.name().equals("kernel_info_table"))
                .findFirst()
                .orElseThrow()
                .header();
        assertThat(table.offset()).isEqualTo(Long.decode(offset));
        assertThat(table.address()).isEqualTo(Long.decode(link));
        assertThat(table.size()).isEqualTo(rows * 8L);
        assertThat(KernelCatalogue.of(blob))
                .contains(KernelRow.of(Integer.decode(opcode), specialization, Long.decode(address)));
    }

    @ParameterizedTest
    @EnumSource(ExtIsaBlob.class)
    void everyStandInHasTheSizeAndEntryOfItsModelAndPrelinks(ExtIsaBlob blob) {
        ElfBytes file = file(blob);
        ElfHeader header = ElfHeader.decode(file);
        assertThat(file.size()).isEqualTo(blob.size());
        assertThat(header.sectionHeaders() + 0x28L * header.sectionHeaderCount())
                .isEqualTo(blob.size());
        assertThat(header.entry()).isEqualTo(blob.entry());
        MemoryBounds bounds = blob.isSunda() ? MemoryBounds.SUNDA : MemoryBounds.CAYMAN;
        PrelinkedLibrary library = prelinked(blob, bounds);
        assertThat(library.kernelTable().orElseThrow().rows()).hasSameSizeAs(KernelCatalogue.of(blob));
        library.kernelTable().orElseThrow().rows().forEach(row -> {
            int at = (int) row.address() - bounds.codeStart();
            assertThat(ByteBufUtil.hexDump(library.code(), at, 5)).isEqualTo("3641001df0");
        });
    }

    /** The size in the images of libnrt 2.30: image-assembly.md §7.1. */
    @ParameterizedTest
    @CsvSource({"0x48E0", "0x73CC", "0x4000"})
    void aBaseLibraryOfAnySizeCanBeMade(String size) {
        PrelinkResult result = new Prelinker(MemoryBounds.CAYMAN)
                .prelink(Unpooled.wrappedBuffer(SyntheticExtIsa.baseOfSize(Integer.decode(size))), Nlog.silent());
        PrelinkedLibrary library = ((PrelinkResult.Linked) result).library();
        assertThat(library.image().size()).isEqualTo(Integer.decode(size).longValue());
        assertThat(library.kernelTable().orElseThrow().rows()).hasSize(17);
    }

    /** q7.md §1.8: three ways not to find a library. */
    @ParameterizedTest
    @CsvSource({
        "5, PERF, 0, 1",
        "38, PERF, 0, 1",
        "0, PERF, 0, 1",
        "7, PERF, 0, 2",
        "37, PERF, 0, 2",
        "13, DEBUG, 0, 2",
        "6, TEST, 0, 2",
        "13, PERF, 4, 3",
        "6, PERF, 1, 3"
    })
    void absentLibrariesHaveStatuses(int coreType, UcodeFlavor flavor, int library, int status) {
        assertThatThrownBy(() -> provider.get(coreType, flavor, library))
                .isInstanceOfSatisfying(
                        UcodeException.class, e -> assertThat(e.status().code()).isEqualTo(status));
    }

    @Test
    void coreTypesHaveOneOrFourLibraries() {
        assertThat(ExtIsaProvider.count(6)).isEqualTo(1);
        assertThat(List.of(13, 21, 29, 37))
                .allSatisfy(c -> assertThat(ExtIsaProvider.count(c)).isEqualTo(4));
        assertThatThrownBy(() -> ExtIsaProvider.count(14)).isInstanceOf(UcodeException.class);
        assertThat(provider.get(29, UcodeFlavor.PERF, 3).elf())
                .isEqualTo(provider.get(21, UcodeFlavor.PERF, 3).elf());
    }

    @Test
    void onlySundaHasAManifest() {
        assertThat(provider.get(6, UcodeFlavor.PERF, 0).json()).contains("\"pool_iota\"");
        assertThat(provider.get(13, UcodeFlavor.PERF, 0).json()).hasSize(32);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {"-, PERF", "debug, DEBUG", "DEBUG, DEBUG", "Debug, PERF", "TEST, TEST", "x, PERF"})
    void theFlavorComesFromTheEnvironment(String variable, UcodeFlavor flavor) {
        assertThat(UcodeFlavor.DEFAULT.resolve(variable)).isEqualTo(flavor);
        assertThat(UcodeFlavor.PERF.resolve("debug")).isEqualTo(UcodeFlavor.PERF);
    }

    @Test
    void filesOfADirectoryMustBeTheKnownOnes(@TempDir Path directory) throws IOException {
        assertThat(ExtIsaProvider.fromDirectory(directory, Nlog.silent())
                        .get(13, UcodeFlavor.PERF, 0)
                        .elf())
                .isEqualTo(provider.get(13, UcodeFlavor.PERF, 0).elf());
        Path file = Files.write(directory.resolve("CAYMAN_0.so"), new byte[] {1});
        assertThatThrownBy(() -> ExtIsaProvider.fromDirectory(directory, Nlog.silent()))
                .isInstanceOfSatisfying(
                        LoadException.class, e -> assertThat(e.status()).isEqualTo(NrtStatus.NRT_FAILURE))
                .hasMessage("Failed to open Neuron Ucode library " + file + ". Reason: not the known CAYMAN_0");
    }

    private static ElfBytes file(ExtIsaBlob blob) {
        return ElfBytes.open(Unpooled.wrappedBuffer(SyntheticExtIsa.elf(blob))).orElseThrow();
    }

    private static List<ProgramHeader> programHeaders(ElfBytes file) {
        List<ProgramHeader> headers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            headers.add(ProgramHeader.decode(file, 0x34 + i * ProgramHeader.SIZE));
        }
        return headers;
    }

    private static PrelinkedLibrary prelinked(ExtIsaBlob blob, MemoryBounds bounds) {
        Nlog nlog = Nlog.silent();
        PrelinkResult result = new Prelinker(bounds).prelink(Unpooled.wrappedBuffer(SyntheticExtIsa.elf(blob)), nlog);
        assertThat(nlog.records()).isEmpty();
        return ((PrelinkResult.Linked) result).library();
    }

    private static void assertSection(
            NamedSection section, String name, long address, long offset, long size, long alignment) {
        assertThat(section.name()).isEqualTo(name);
        assertThat(section.header().address()).isEqualTo(address);
        assertThat(section.header().offset()).isEqualTo(offset);
        assertThat(section.header().size()).isEqualTo(size);
        assertThat(section.header().alignment()).isEqualTo(alignment);
    }
}
