package io.nrt4j.hal.dma;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.memory.AddressMap;
import org.junit.jupiter.api.Test;

/** Addresses of dma.md §1 and §6, image-assembly.md §9. */
class DmaRegistersTest {
    private static DmaRegisters cayman(int core) {
        return DmaRegisters.of(AddressMap.of(Arch.CAYMAN), core);
    }

    @Test
    void caymanCoresHaveSixteenEnginesEach() {
        assertThat(cayman(4).engine(0)).isEqualTo(0x801002000000L);
        assertThat(cayman(5).engine(3)).isEqualTo(0x801003300000L);
        assertThat(cayman(4).engineStride()).isEqualTo(0x100000);
    }

    @Test
    void doorbellsOfTheProfilesAreQueue14OfEngine5() {
        assertThat(cayman(4).register(5, DmaSide.S2M, 14, QueueRegister.TAIL_INCREMENT))
                .isEqualTo(0x80100252F038L);
        assertThat(cayman(4).register(5, DmaSide.M2S, 14, QueueRegister.TAIL_INCREMENT))
                .isEqualTo(0x80100250F038L);
    }

    @Test
    void broadcastsGoToTheWindowInEngineZero() {
        assertThat(cayman(4).broadcast(DmaSide.S2M, 2, QueueRegister.TAIL_INCREMENT))
                .isEqualTo(0x8010020A3038L);
        assertThat(cayman(4).broadcast(DmaSide.M2S, 2, QueueRegister.TAIL_INCREMENT))
                .isEqualTo(0x801002083038L);
    }

    @Test
    void sundaBroadcastsAndTableResets() {
        DmaRegisters sunda = DmaRegisters.of(AddressMap.of(Arch.SUNDA), 0);
        assertThat(sunda.broadcast(DmaSide.S2M, 0, QueueRegister.TAIL_INCREMENT))
                .isEqualTo(0xFFFF1021038L);
        assertThat(sunda.broadcast(DmaSide.S2M, 14, QueueRegister.SOFTWARE_CONTROL))
                .isEqualTo(0xFFFF102F064L);
        assertThat(sunda.broadcast(DmaSide.M2S, 14, QueueRegister.SOFTWARE_CONTROL))
                .isEqualTo(0xFFFF100F0B0L);
        assertThat(sunda.register(11, DmaSide.M2S, 14, QueueRegister.RING_BASE_LOW))
                .isEqualTo(0xFFFF02CF028L);
    }

    @Test
    void anAddressIsReadBackAsItsRegister() {
        for (DmaSide side : DmaSide.values()) {
            for (QueueRegister register : QueueRegister.values()) {
                assertThat(cayman(4).locate(cayman(4).register(7, side, 3, register)))
                        .contains(new QueueRegisterAddress(7, side, 3, register));
                assertThat(cayman(4).locate(cayman(4).broadcast(side, 3, register)))
                        .contains(new QueueRegisterAddress(QueueRegisterAddress.ALL_ENGINES, side, 3, register));
            }
        }
        assertThat(cayman(4).locate(cayman(5).register(0, DmaSide.M2S, 0, QueueRegister.CONFIG)))
                .isEmpty();
        assertThat(cayman(4).locate(0)).isEmpty();
    }
}
