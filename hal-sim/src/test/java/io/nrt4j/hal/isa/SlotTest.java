package io.nrt4j.hal.isa;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SlotTest {
    @Test
    void theWindowMovesOverABufferAndWritesThroughIt() {
        byte[] stream = new byte[3 * Slot.BYTES];
        Slot slot = new Slot();
        slot.wrap(Unpooled.wrappedBuffer(stream), Slot.BYTES)
                .setU8(Slot.OPCODE, Opcode.NOP.code())
                .setWait(WaitMode.SEM_GE_IMM, 24, 0x01020304)
                .setUpdate(UpdateMode.SEM_INC_COMPLETE, 5);
        assertThat(stream[64]).isEqualTo((byte) 0xA4);
        assertThat(stream).startsWith(new byte[64]).endsWith(new byte[64]);
        assertThat(slot.opcode()).contains(Opcode.NOP);
        assertThat(Events.decode(slot)).isEqualTo(new Events(0x05, 24, 0x13, 5, 0x01020304));
        assertThat(stream[64 + 8]).isEqualTo((byte) 4);
    }

    /** isa-encodings.md §7.2, the dialect test. */
    @Test
    void theQueueNameTellsTheDialect() {
        byte[] v1 = new byte[Slot.BYTES];
        byte[] v2 = new byte[Slot.BYTES];
        byte[] name = "qPoolIn0".getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(name, 0, v1, 8, name.length);
        System.arraycopy(name, 0, v2, 12, name.length);
        v2[8] = 'A'; // a threshold whose low byte looks like text
        assertThat(EventDialect.ofTrigger(Slot.at(Unpooled.wrappedBuffer(v1), 0)))
                .isEqualTo(EventDialect.FOUR_BYTES);
        assertThat(EventDialect.ofTrigger(Slot.at(Unpooled.wrappedBuffer(v2), 0)))
                .isEqualTo(EventDialect.EIGHT_BYTES);
        assertThat(EventDialect.FOUR_BYTES.operands()).isEqualTo(8);
    }

    /** isa.md §2.1, §2.2. */
    @Test
    void waitsCompareUnsignedAndUpdatesCount() {
        assertThat(WaitMode.SEM_GT_IMM.isSatisfied(4, 4)).isFalse();
        assertThat(WaitMode.SEM_GE_IMM.isSatisfied(4, 4)).isTrue();
        assertThat(WaitMode.SEM_LT_IMM.isSatisfied(4, -1)).isTrue();
        assertThat(WaitMode.fromCode(0x85).orElseThrow().comparesWithRegister()).isTrue();
        assertThat(UpdateMode.SEM_SUB_IMM_COMPLETE.apply(20, 16)).isEqualTo(4);
        assertThat(UpdateMode.SEM_WR_IMM_COMPLETE.apply(20, 16)).isEqualTo(16);
        assertThat(UpdateMode.fromCode(0x99).orElseThrow().takesRegister()).isTrue();
        assertThat(UpdateMode.SEM_INC_READ.isAtCompletion()).isFalse();
    }

    /** isa.md §4.4: the lists of arithmetic and bit-vector operations. */
    @Test
    void operationsAreArithmeticOrBitwise() {
        assertThat(AluOp.of(0x06)).isEqualTo(AluOp.MULTIPLY);
        assertThat(AluOp.of(0x1C).isBitvec()).isTrue();
        assertThat(AluOp.of(0x1C).isArith()).isFalse();
        assertThat(AluOp.of(0xC8).isArith()).isTrue();
        assertThat(AluOp.of(0xE1)).isEqualTo(AluOp.UINT_ARGMIN);
        assertThat(AluOp.fromCode(0x1E)).isEmpty();
        assertThat(AluOp.fromCode(0xC3)).isEmpty();
        assertThat(AluOp.of(0x22).existsIn(Generation.V3)).isFalse();
    }
}
