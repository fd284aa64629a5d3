package io.nrt4j.hal.isa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The instructions of the v1 synchronisation sequencer. Expected values: isa-encodings.md §7.2. */
class TongaSpInstructionTest {
    private static ByteBuf bytes(String hex) {
        return Unpooled.wrappedBuffer(HexFormat.of().parseHex(hex));
    }

    /** The table of the sheet. */
    @ParameterizedTest
    @CsvSource({
        "04, WRITE8_IND",
        "05, WRITE32_IND",
        "08, WRITE8_DIR",
        "10, NOTIFY_HALT",
        "20, WAIT_CYCLES",
        "24, WAIT_EVENT_SET",
        "25, WAIT_EVENT_SET_M",
        "30, BRANCH_U",
        "34, BRANCH_C_EVENT_SET",
        "38, BRANCH_C_CNTR_Z",
        "39, BRANCH_C_CNTR_NZ",
        "40, SET_CNTR",
        "41, DECR_CNTR",
        "50, CLR_ALL_EVENTS",
        "51, CLR_EVENT",
        "60, SET_AR"
    })
    void everyCodeOfTheSheet(String code, TongaSpOpcode opcode) {
        TongaSpInstruction instruction = TongaSpInstruction.decode(bytes(code + "01020304050607"));
        assertThat(instruction.opcode()).isEqualTo(opcode);
        assertThat(instruction.phase()).isZero();
        assertThat(instruction.payload()).hasToString("01020304050607");
    }

    @ParameterizedTest
    @EnumSource
    void bothPhasesComeBack(TongaSpOpcode opcode) {
        for (int phase = 0; phase < 2; phase++) {
            TongaSpInstruction instruction =
                    new TongaSpInstruction(opcode, phase, Bytes.of(new byte[] {7, 6, 5, 4, 3, 2, 1}));
            ByteBuf encoded = Unpooled.buffer();
            instruction.encode(encoded);
            assertThat(encoded.readableBytes()).isEqualTo(TongaSpInstruction.BYTES);
            assertThat(encoded.getByte(0) & 0x80).isEqualTo(phase << 7);
            assertThat(TongaSpInstruction.decode(encoded)).isEqualTo(instruction);
        }
    }

    @Test
    void aStreamIsOneInstructionAfterTheOther() {
        List<TongaSpInstruction> stream = TongaSpInstruction.decodeAll(bytes("a400000000000000" + "1000000000000000"));
        assertThat(stream)
                .extracting(TongaSpInstruction::opcode)
                .containsExactly(TongaSpOpcode.WAIT_EVENT_SET, TongaSpOpcode.NOTIFY_HALT);
        assertThat(stream).extracting(TongaSpInstruction::phase).containsExactly(1, 0);
    }

    @Test
    void whatIsNoInstructionIsRefused() {
        assertThatThrownBy(() -> TongaSpInstruction.decode(bytes("24000000000000")))
                .isInstanceOf(BadInstructionException.class)
                .hasMessage("7 bytes are left of an instruction of 8");
        assertThatThrownBy(() -> TongaSpInstruction.decode(bytes("ff00000000000000")))
                .isInstanceOf(BadInstructionException.class)
                .hasMessage("opcode 0x7f of the v1 SP sequencer is not defined");
        assertThatThrownBy(() -> TongaSpInstruction.decodeAll(bytes("2400000000000000" + "24")))
                .isInstanceOf(BadInstructionException.class);
    }

    @Test
    void aListingNeverFails() {
        assertThat(TongaSpInstruction.disassemble(bytes("c1000000000000ff")).text())
                .isEqualTo("DECR_CNTR phase=1 payload=000000000000ff");
        assertThat(TongaSpInstruction.disassemble(bytes("ff00000000000001")).text())
                .isEqualTo("UNKNOWN_0x7f ff00000000000001");
    }

    @Test
    void randomInstructionsComeBackOrAreRefused() {
        SplittableRandom random = new SplittableRandom(8);
        byte[] in = new byte[TongaSpInstruction.BYTES];
        int decoded = 0;
        for (int i = 0; i < 20_000; i++) {
            random.nextBytes(in);
            try {
                ByteBuf out = Unpooled.buffer(TongaSpInstruction.BYTES);
                TongaSpInstruction.decode(Unpooled.wrappedBuffer(in)).encode(out);
                assertThat(out.array()).isEqualTo(in);
                decoded++;
            } catch (BadInstructionException undefinedOpcode) {
                assertThat(TongaSpOpcode.fromCode(in[0] & 0x7F)).isEmpty();
            }
        }
        // 16 of 128 codes are defined
        assertThat(decoded).isBetween(2_000, 3_000);
    }
}
