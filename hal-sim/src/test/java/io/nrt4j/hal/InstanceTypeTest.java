package io.nrt4j.hal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expected values: hal.md §1. */
class InstanceTypeTest {
    @ParameterizedTest
    @CsvSource({
        "inf1.xlarge, TONGA, 1, 4",
        "inf1.24xlarge, TONGA, 16, 64",
        "trn1.2xlarge, SUNDA, 1, 2",
        "trn1n.32xlarge, SUNDA, 16, 32",
        "inf2.24xlarge, SUNDA, 6, 12",
        "inf2.48xlarge, SUNDA, 12, 24",
        "trn2.3xlarge, CAYMAN, 1, 8",
        "trn2u.48xlarge, CAYMAN, 16, 128",
        "trn3pd98.3xlarge, MARIANA, 1, 8",
        "trn3e.24xlarge, MARIANA, 4, 32",
    })
    void catalogue(String name, Arch arch, int devices, int cores) {
        InstanceType type = InstanceType.fromName(name).orElseThrow();
        assertThat(type.arch()).isEqualTo(arch);
        assertThat(type.devices()).isEqualTo(devices);
        assertThat(type.cores()).isEqualTo(cores);
    }

    @Test
    void anUnknownNameIsEmpty() {
        assertThat(InstanceType.fromName("trn9.48xlarge")).isEmpty();
    }

    @Test
    void theSmallestInstanceThatFits() {
        assertThat(InstanceType.smallestFor(Arch.TONGA, 1)).contains(InstanceType.INF1_XLARGE);
        assertThat(InstanceType.smallestFor(Arch.SUNDA, 1)).contains(InstanceType.TRN1_2XLARGE);
        assertThat(InstanceType.smallestFor(Arch.CAYMAN, 2)).contains(InstanceType.TRN2_3XLARGE);
        assertThat(InstanceType.smallestFor(Arch.MARIANA, 1)).contains(InstanceType.TRN3PD98_3XLARGE);
        assertThat(InstanceType.smallestFor(Arch.SUNDA, 2)).isEmpty();
        assertThat(InstanceType.smallestFor(Arch.CAYMAN, 4)).isEmpty();
    }

    /** hal.md §1.5. */
    @Test
    void logicalCoreSizes() {
        Geometry cayman = Geometry.of(Arch.CAYMAN);
        assertThat(LogicalCoreSize.isValid(cayman, 1)).isTrue();
        assertThat(LogicalCoreSize.isValid(cayman, 2)).isTrue();
        assertThat(LogicalCoreSize.isValid(cayman, 0)).isFalse();
        assertThat(LogicalCoreSize.isValid(cayman, 3)).isFalse();
        assertThat(LogicalCoreSize.isValid(cayman, -2)).isFalse();
        assertThat(LogicalCoreSize.isValid(Geometry.of(Arch.SUNDA), 2)).isFalse();
    }

    /** hal.md §1.2. */
    @Test
    void pciDeviceIds() {
        assertThat(ChipProduct.fromPciDeviceId(0x7066)).contains(ChipProduct.INFERENTIA);
        assertThat(ChipProduct.fromPciDeviceId(0x7364)).contains(ChipProduct.TRAINIUM2);
        assertThat(ChipProduct.fromPciDeviceId(0x7565)).contains(ChipProduct.TRAINIUM3);
        assertThat(ChipProduct.fromPciDeviceId(0x7464)).isEmpty();
        assertThat(ChipProduct.INFERENTIA2.deviceType()).isEqualTo("v3");
    }

    /** hal.md §1.4, §4.8. */
    @Test
    void neighbours() {
        assertThat(Interconnect.TORUS_V2.neighbours(0, 16)).containsExactly(12, 3, 4, 1);
        assertThat(Interconnect.TORUS_V2.neighbours(5, 16)).containsExactly(1, 4, 9, 6);
        assertThat(Interconnect.TORUS_V2.neighbours(15, 16)).containsExactly(11, 14, 3, 12);
        assertThat(Interconnect.RING.neighbours(0, 12)).containsExactly(11, 1);
        assertThat(Interconnect.CHAIN.neighbours(0, 6)).containsExactly(1);
        assertThat(Interconnect.CHAIN.neighbours(3, 6)).containsExactly(2, 4);
        assertThat(Interconnect.CHAIN.neighbours(5, 6)).containsExactly(4);
        assertThat(Interconnect.TORUS_V3.neighbours(12, 16)).containsExactly(0, 13, 15, 8);
        assertThat(Interconnect.NONE.neighbours(0, 1)).isEmpty();
        assertThatThrownBy(() -> Interconnect.RING.neighbours(12, 12)).isInstanceOf(IllegalArgumentException.class);
    }

    /** A link has two ends: the relation is symmetric on every torus. */
    @Test
    void neighbourhoodIsMutual() {
        for (Interconnect torus : List.of(Interconnect.TORUS_V2, Interconnect.TORUS_V3)) {
            for (int device = 0; device < 16; device++) {
                for (int neighbour : torus.neighbours(device, 16)) {
                    assertThat(torus.neighbours(neighbour, 16)).contains(device);
                }
            }
        }
    }

    /** hal.md §1.4. */
    @Test
    void routingIds() {
        assertThat(Interconnect.TORUS_V2.deviceOfRoutingId(1)).isEqualTo(4);
        assertThat(Interconnect.TORUS_V2.deviceOfRoutingId(15)).isEqualTo(10);
        assertThat(Interconnect.TORUS_V3.deviceOfRoutingId(5)).isEqualTo(15);
        assertThat(Interconnect.RING.deviceOfRoutingId(7)).isEqualTo(7);
    }

    /** hal.md §1.4, §4.8. */
    @Test
    void sengSwap() {
        assertThat(cores(CoreMap.SENG_SWAP, 0)).containsExactly(4, 5, 6, 7, 2, 3, 0, 1);
        assertThat(cores(CoreMap.SENG_SWAP, 10)).containsExactly(4, 5, 6, 7, 2, 3, 0, 1);
        assertThat(cores(CoreMap.SENG_SWAP, 9)).containsExactly(2, 3, 0, 1, 4, 5, 6, 7);
        assertThat(cores(CoreMap.SENG_SWAP, 14)).containsExactly(0, 1, 2, 3, 6, 7, 4, 5);
        assertThat(cores(CoreMap.SENG_SWAP, 7)).containsExactly(6, 7, 4, 5, 0, 1, 2, 3);
        assertThat(cores(CoreMap.SENG_SWAP_DIE_FLIP, 0)).containsExactly(0, 1, 2, 3, 6, 7, 4, 5);
        assertThat(cores(CoreMap.IDENTITY, 0)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
        assertThat(CoreMap.SENG_SWAP.physical(Arch.SUNDA, 0, 1)).isEqualTo(1);
    }

    /** hal.md §1.1. */
    @Test
    void firmwareNumbers() {
        assertThat(Stepping.SUNDA.archId()).isEqualTo(5);
        assertThat(Stepping.CAYMAN.archId()).isEqualTo(12);
        assertThat(Stepping.MARIANA.archId()).isEqualTo(20);
        assertThat(Stepping.MARIANA_PLUS.archId()).isEqualTo(28);
        assertThat(Stepping.CAYMAN.coreType(FirmwareCore.NX_SP)).isEqualTo(11);
        assertThat(Stepping.SUNDA.coreType(FirmwareCore.Q7_POOL)).isEqualTo(6);
        assertThat(Stepping.MARIANA_PLUS.coreType(FirmwareCore.Q7_POOL)).isEqualTo(29);
        assertThatThrownBy(() -> Stepping.SUNDA.coreType(FirmwareCore.Q7_CCE))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static List<Integer> cores(CoreMap map, int device) {
        return IntStream.range(0, 8)
                .mapToObj(core -> map.physical(Arch.CAYMAN, device, core))
                .toList();
    }
}
