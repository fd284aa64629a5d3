package io.nrt4j.loader.debuginfo;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.hal.EngineType;
import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.testing.Members;
import org.junit.jupiter.api.Test;

/** From slots to source lines. Layers, file names and attributes: producer.md §11. */
class StreamOriginsTest {
    private static final String ASM = "sg00/debug_info_asm_PE.dbg";
    private static final String BACKEND = "sg00/debug_info_backend_PE.dbg";
    private static final String PENGUIN = "debug_info/debug_info_penguin.dbg_sg000000";
    private static final String HLO = "debug_info/debug_info_hlo.dbg_sg000000";

    private static DebugMessage file(String parent, DebugMessage... instructions) {
        DebugMessage file = new DebugMessage().text(1, "a layer").text(2, parent);
        for (DebugMessage instruction : instructions) {
            file.message(3, instruction);
        }
        return file;
    }

    private static DebugMessage instruction(long id, String name, long... parents) {
        return new DebugMessage().number(1, id).text(2, name).packed(3, parents);
    }

    /** A record of the assembly layer: the ids of the backend instructions that the slot came from. */
    private static DebugMessage slot(long... parents) {
        return new DebugMessage().packed(3, parents);
    }

    private static StreamOrigins origins(Members members) {
        try (MemberTable table = members.table()) {
            return new GraphOrigins(table, "sg00").of(EngineType.PE);
        }
    }

    private static Members members(DebugMessage asm, DebugMessage backend) {
        return new Members().with(ASM, asm.toByteArray()).with(BACKEND, backend.toByteArray());
    }

    private static DebugMessage asm(DebugMessage... slots) {
        return file("debug_info_backend_PE.dbg", slots);
    }

    @Test
    void theBackendNamesInstructionAndKernelLine() {
        StreamOrigins origins = origins(members(
                asm(slot(), slot(7)),
                file("", instruction(7, "I-7-0").attribute("kernel_file", "1").attribute("kernel_line", "42"))
                        .text(5, "a.py")
                        .text(5, "b.py")));
        assertThat(origins.slots()).isEqualTo(2);
        assertThat(origins.of(0).isUnknown()).isTrue();
        assertThat(origins.of(1)).isEqualTo(new SlotOrigin("I-7-0", "b.py", 42));
        assertThat(origins.of(1).text()).isEqualTo("I-7-0 b.py:42");
        assertThat(origins.of(2)).isSameAs(SlotOrigin.UNKNOWN);
        assertThat(origins.of(-1)).isSameAs(SlotOrigin.UNKNOWN);
    }

    @Test
    void whereItNamesNoneItsAncestorsMay() {
        StreamOrigins origins = origins(members(
                        asm(slot(7)), file("debug_info_penguin.dbg", instruction(7, "I-7-0", 70)))
                .with(
                        PENGUIN,
                        file("debug_info_hlo.dbg", instruction(70, "t70", 700)).toByteArray())
                .with(
                        HLO,
                        file(
                                        "debug_info_pttf.dbg",
                                        instruction(700, "dot.1")
                                                .attribute("source_file", "model.py")
                                                .attribute("source_line", "58"))
                                .toByteArray()));
        assertThat(origins.of(0)).isEqualTo(new SlotOrigin("I-7-0", "model.py", 58));
    }

    @Test
    void aSlotOfSeveralInstructionsNamesThemAll() {
        StreamOrigins origins =
                origins(members(asm(slot(7, 8, 7)), file("", instruction(7, "I-7-0"), instruction(8, "I-8-0"))));
        assertThat(origins.of(0)).isEqualTo(new SlotOrigin("I-7-0,I-8-0", "", 0));
    }

    @Test
    void brokenOrMissingLayersLeaveTheirPartOut() {
        assertThat(origins(new Members().with("x", "")).slots()).isZero();
        assertThat(origins(new Members().with(ASM, new byte[] {0x1a, 9})).slots())
                .isZero();
        StreamOrigins withoutBackend =
                origins(new Members().with(ASM, asm(slot(7)).toByteArray()));
        assertThat(withoutBackend.of(0).isUnknown()).isTrue();
        StreamOrigins brokenBackend =
                origins(new Members().with(ASM, asm(slot(7)).toByteArray()).with(BACKEND, new byte[] {0x1a, 9}));
        assertThat(brokenBackend.of(0).isUnknown()).isTrue();
        StreamOrigins oddLine = origins(members(
                asm(slot(7)),
                file("", instruction(7, "I").attribute("kernel_file", "0").attribute("kernel_line", "many"))
                        .text(5, "a.py")));
        assertThat(oddLine.of(0)).isEqualTo(new SlotOrigin("I", "a.py", 0));
        assertThat(oddLine.of(0).text()).isEqualTo("I a.py");
        StreamOrigins oddFile =
                origins(members(asm(slot(7)), file("", instruction(7, "I").attribute("kernel_file", "3"))));
        assertThat(oddFile.of(0)).isEqualTo(new SlotOrigin("I", "", 0));
    }

    /** A file that names itself, or two that name each other, must not be followed for ever. */
    @Test
    void circlesEnd() {
        StreamOrigins origins =
                origins(members(asm(slot(7)), file("debug_info_backend_PE.dbg", instruction(7, "I-7-0", 7))));
        assertThat(origins.of(0)).isEqualTo(new SlotOrigin("I-7-0", "", 0));
    }

    @Test
    void aGraphWithoutDirectoryIsFoundToo() {
        try (MemberTable table = new Members()
                .with("debug_info_asm_SP.dbg", asm(slot(), slot(), slot()).toByteArray())
                .table()) {
            assertThat(new GraphOrigins(table, "").of(EngineType.SP).slots()).isEqualTo(3);
            assertThat(new GraphOrigins(table, "").of(EngineType.PE)).isSameAs(StreamOrigins.NONE);
        }
    }
}
