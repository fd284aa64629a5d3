package io.nrt4j.hal.isa;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.hal.EngineType;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpcodeTest {
    /** The totals of isa.md §3, the 0xFF sentinel included. */
    @Test
    void everyGenerationHasItsNumberOfCodes() {
        assertThat(Opcode.values()).hasSize(172);
        assertThat(codesOf(Generation.V1)).isEmpty();
        assertThat(codesOf(Generation.V2)).hasSize(145);
        assertThat(codesOf(Generation.V3)).hasSize(150);
        assertThat(codesOf(Generation.V4)).hasSize(159);
        assertThat(codesOf(Generation.V5)).hasSize(165);
    }

    /** isa.md §3: v3 dropped seven codes of v2. */
    @Test
    void sevenCodesEndedWithV2() {
        List<Integer> dropped = Arrays.stream(Opcode.values())
                .filter(o -> o.existsIn(Generation.V2) && !o.existsIn(Generation.V3))
                .map(Opcode::code)
                .toList();
        assertThat(dropped).containsExactly(0x87, 0x88, 0x8A, 0x8B, 0x8C, 0x8D, 0x8F);
    }

    /** isa.md §3, "codes in no generation". */
    @Test
    void theHolesOfTheNamespaceAreEmpty() {
        assertThat(List.of(
                        0x00, 0x0B, 0x20, 0x27, 0x2F, 0x31, 0x40, 0x50, 0x55, 0x59, 0x5D, 0x75, 0x80, 0x89, 0x90, 0x91,
                        0x97, 0xAC, 0xAF, 0xB7, 0xC0, 0xEB, 0xEF, 0xF5, 0xFE))
                .allSatisfy(code -> assertThat(Opcode.fromCode(code)).isEmpty());
        assertThat(Opcode.fromCode(0x1A0)).isEmpty();
        assertThat(Opcode.fromCode(-1)).isEmpty();
    }

    /** isa.md §3: the pseudo codes are those whose top three bits are 110. */
    @Test
    void pseudoCodesHaveTheTopBits110() {
        assertThat(Opcode.values()).allSatisfy(o -> assertThat(o.isPseudo()).isEqualTo(o.code() >> 5 == 0b110));
    }

    @Test
    void controlCodesBelongToEverySequencerAndComputeCodesToTheirEngines() {
        assertThat(Opcode.EVENT_SEMAPHORE.engines()).containsExactly(EngineType.values());
        assertThat(Opcode.MATMUL.engines()).containsExactly(EngineType.PE);
        assertThat(Opcode.COPY.engines()).containsExactly(EngineType.ACT, EngineType.POOL, EngineType.DVE);
        assertThat(Opcode.INVALID.engines()).isEmpty();
    }

    /** isa.md §10: "mnemonics differ from the enum names". */
    @Test
    void profilersShortenSomeNames() {
        assertThat(Opcode.TENSOR_REDUCE_ARITH_OP.text()).isEqualTo("TENSOR_REDUCE");
        assertThat(Opcode.ACTIVATION_TABLE_LOAD.text()).isEqualTo("ACT_TABLE_LOAD");
        assertThat(Opcode.DMAMEMCPY.text()).isEqualTo("DMA_DIRECT2D");
        assertThat(Opcode.DRAIN.text()).isEqualTo("DRAIN");
    }

    private static List<Opcode> codesOf(Generation generation) {
        return Arrays.stream(Opcode.values())
                .filter(o -> o.existsIn(generation))
                .toList();
    }
}
