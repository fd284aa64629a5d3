package io.nrt4j.loader.image;

import static io.nrt4j.loader.image.TranslatedSlots.mainSlots;
import static io.nrt4j.loader.image.TranslatedSlots.opcodes;
import static io.nrt4j.loader.image.TranslatedSlots.slot;
import static io.nrt4j.loader.image.TranslatedSlots.translated;
import static io.nrt4j.loader.testing.Program.program;
import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.hal.dma.CollectiveOp;
import io.nrt4j.hal.isa.Events;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.testing.Program;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What pseudo instructions other than DMA become: image-assembly.md §10, §11; isa-encodings.md §5. */
class PseudoTranslationTest {
    private static final InstanceType TRN2 = InstanceType.TRN2_3XLARGE;
    /** Core 0 of an emulated trn2 (hal.md §3.3). */
    private static final long TPB = 0x2000000000L;

    /** The N of image-assembly.md §10 for the pseudos that need nothing from the model. */
    @ParameterizedTest
    @CsvSource({
        "PSEUDO_DMABARRIER, POOL, 1, NOP",
        "PSEUDO_SEMAPHORE_SET, POOL, 1, EVENT_SEMAPHORE",
        "PSEUDO_SET_RNG_SEED, POOL, 1, WRITE",
        "PSEUDO_SYNC_BARRIER, POOL, 4, DRAIN",
        "PSEUDO_SYNC_BARRIER, SP, 3, DRAIN",
        "PSEUDO_CUR_PROCESSING_RANK_ID, POOL, 1, MOVE",
        "PSEUDO_GID_LOAD, POOL, 1, MOVE",
        "PSEUDO_TENSOR_COMPLETION, POOL, 1, NOTIFY",
        "PSEUDO_EMBEDDING_UPDATE, POOL, 6, WRITE",
        "PSEUDO_JPEG_DECODE, POOL, 1, WRITE"
    })
    void becomesAsManySlotsAsTheSheetSays(Opcode pseudo, EngineType engine, int count, Opcode first) {
        CoreProgram program = Program.load(TRN2, program(engine, slot(pseudo)));
        List<Slot> slots = mainSlots(program, engine);
        assertThat(slots).hasSize(count);
        assertThat(slots.get(0).opcode()).contains(first);
        assertThat(slots.get(0).waitIndex()).isEqualTo(9);
        EngineImage image = program.image(engine);
        int main = image.sections().mainStart();
        assertThat(image.origins().isSynthetic(main)).isTrue();
        assertThat(image.patches().in(PatchSection.MAIN))
                .isEqualTo(
                        count == 1
                                ? List.of()
                                : List.of(new PatchLocation(
                                        main * Slot.BYTES, count - 1, PatchType.INSERT, PatchSection.MAIN)));
    }

    @Test
    void everythingElseIsCopiedBitForBit() {
        Slot copy = slot(Opcode.COPY).setI64(40, 0x1122334455667788L);
        Slot undefined = Slot.create(Opcode.COPY).setU8(Slot.OPCODE, 0x0F);
        List<Slot> slots = translated(EngineType.DVE, copy, undefined);
        assertThat(slots.get(0).toBytes()).isEqualTo(copy.toBytes());
        assertThat(slots.get(1).toBytes()).isEqualTo(undefined.toBytes());
    }

    @Test
    void aLabelLeavesNoSlotAndABranchGetsTheDistance() {
        Slot back = Slot.create(Opcode.COMPARE_BRANCH).setU8(14, 3).setI64(48, 7);
        CoreProgram program = Program.load(
                TRN2,
                program(
                        EngineType.SP,
                        Slot.create(Opcode.PSEUDO_BRANCH_LABEL).setI32(12, 7),
                        Slot.create(Opcode.NOP),
                        back));
        List<Slot> slots = mainSlots(program, EngineType.SP);
        assertThat(opcodes(slots)).containsExactly(0xA4, 0xA9);
        assertThat(slots.get(1).i64(48)).isEqualTo(0xFFFFFFC0L);
        EngineImage image = program.image(EngineType.SP);
        int main = image.sections().mainStart();
        assertThat(image.patches().in(PatchSection.MAIN))
                .containsExactly(new PatchLocation(main * Slot.BYTES, 1, PatchType.DELETE, PatchSection.MAIN));
    }

    @Test
    void theLastLabelOfAnIdIsMeantWhenNoneFollows() {
        Slot forward = Slot.create(Opcode.COMPARE_BRANCH).setU8(14, 3);
        Slot label = Slot.create(Opcode.PSEUDO_BRANCH_LABEL);
        List<Slot> slots = translated(EngineType.SP, label, forward, Slot.create(Opcode.NOP), label, forward);
        assertThat(slots.get(0).i64(48)).isEqualTo(128);
        assertThat(slots.get(2).i64(48)).isZero();
    }

    @Test
    void anExitGoesToThePostamble() {
        CoreProgram program = Program.load(
                TRN2, program(EngineType.SP, Slot.create(Opcode.PSEUDO_INST).setU8(12, 1), Slot.create(Opcode.NOP)));
        Slot exit = mainSlots(program, EngineType.SP).get(0);
        assertThat(exit.opcodeCode()).isEqualTo(0xA9);
        assertThat(exit.i64(48)).isEqualTo(128);
    }

    @Test
    void functionsFollowThePostambleAndReturnThroughTheirRegisters() {
        Slot call = Program.text(Slot.create(Opcode.PSEUDO_FUNCTION_CALL), 12, "f");
        Slot begin = Program.text(Slot.create(Opcode.PSEUDO_FUNCTION_BEGIN), 12, "f")
                .setU8(48, 1)
                .setU8(49, 20)
                .setU8(50, 21);
        CoreProgram program = Program.load(
                TRN2,
                program(
                        EngineType.SP,
                        Slot.create(Opcode.PSEUDO_BRANCH_LABEL),
                        call,
                        begin,
                        Slot.create(Opcode.NOP),
                        Slot.create(Opcode.PSEUDO_FUNCTION_RETURN)));
        EngineImage image = program.image(EngineType.SP);
        ImageSections sections = image.sections();
        assertThat(sections.size(PatchSection.MAIN)).isEqualTo(1);
        Slot branch = image.slot(sections.mainStart());
        assertThat(branch.i64(48)).isEqualTo((sections.functionsStart() - sections.mainStart()) * (long) Slot.BYTES);
        // NOP, DRAIN, barrier, range clear, barrier, branch.
        assertThat(sections.size(PatchSection.FUNCTION)).isEqualTo(1 + 1 + 3 + 1 + 3 + 1);
        assertThat(image.slot(sections.functionsStart()).u8(Slot.DEBUG_HINT)).isEqualTo(1);
        Slot last = image.slot(sections.end() - 1);
        assertThat(last.opcodeCode()).isEqualTo(0xA9);
        assertThat(List.of(last.u8(34), last.u8(35))).containsExactly(20, 21);
        assertThat(image.patches().in(PatchSection.FUNCTION)).hasSize(2);
        assertThat(image.neffIpOf(image.address() + (long) (sections.functionsStart() + 1) * Slot.BYTES, Nlog.silent()))
                .isPresent();
    }

    @Test
    void theCoreBarrierOfALoneGraphIsTheEnginesBarrier() {
        assertThat(opcodes(translated(EngineType.POOL, Slot.create(Opcode.PSEUDO_CORE_BARRIER))))
                .containsExactly(0xA2, 0xA0, 0xA0, 0xA2);
    }

    @Test
    void loadsAndStoresKeepEverythingButOpcodeAndAddress() {
        Slot load = slot(Opcode.PSEUDO_TENSOR_LOAD).setU8(12, 9).setU8(14, 1).setU8(15, 1);
        load.setI32(16, 0).setI32(20, 0x17300).setU8(32, 5);
        Slot store = Slot.create(Opcode.PSEUDO_TENSOR_STORE).setU8(12, 9).setI32(20, 0x17300);
        List<Slot> slots = translated(EngineType.POOL, load, store);
        assertThat(opcodes(slots)).containsExactly(0xAA, 0xAB);
        assertThat(slots.get(0).i64(16)).isEqualTo(TPB + 0x17300);
        assertThat(slots.get(0).u8(32)).isEqualTo(5);
        assertThat(Events.decode(slots.get(0))).isEqualTo(Events.decode(load));
    }

    @Test
    void anActivationSetIsChosenByItsPosition() {
        Slot name = Program.text(Slot.create(Opcode.PSEUDO_LOAD_ACT_FUNC_SET), 12, "none");
        assertThat(Program.fail(TRN2, program(EngineType.ACT, name)).getMessage())
                .isEqualTo("Unknown activation function set none");
    }

    @Test
    void aCollectiveIsATriggerAndAnEntryInThePlan() {
        Slot reduce = slot(Opcode.PSEUDO_TRIGGER_COLLECTIVE)
                .setU8(12, 4)
                .setU8(13, 10)
                .setI32(16, 1)
                .setI32(20, 2)
                .setI64(24, 32)
                .setI32(32, 1);
        CoreProgram program = Program.load(TRN2, program(EngineType.POOL, reduce));
        List<Slot> slots = mainSlots(program, EngineType.POOL);
        assertThat(opcodes(slots)).containsExactly(0xA5);
        assertThat(slots.get(0).i64(32)).isEqualTo(1);
        assertThat(slots.get(0).updateMode()).isZero();
        CollectiveOp operation = program.collectives().operations().get(0);
        assertThat(operation.trigger()).isEqualTo(slots.get(0).i64(16));
        assertThat(operation.source().bytes()).isEqualTo(128);
        assertThat(operation.completion()).isEqualTo(new Events(0, 0, 0x13, 10, 3));
    }
}
