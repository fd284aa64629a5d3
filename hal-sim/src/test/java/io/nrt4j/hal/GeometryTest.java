package io.nrt4j.hal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expected values: hal.md §2 unless a test says otherwise. */
class GeometryTest {
    @ParameterizedTest
    @CsvSource({
        "TONGA, 1, 0, 4, 2, 0x100000000, 12, 0, 32, 256, 0",
        "SUNDA, 1, 2, 2, 2, 0x400000000, 34, 6, 256, 256, 8",
        "CAYMAN, 2, 4, 8, 4, 0x600000000, 132, 16, 256, 256, 8",
        "MARIANA, 2, 4, 8, 4, 0x900000000, 132, 16, 256, 256, 8",
    })
    void countsOfEveryArchitecture(
            Arch arch,
            int dies,
            int sengs,
            int cores,
            int hbms,
            String hbmBytes,
            int dmaEngines,
            int topSps,
            int semaphores,
            int events,
            int q7Cores) {
        Geometry geometry = Geometry.of(arch);
        assertThat(geometry.dies()).isEqualTo(dies);
        assertThat(geometry.sengs()).isEqualTo(sengs);
        assertThat(geometry.cores()).isEqualTo(cores);
        assertThat(geometry.hbm().count()).isEqualTo(hbms);
        assertThat(geometry.hbm().bytes()).isEqualTo(Long.decode(hbmBytes));
        assertThat(geometry.dma().enginesPerDevice()).isEqualTo(dmaEngines);
        assertThat(geometry.topSps()).isEqualTo(topSps);
        assertThat(geometry.sync().semaphores()).isEqualTo(semaphores);
        assertThat(geometry.sync().events()).isEqualTo(events);
        assertThat(geometry.q7().cores()).isEqualTo(q7Cores);
    }

    /** hal.md §2.1, §4.8. */
    @ParameterizedTest
    @CsvSource({"SUNDA, 24, 180224", "CAYMAN, 28, 212984", "MARIANA, 32, 245752"})
    void stateBufferSizes(Arch arch, int totalMib, int usable) {
        Geometry.Sbuf sbuf = Geometry.of(arch).sbuf();
        assertThat(sbuf.usableBytes()).isEqualTo(usable);
        assertThat((long) sbuf.partitions() * sbuf.activeBytes()).isEqualTo((long) totalMib << 20);
        assertThat((long) sbuf.partitions() * sbuf.stride()).isEqualTo(sbuf.apertureBytes());
    }

    /** hal.md §2.2: 8 banks of 2 KiB from V2 on, 4 of 2 KiB on V1. */
    @Test
    void accumulatorBanks() {
        assertThat(Geometry.of(Arch.SUNDA).psum().bankBytes()).isEqualTo(2048);
        assertThat(Geometry.of(Arch.TONGA).psum().bankBytes()).isEqualTo(2048);
        Geometry.Psum psum = Geometry.of(Arch.CAYMAN).psum();
        assertThat((long) psum.partitions() * psum.stride()).isEqualTo(psum.apertureBytes());
    }

    /** memory.md §4.3. */
    @Test
    void defaultHbmOfACore() {
        assertThat(Geometry.of(Arch.SUNDA).defaultHbm(1)).isEqualTo(1);
        assertThat(Geometry.of(Arch.CAYMAN).defaultHbm(1)).isZero();
        assertThat(Geometry.of(Arch.CAYMAN).defaultHbm(5)).isEqualTo(2);
        assertThat(Geometry.of(Arch.TONGA).defaultRegion(3)).isEqualTo(3);
    }

    /** hal.md §1.3: 8, 32, 96 and 144 GiB per device. */
    @ParameterizedTest
    @CsvSource({"TONGA, 8", "SUNDA, 32", "CAYMAN, 96", "MARIANA, 144"})
    void memoryPerDevice(Arch arch, int gib) {
        assertThat(Geometry.of(arch).deviceMemoryBytes()).isEqualTo((long) gib << 30);
    }
}
