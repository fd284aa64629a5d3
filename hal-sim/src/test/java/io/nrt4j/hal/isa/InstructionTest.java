package io.nrt4j.hal.isa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class InstructionTest {
    private static Slot slot(String hex) {
        byte[] bytes = new byte[Slot.BYTES];
        byte[] given = HexFormat.of().parseHex(hex.replace(" ", ""));
        System.arraycopy(given, 0, bytes, 0, given.length);
        return Slot.at(Unpooled.wrappedBuffer(bytes), 0);
    }

    /** isa.md §4.2, the example pattern of a PE slot. */
    @Test
    void aPatternRunsInnermostDimensionFirst() {
        AccessPattern pattern = AccessPattern.decode(slot("fe7c0300 ffff0000e0ff 200001000400"), 0, 3);
        assertThat(pattern).isEqualTo(AccessPattern.of(0x37CFE, new int[] {-1, 0, -32}, new int[] {32, 1, 4}));
        assertThat(pattern.elements()).isEqualTo(128);
        assertThat(pattern.offset(0)).isZero();
        assertThat(pattern.offset(31)).isEqualTo(-31);
        assertThat(pattern.offset(32)).isEqualTo(-32);
        assertThat(pattern.offset(127)).isEqualTo(-127);
        assertThat(pattern.lowestOffset()).isEqualTo(-127);
        assertThat(pattern.highestOffset()).isZero();
    }

    /** isa.md §4.1, the examples of an address. */
    @Test
    void anAddressNamesMemoryPartitionAndByte() {
        OnChipAddress sbuf = new OnChipAddress(0x00037CFE);
        assertThat(sbuf.isPsum(Generation.V3)).isFalse();
        assertThat(sbuf.partition(Generation.V3)).isZero();
        assertThat(sbuf.byteInPartition(Generation.V3)).isEqualTo(0x37CFE);
        OnChipAddress psum = new OnChipAddress(0x02000800);
        assertThat(psum.isPsum(Generation.V3)).isTrue();
        assertThat(psum.byteInPartition(Generation.V3)).isEqualTo(0x800);
        assertThat(new OnChipAddress(96 * 0x40000 + 12).partition(Generation.V2))
                .isEqualTo(96);
        assertThat(new OnChipAddress(0x2000000 + 5 * 0x8000).partition(Generation.V2))
                .isEqualTo(5);
    }

    /** isa.md §5.13, the markers of ADDR8; dma.md §8.1, the example. */
    @Test
    void aDmaAddressIsAVariableATableRowOrAbsolute() {
        DmaAddress variable = new DmaAddress(0x1000000500000000L);
        assertThat(variable.form()).isEqualTo(DmaAddress.Form.VARIABLE);
        assertThat(variable.id()).isEqualTo(5);
        DmaAddress row = new DmaAddress(0x2000000300008000L);
        assertThat(row).isEqualTo(DmaAddress.ofTableRow(3, 0x8000));
        assertThat(row.form()).isEqualTo(DmaAddress.Form.TABLE_ROW);
        DmaAddress byRegister = new DmaAddress(0x280000010000001FL);
        assertThat(byRegister.isOffsetInRegister()).isTrue();
        assertThat(byRegister.offset()).isEqualTo(31);
        DmaAddress absolute = new DmaAddress(0x00008005C03B0000L);
        assertThat(absolute.form()).isEqualTo(DmaAddress.Form.ABSOLUTE);
        assertThat(absolute.absolute()).isEqualTo(0x8005C03B0000L);
    }

    /** isa-encodings.md §5.7, the collective of the worked example. */
    @Test
    void theCollectiveOfTheWorkedExample() {
        Instruction slot = Instruction.decode(
                slot("c8100000 040a1316 00000000 040a0000 03000000 04000000 20000000 00000000 01000000"),
                Generation.V2);
        assertThat(slot.events())
                .isEqualTo(new Events(WaitMode.SEM_GT_IMM.code(), 10, UpdateMode.SEM_INC_COMPLETE.code(), 22, 0));
        assertThat(slot.operands())
                .isEqualTo(new PseudoOperands.TriggerCollective(
                        AluOp.ADD.code(), Dtype.FP32.code(), 0, 3, 4, 32, CollectiveType.ALL_REDUCE.code(), 0, 0));
        assertThat(slot.unknown().isEmpty()).isTrue();
    }

    /** image-assembly.md §6, the sample slots of the runtime. */
    @Test
    void theRuntimesOwnSlotsCanBeBuilt() {
        assertThat(encode(Opcode.NOTIFY, Events.NONE, new ControlOperands.Plain(0, 0, 7, 1, 0), 0x09))
                .isEqualTo(slot("a6100900" + "00".repeat(32) + "07000001").toBytes());
        assertThat(encode(
                        Opcode.EVENT_SEMAPHORE,
                        Events.NONE,
                        new ControlOperands.EventSemaphore(
                                0, WaitMode.SEM_EQ_IMM.code(), 2, UpdateMode.SEM_WR_IMM_COMPLETE.code(), 2, 8, 0),
                        0))
                .isEqualTo(
                        slot("a0100000" + "00".repeat(28) + "01021902 08000000").toBytes());
        assertThat(encode(
                        Opcode.WRITE,
                        Events.NONE,
                        new ControlOperands.Write(4, 4, 0x80100252f038L, 0x80100250f038L, 2, 2),
                        0))
                .isEqualTo(slot("a5100000 0000000000000000 04040000 38f0520210800000 38f0500210800000"
                                + "0200000000000000 0200000000000000")
                        .toBytes());
        assertThat(encode(
                        Opcode.NOP,
                        Events.waitFor(WaitMode.EVT_SET_THEN_CLEAR, 8, 0),
                        new ControlOperands.Plain(1, 0, 0, 0, 0),
                        0))
                .isEqualTo(slot("a4100000 07080000 00000000 01000000").toBytes());
    }

    private static byte[] encode(Opcode opcode, Events events, Operands operands, int debugCommand) {
        ByteBuf target = Unpooled.buffer(Slot.BYTES);
        new Instruction(
                        Generation.V3,
                        opcode,
                        Slot.LENGTH_IN_WORDS,
                        debugCommand,
                        0,
                        events,
                        operands,
                        UnknownBytes.NONE)
                .encode(target);
        return target.array();
    }

    /** isa-encodings.md §1: v5 moved the fields behind the types of LDWEIGHTS; v4 added two bytes to it. */
    @Test
    void generationsDifferInTheirLayouts() {
        Slot slot = slot(
                "01100000 0000000000000000 02000000 f4790300ffff00000000800001000100 0a01000000008080000000000f0f0081");
        PeOperands.LoadWeights v4 =
                (PeOperands.LoadWeights) Instruction.decode(slot, Generation.V4).operands();
        assertThat(v4.backgroundTranspose()).isEqualTo(2);
        assertThat(v4.flags()).isEqualTo(0x81);
        Instruction v3 = Instruction.decode(slot, Generation.V3);
        assertThat(((PeOperands.LoadWeights) v3.operands()).flags()).isZero();
        assertThat(v3.unknown().toString()).isEqualTo("?12=0x2,?47=0x81");
        assertThat(Instruction.decode(slot, Generation.V5).operands()).isInstanceOf(PeOperands.LoadWeightsV5.class);
    }

    /** isa.md §1.1: byte 1 of an extension is payload; dma.md §8.1 for its fields, the slot of opcodes.tsv. */
    @Test
    void anExtensionHasNoHeader() {
        Instruction slot = Instruction.decode(slot("da048000 00800100 00000000 00320200"), Generation.V2);
        DmaExtension extension = ((PseudoOperands.Extension) slot.operands()).ofDma();
        assertThat(extension.flags()).isEqualTo(DmaExtension.SOURCE_INDIRECT);
        assertThat(extension.channels()).isEqualTo(128);
        assertThat(extension.srcIndex()).isEqualTo(0x18000);
        assertThat(extension.srcBytes()).isEqualTo(0x23200);
        assertThat(slot.events()).isEqualTo(Events.NONE);
    }

    @Test
    void anUndefinedOpcodeIsNamed() {
        assertThatThrownBy(() -> Instruction.decode(slot("50100000"), Generation.V3))
                .isInstanceOf(BadInstructionException.class)
                .hasMessage("opcode 0x50 is not defined on cayman");
        assertThatThrownBy(() -> Instruction.decode(slot("87100000"), Generation.V3))
                .isInstanceOf(BadInstructionException.class);
        assertThatThrownBy(() -> Slot.at(Unpooled.wrappedBuffer(new byte[100]), 64))
                .isInstanceOf(BadInstructionException.class)
                .hasMessage("no slot of 64 bytes at offset 64 of 100 bytes");
    }

    @Test
    void operandsOfAnotherOpcodeAreRefused() {
        assertThatThrownBy(
                        () -> Instruction.of(Generation.V3, Opcode.NOP, Events.NONE, new PseudoOperands.BranchLabel(0)))
                .isInstanceOf(BadInstructionException.class)
                .hasMessage("NOP takes Plain, not BranchLabel");
    }
}
