package io.nrt4j.hal.q7;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.Arch;
import io.nrt4j.hal.memory.AddressMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Statuses and texts of the provider: q7.md §0.2, §3.9, §4.2, §4.3, §5.4. */
class ProviderObjectsTest {
    private final List<String> log = new ArrayList<>();
    private final FakeMemory memory = new FakeMemory();
    private final UcodeContext context =
            UcodeContext.create(3, memory, (level, message) -> log.add(level + " " + message));
    private final Q7Core q7 = new Q7Core(AddressMap.of(Arch.CAYMAN), 0, 0);

    @Test
    void theApiLevelMustBeThree() {
        assertThatThrownBy(() -> UcodeContext.create(2, memory, (level, message) -> {}))
                .isInstanceOfSatisfying(
                        UcodeException.class, e -> assertThat(e.status().code()).isEqualTo(4));
    }

    @Test
    void aBootedCoreIsClaimedAndGivenBack() {
        q7.dram().writeInt(q7.dram().base(), 0x6099CB34);
        try (UcodeCore core = new UcodeCore(context, q7)) {
            assertThat(core.booted()).isFalse();
            core.onBooted();
            assertThat(core.booted()).isTrue();
            assertThat(q7.dram().readInt(q7.dram().base())).isEqualTo(0x502B2DA1);
        }
        assertThat(q7.dram().readInt(q7.dram().base())).isEqualTo(0x6099CB34);
        assertThat(log)
                .containsExactly(
                        "4 Initialized nrtucode_context_t@0x1",
                        "4 Initialized nrtucode_core_t@0x2",
                        "4 Destroyed nrtucode_core_t@0x2");
    }

    @Test
    void aClaimedCoreIsRefused() {
        q7.dram().writeInt(q7.dram().base(), 0x502B2DA1);
        assertRefusesBoot("Core is claimed by another nrtucode_core_t instance");
        assertThat(q7.dram().readInt(q7.dram().base())).isEqualTo(0x502B2DA1);
    }

    @Test
    void aCoreWithForeignFirmwareIsRefused() {
        q7.dram().writeInt(q7.dram().base(), 0xDEADBEEF);
        assertRefusesBoot("Magic value `deadbeef` mismatch (booted image is incompatible)");
    }

    @Test
    void theImageIsWrittenInThreePieces() {
        LoadableLibrary library = LoadableLibrary.create(context, 0, Optional.of(image(0x30, 0x44)));
        assertThat(memory.requests).containsExactly("0xa4@0x1000000");
        assertThat(memory.writes).containsExactly("0x0+0x20", "0x20+0x30", "0x60+0x44");
        assertThat(library.prelinkedSize()).isEqualTo(0xA4);
        assertThat(library.deviceAddress()).isEqualTo(FakeMemory.ADDRESS);
        assertThat(context.liveObjects()).isEqualTo(2);
        library.close();
        assertThat(memory.freed).isEqualTo(1);
        assertThat(context.liveObjects()).isEqualTo(1);
    }

    @Test
    void anImageAboveSixtyFourKibibytesIsRefusedAfterItWasWritten() {
        assertThat(image(0xFFA0, 0x40).size()).isEqualTo(0x10000);
        LoadableLibrary.create(context, 0, Optional.of(image(0xFFA0, 0x40)));
        memory.writes.clear();
        assertThatThrownBy(() -> LoadableLibrary.create(context, 0, Optional.of(image(0xFFA0, 0x44))))
                .isInstanceOfSatisfying(
                        UcodeException.class, e -> assertThat(e.status().code()).isEqualTo(7));
        assertThat(log).last().isEqualTo("1 Prelinked library would be larger than the available buffer on device");
        assertThat(memory.writes).hasSize(3);
        assertThat(memory.freed).isEqualTo(1);
    }

    @Test
    void withoutMemoryPlatformNothingCanBeAllocated() {
        UcodeContext detached = UcodeContext.create(3, MemoryHandles.DETACHED, (level, message) -> {});
        assertThatThrownBy(() -> LoadableLibrary.create(detached, 0, Optional.of(image(0x30, 0x44))))
                .isInstanceOfSatisfying(
                        UcodeException.class, e -> assertThat(e.status().code()).isEqualTo(8));
    }

    @Test
    void aSundaLibraryHasNoImage() {
        LoadableLibrary library = LoadableLibrary.create(context, 0, Optional.empty());
        assertThat(library.prelinkedSize()).isZero();
        assertThat(memory.requests).isEmpty();
    }

    @Test
    void namesAreCutTo32Characters() {
        LoadableLibrary library = LoadableLibrary.create(context, 0, Optional.empty());
        library.rename("ND[0]NC[0].loadable_library[0]-and-more");
        assertThat(library.name()).isEqualTo("ND[0]NC[0].loadable_library[0]-a");
        assertThat(log).last().isEqualTo("4 nrtucode_ll_t@0x2 renamed ND[0]NC[0].loadable_library[0]-a");
    }

    @Test
    void loadAndUnloadSequences() {
        LoadableLibrary library = LoadableLibrary.create(context, 3, Optional.of(image(0x30, 0x44)));
        UcodeCore core = new UcodeCore(context, q7);
        ByteBuf out = Unpooled.buffer();
        assertThat(LoadSequence.load(library, core, 1, out)).isEqualTo(1);
        assertThat(LoadSequence.unload(library, core, 1, out)).isEqualTo(1);
        assertThat(LibrarySlot.decode(out)).isEqualTo(LibrarySlot.load(FakeMemory.ADDRESS, 3, 0xA4));
        assertThat(LibrarySlot.decode(out)).isEqualTo(LibrarySlot.unload(3));
        assertThat(LoadSequence.slotCount(library, core)).isEqualTo(1);
    }

    @Test
    void aForeignContextGivesEightRecordsWithoutAddress() {
        LoadableLibrary library = LoadableLibrary.create(context, 3, Optional.of(image(0x30, 0x44)));
        UcodeCore foreign = new UcodeCore(UcodeContext.create(3, memory, (level, message) -> {}), q7);
        ByteBuf out = Unpooled.buffer();
        assertThat(LoadSequence.load(library, foreign, 8, out)).isEqualTo(8);
        assertThat(log).last().isEqualTo("1 check `ll->context == nrtucode_core_get_context(core)` failed");
        for (int i = 0; i < 8; i++) {
            assertThat(LibrarySlot.decode(out)).isEqualTo(LibrarySlot.load(0, 3, 0));
        }
        assertThat(LoadSequence.slotCount(library, foreign)).isEqualTo(8);
    }

    @Test
    void sequencesNeedRoomAndAlignment() {
        LoadableLibrary library = LoadableLibrary.create(context, 0, Optional.empty());
        UcodeCore core = new UcodeCore(context, q7);
        ByteBuf out = Unpooled.buffer();
        assertThatThrownBy(() -> LoadSequence.load(library, core, 0, out))
                .isInstanceOfSatisfying(
                        UcodeException.class, e -> assertThat(e.status().code()).isEqualTo(7));
        assertThat(out.readableBytes()).isZero();
        out.writeZero(4);
        assertThatThrownBy(() -> LoadSequence.load(library, core, 0, out))
                .isInstanceOfSatisfying(
                        UcodeException.class, e -> assertThat(e.status().code()).isEqualTo(8));
        assertThat(log).last().isEqualTo("1 instruction buffer is not correctly aligned");
    }

    @Test
    void nullsAreMisuse() {
        LoadableLibrary library = LoadableLibrary.create(context, 0, Optional.empty());
        UcodeCore core = new UcodeCore(context, q7);
        assertThatThrownBy(() -> LoadSequence.load(null, core, 1, Unpooled.buffer()))
                .isInstanceOf(Q7ApiMisuse.class)
                .hasMessage("nrtucode: invalid API usage in `nrtucode_ll_get_load_sequence`: `ll` is null\n");
        assertThatThrownBy(() -> LoadSequence.unload(library, null, 1, Unpooled.buffer()))
                .hasMessage("nrtucode: invalid API usage in `nrtucode_ll_get_unload_sequence`: `core` is null\n");
        assertThatThrownBy(() -> LoadSequence.unload(library, core, 1, null)).isInstanceOf(Q7ApiMisuse.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {13, 21, 29})
    void theResolverIgnoresTheOpcodes(int coreType) {
        assertThat(new LibraryResolver(false).librariesFor(coreType, List.of(0xF0, 0x41)))
                .containsExactly(0);
        assertThat(new LibraryResolver(true).librariesFor(coreType, List.of(0x41)))
                .containsExactly(3);
        assertThat(new LibraryResolver(true).librariesFor(coreType, List.of())).isEmpty();
    }

    @Test
    void theResolverKnowsFourCoreTypes() {
        assertThat(new LibraryResolver(true).librariesFor(6, List.of(1))).containsExactly(0);
        assertThat(new LibraryResolver(false).librariesFor(37, List.of())).isEmpty();
        assertThatThrownBy(() -> new LibraryResolver(false).librariesFor(37, List.of(1)))
                .isInstanceOfSatisfying(
                        UcodeException.class, e -> assertThat(e.status().code()).isEqualTo(1));
        assertThat(new LibraryResolver(true).selectorFor(0)).isEqualTo(3);
        assertThat(new LibraryResolver(true).selectorFor(2)).isEqualTo(2);
        assertThat(new LibraryResolver(false).selectorFor(0)).isZero();
    }

    @Test
    void anOpcodeSetCountsSpecializationsOfExtendedInstructions() {
        List<String> lines = new ArrayList<>();
        OpcodeSet set = new OpcodeSet("set", (level, message) -> lines.add(message));
        set.add(slot(0x41, 9));
        set.add(slot(0xF0, 9));
        set.add(slot(0xF0, 9));
        assertThat(set.hasOpcode(0x41)).isTrue();
        assertThat(set.hasOpcode(0x42)).isFalse();
        assertThat(set.hasSpecialization(0x41, 9)).isFalse();
        assertThat(set.hasSpecialization(0xF0, 9)).isTrue();
        assertThat(set.opcodes()).containsExactly(0x41, 0xF0);
        assertThat(set.specializations(0xF0)).containsExactly(9);
        assertThat(set.libraryIndex(13)).isZero();
        assertThatThrownBy(() -> set.libraryIndex(12)).isInstanceOf(UcodeException.class);
        assertThat(lines)
                .containsExactly(
                        "set added opcode 0x41",
                        "set added opcode 0xf0",
                        "set added extended opcode 0xf0 with specialization 0x09");
    }

    private void assertRefusesBoot(String line) {
        UcodeCore core = new UcodeCore(context, q7);
        assertThatThrownBy(core::onBooted)
                .isInstanceOfSatisfying(
                        UcodeException.class, e -> assertThat(e.status().code()).isEqualTo(8));
        assertThat(log).last().isEqualTo("1 " + line);
        assertThat(core.booted()).isFalse();
    }

    static LibraryImage image(int codeSize, int dataSize) {
        UcplHeader header = UcplHeader.of(codeSize, dataSize, 0x18000, 0x18000, 0x18000);
        return new LibraryImage(
                header,
                Unpooled.wrappedBuffer(new byte[header.codeLength()]),
                Unpooled.wrappedBuffer(new byte[header.dataLength()]));
    }

    static ByteBuf slot(int opcode, int specialization) {
        byte[] bytes = ByteBufUtil.decodeHexDump("0010" + "00".repeat(62));
        bytes[0] = (byte) opcode;
        bytes[12] = (byte) specialization;
        return Unpooled.wrappedBuffer(bytes);
    }

    private static final class FakeMemory implements MemoryHandles {
        static final long ADDRESS = 0x8005_C100_0000L;

        final List<String> requests = new ArrayList<>();
        final List<String> writes = new ArrayList<>();
        int freed;

        @Override
        public MemoryHandle allocate(long size, long alignment) {
            requests.add("0x%x@0x%x".formatted(size, alignment));
            return new MemoryHandle() {
                @Override
                public void write(long offset, ByteBuf source) {
                    writes.add("0x%x+0x%x".formatted(offset, source.readableBytes()));
                }

                @Override
                public long socAddress() {
                    return ADDRESS;
                }

                @Override
                public void free() {
                    freed++;
                }
            };
        }
    }
}
