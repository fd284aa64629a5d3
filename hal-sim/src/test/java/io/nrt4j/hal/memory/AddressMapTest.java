package io.nrt4j.hal.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.Geometry;
import io.nrt4j.hal.memory.BarMap.BarAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Expected values: hal.md §3 and the vectors of §3.5, §4.1, §4.5 and §4.8. */
class AddressMapTest {
    private static final AddressMap V1 = AddressMap.of(Arch.TONGA);
    private static final AddressMap V2 = AddressMap.of(Arch.SUNDA);
    private static final AddressMap V3 = AddressMap.of(Arch.CAYMAN);
    private static final AddressMap V4 = AddressMap.of(Arch.MARIANA);

    @Test
    void stateBufferOfCaymanCore5() {
        long address = V3.sbuf(5, 3, 16);
        assertThat(address).isEqualTo(0x8030000C0010L);
        assertThat(V3.resolve(address)).isEqualTo(new Location(Block.SBUF, 5, 0, 3 * 0x40000 + 16));
        assertThat(BarMap.of(Arch.CAYMAN).find(address)).contains(new BarAddress(0, 0xE40C0010L));
    }

    @Test
    void bothAperturesShowTheSameStateBuffer() {
        Location low = V3.resolve(V3.tpb(5) + 0xC0010);
        Location high = V3.resolve(V3.tpb(5) + 0x8_0000_0000L + 0xC0010);
        assertThat(high).isEqualTo(low);
        assertThat(BarMap.of(Arch.CAYMAN).find(V3.tpb(5) + 0x8_0000_0000L + 0xC0010))
                .contains(new BarAddress(0, 0xE40C0010L));
    }

    @Test
    void aHoleBehindAPartitionFaults() {
        assertThat(V3.sbuf(0, 0, 229375)).isEqualTo(0x2000037FFFL);
        assertThatThrownBy(() -> V3.sbuf(0, 0, 229376)).isInstanceOf(MemoryFaultException.class);
        assertThatThrownBy(() -> V3.sbuf(0, 128, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void semaphoresAndEvents() {
        assertThat(V3.semaphoreIncrement(2, 5)).isEqualTo(0x6802701814L);
        assertThat(V2.event(1, 7)).isEqualTo(0xFFFC670001CL);
        // The barrier of hw-profiles.md: PE of physical core 4 and 5 write each other's S[1].
        assertThat(V3.semaphoreIncrement(5, 1)).isEqualTo(0x803802701804L);
        assertThat(V3.semaphoreIncrement(4, 1)).isEqualTo(0x802802701804L);
        assertThat(V3.semaphoreRead(0, 0)).isEqualTo(0x2802701000L);
        assertThat(V3.semaphoreSet(0, 1)).isEqualTo(0x2802701404L);
        assertThat(V3.semaphoreDecrement(0, 1)).isEqualTo(0x2802701C04L);
        assertThat(V1.semaphoreIncrement(0, 1)).isEqualTo(0xFFFC2701204L);
        assertThatThrownBy(() -> V1.semaphoreRead(0, 32)).isInstanceOf(IllegalArgumentException.class);
    }

    /** memory.md §4.4. */
    @Test
    void coreWindows() {
        assertThat(V2.tpb(1)).isEqualTo(0xFFFC4000000L);
        long[] firstDie = {0x2000000000L, 0x3000000000L, 0x6000000000L, 0x7000000000L};
        for (int core = 0; core < 4; core++) {
            assertThat(V3.tpb(core)).isEqualTo(firstDie[core]);
            assertThat(V3.tpb(core + 4)).isEqualTo(firstDie[core] + 0x800000000000L);
        }
    }

    @Test
    void dmaEngines() {
        assertThat(V3.udma(20)).isEqualTo(0x1003400000L);
        assertThat(V3.udma(37)).isEqualTo(0x5004500000L);
        assertThat(V2.udma(17)).isEqualTo(0xFFFF0740000L);
        assertThat(V2.udma(32)).isEqualTo(0xFFFF0600000L);
        assertThat(V2.udma(33)).isEqualTo(0xFFFF0D00000L);
        assertThat(V2.sdmaMisc(17)).isEqualTo(0xFFFF0B07000L);
        assertThat(V2.sdmaMisc(33)).isEqualTo(0xFFFF0D40000L);
        assertThat(V3.udma(129)).isEqualTo(0x8006900000L);
        assertThat(V3.udma(130)).isEqualTo(0x808006800000L);
        assertThat(V3.sdmaMisc(0)).isEqualTo(0x1002040000L);
        assertThat(V1.udma(1)).isEqualTo(0xFFFF0140000L);
    }

    /** The doorbell that the images of hw-profiles.md ring: engine 5 of SENG 2, S2M queue 14, tail increment. */
    @Test
    void theDoorbellOfRealImagesIsADmaRegister() {
        assertThat(V3.resolve(0x80100252f038L)).isEqualTo(new Location(Block.UDMA, 64 + 5, 0, 0x2f038));
        assertThat(V3.resolve(0x80100352f038L)).isEqualTo(new Location(Block.UDMA, 64 + 21, 0, 0x2f038));
    }

    @Test
    void memories() {
        assertThat(V3.hbm(3)).isEqualTo(0x804000000000L);
        assertThat(V3.resolve(0x8005c03b0000L)).isEqualTo(new Location(Block.HBM, 2, 0, 0x5c03b0000L));
        assertThat(V3.find(0x600000000L)).isEmpty();
        assertThat(V4.find(0x8FFFFFFFFL)).contains(new Location(Block.HBM, 0, 0, 0x8FFFFFFFFL));
        assertThat(BarMap.of(Arch.CAYMAN).find(0x800001000000L)).contains(new BarAddress(4, 0x2001000000L));
        assertThat(BarMap.of(Arch.SUNDA).find(0x1000000000L)).contains(new BarAddress(4, 0x400000000L));
    }

    @Test
    void notificationBlocks() {
        long[] blocks = {0x6001000, 0x6581000, 0x46001000, 0x46581000};
        int[] cores = {0, 3, 4, 7};
        BarMap bars = BarMap.of(Arch.CAYMAN);
        for (int i = 0; i < cores.length; i++) {
            assertThat(bars.find(V3.notifications(cores[i]))).contains(new BarAddress(0, blocks[i]));
        }
        assertThat(bars.find(V3.topSpNotifications(9))).contains(new BarAddress(0, 0x46A40000L));
        int baseLow = NotificationRegister.BASE_LOW.offset(Geometry.of(Arch.CAYMAN), NotificationType.NOTIFY, 2);
        assertThat(bars.find(V3.notifications(0) + baseLow)).contains(new BarAddress(0, 0x60013D0L));
        assertThat(V3.resolve(V3.notifications(3)).block()).isEqualTo(Block.NOTIFICATION);
        assertThat(BarMap.of(Arch.SUNDA).find(V2.notifications(1))).contains(new BarAddress(0, 0x30C35000L));
        assertThat(NotificationType.THROTTLE.existsOn(Geometry.of(Arch.CAYMAN))).isFalse();
        assertThat(NotificationType.THROTTLE.existsOn(Geometry.of(Arch.MARIANA)))
                .isTrue();
    }

    @Test
    void topSps() {
        assertThat(V3.topSp(0)).isEqualTo(0x8280000000L);
        assertThat(V3.topSp(8)).isEqualTo(0x808280000000L);
        assertThat(V2.topSp(5)).isEqualTo(0xFFFD1400000L);
        assertThat(V3.resolve(0x84C0001000L)).isEqualTo(new Location(Block.TOPSP_SYNC, 9, 0, 0x1000));
    }

    @Test
    void enginesOfACore() {
        assertThat(V3.localRegisters(0, EngineType.PE)).isEqualTo(0x2802660000L);
        assertThat(V2.localRegisters(0, EngineType.PE)).isEqualTo(0xFFFC2660000L);
        assertThat(V3.localRegisters(0, EngineType.POOL)).isEqualTo(0x2803060000L);
        assertThat(V3.q7Iram(0, 3)).isEqualTo(0x2803400000L);
        assertThat(V3.resolve(V3.q7Dram(0, 7))).isEqualTo(new Location(Block.Q7_DRAM, 0, 7, 0));
        assertThat(V3.resolve(V3.engine(6, EngineType.DVE))).isEqualTo(new Location(Block.DVE, 6, 0, 0));
        assertThat(V2.resolve(V2.engine(1, EngineType.SP))).isEqualTo(new Location(Block.SP, 1, 0, 0));
    }

    @Test
    void otherBlocks() {
        assertThat(V4.resolve(0x9400000000L).block()).isEqualTo(Block.EVENT_ACCEL_SET);
        assertThat(V3.resolve(0x9000000004L).block()).isEqualTo(Block.EVENT_ACCEL_SET);
        assertThat(V2.resolve(0x2000000004L).block()).isEqualTo(Block.EVENT_ACCEL_SET);
        assertThat(V3.resolve(V3.hostWindow() + 5)).isEqualTo(new Location(Block.HOST, 0, 0, 5));
        assertThat(V3.resolve(0x18000000000000L)).isEqualTo(new Location(Block.NEIGHBOUR, 2, 0, 0));
        assertThat(V3.resolve(0x8006C84000L)).isEqualTo(new Location(Block.MISC_RAM, 0, 0, 0));
        assertThat(BarMap.of(Arch.TONGA).find(V1.bases().miscRam())).contains(new BarAddress(0, 0x78E000));
        assertThatThrownBy(() -> V3.resolve(0xA000000000L))
                .isInstanceOf(MemoryFaultException.class)
                .hasMessage("unmapped device address at 0xa000000000");
        assertThat(FirmwareRegister.resetMapOfCore(2)).isEqualTo(0x40404);
    }

    /** Every region is found from its own first byte, as itself or as something inside it. */
    @ParameterizedTest
    @EnumSource(Arch.class)
    void everyRegionIsReachable(Arch arch) {
        AddressMap map = AddressMap.of(arch);
        for (Region region : map.regions()) {
            Region last = map.regionAt(region.end() - 1);
            Region first = map.regionAt(region.base());
            assertThat(first).as(region.toString()).isNotNull();
            assertThat(last).as(region.toString()).isNotNull();
            assertThat(first.size()).isLessThanOrEqualTo(region.size());
            assertThat(last.size()).isLessThanOrEqualTo(region.size());
        }
    }

    @ParameterizedTest
    @EnumSource(Arch.class)
    void barTranslationsGoBothWays(Arch arch) {
        AddressMap map = AddressMap.of(arch);
        BarMap bars = BarMap.of(arch);
        for (Region region : map.regions()) {
            bars.find(region.base()).ifPresent(place -> {
                long back = bars.deviceAddress(place.bar(), place.offset()).orElseThrow();
                assertThat(map.resolve(back)).isEqualTo(map.resolve(region.base()));
            });
        }
    }
}
