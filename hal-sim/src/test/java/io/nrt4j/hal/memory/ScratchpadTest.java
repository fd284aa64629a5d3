package io.nrt4j.hal.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.device.Device;
import io.nrt4j.hal.device.DeviceOptions;
import org.junit.jupiter.api.Test;

/** Expected values: memory.md §6.3, §6.4. */
class ScratchpadTest {
    private static final long MIB = 1L << 20;

    private final Device device = new Device(Arch.CAYMAN, 0, DeviceOptions.DEFAULT);
    private final Device contiguous =
            new Device(Arch.CAYMAN, 0, DeviceOptions.DEFAULT.withScratchpad(ScratchpadConfig.CONTIGUOUS));

    /** The worked example: page 0 of core 0 right behind the carve-out, that of core 1 behind it. */
    @Test
    void pagesLieInTheMainPool() {
        device.core(0).scratchpad().claim(8388608);
        device.core(1).scratchpad().claim(8388608);
        assertThat(device.core(0).scratchpad().find(7864320, 524288))
                .contains(new Scratchpad.Window(0x1000000L, 0x780000));
        assertThat(device.core(0).scratchpad().find(0, 524288).orElseThrow().address())
                .isEqualTo(0x1000000L);
        assertThat(device.core(1)
                        .scratchpad()
                        .find(7864320, 524288)
                        .orElseThrow()
                        .address())
                .isEqualTo(0x21780000L);
        assertThat(device.heap().usage().cores().bytes(0, MemoryUsage.SCRATCHPAD))
                .isEqualTo(512 * MIB);
    }

    /** The documented example: models A and B on 512 MB pages. */
    @Test
    void modelsShareTheirPages() {
        Scratchpad pad = device.core(0).scratchpad();
        Runnable a = pad.claim(1536 * MIB);
        assertThat(pad.bytes()).isEqualTo(1536 * MIB);
        Runnable b = pad.claim(1636 * MIB);
        assertThat(pad.bytes()).isEqualTo(2048 * MIB);
        assertThat(pad.find(0, 512 * MIB)).isPresent();
        assertThat(pad.find(512 * MIB, 1024 * MIB)).isEmpty();
        assertThat(pad.find(0, 100 * MIB)).isPresent();
        assertThat(pad.find(100 * MIB, 1536 * MIB)).isEmpty();
        a.run();
        assertThat(pad.bytes()).isEqualTo(2048 * MIB);
        b.run();
        assertThat(pad.bytes()).isZero();
        assertThat(device.heap().usage().cores().total()).isZero();
    }

    @Test
    void pagesThatOnlyTheLargerModelSpansGoWithIt() {
        Scratchpad pad = device.core(0).scratchpad();
        Runnable small = pad.claim(1);
        Runnable large = pad.claim(1024 * MIB + 1);
        large.run();
        assertThat(pad.bytes()).isEqualTo(512 * MIB);
        small.run();
        assertThat(pad.bytes()).isZero();
    }

    @Test
    void aPageThatCannotBeHadLeavesTheScratchpadAsItWas() {
        Scratchpad pad = device.core(0).scratchpad();
        Runnable before = pad.claim(512 * MIB);
        assertThatThrownBy(() -> pad.claim(30L << 30)).isInstanceOf(AllocationException.class);
        assertThat(pad.bytes()).isEqualTo(512 * MIB);
        assertThatThrownBy(() -> pad.claim(513L << 30)).isInstanceOf(IllegalArgumentException.class);
        before.run();
        assertThat(device.heap().usage().cores().total()).isZero();
    }

    @Test
    void contiguousPagesAreOneWindow() {
        Scratchpad pad = contiguous.core(0).scratchpad();
        pad.claim(100 * MIB);
        assertThat(pad.find(0, 100 * MIB).orElseThrow().address()).isEqualTo(0x5B8000000L);
        assertThat(pad.find(60 * MIB, 10 * MIB).orElseThrow().address()).isEqualTo(0x5B8000000L + 60 * MIB);
        assertThat(pad.find(64 * MIB, 64 * MIB).orElseThrow().page()).isEqualTo(0x5BC000000L);
        assertThat(pad.find(64 * MIB, 64 * MIB + 1)).isEmpty();
    }

    @Test
    void aSmallerModelSpansTheNewestContiguousPages() {
        Scratchpad pad = contiguous.core(0).scratchpad();
        Runnable large = pad.claim(192 * MIB);
        Runnable small = pad.claim(1);
        assertThat(pad.find(0, 1).orElseThrow().address()).isEqualTo(0x5B4000000L);
        large.run();
        assertThat(pad.bytes()).as("the newest page keeps the older ones").isEqualTo(192 * MIB);
        small.run();
        assertThat(pad.bytes()).isZero();
    }

    @Test
    void anotherCoresPagesEndTheGrowth() {
        Scratchpad pad = contiguous.core(0).scratchpad();
        pad.claim(64 * MIB);
        contiguous.core(1).scratchpad().claim(64 * MIB);
        assertThatThrownBy(() -> pad.claim(65 * MIB))
                .isInstanceOfSatisfying(
                        ScratchpadGrowthException.class,
                        e -> assertThat(e.bytes()).isEqualTo(64 * MIB));
        assertThat(pad.bytes()).isEqualTo(64 * MIB);
        assertThatThrownBy(() -> contiguous.core(1).scratchpad().claim(30L << 30))
                .isInstanceOf(ScratchpadGrowthException.class);
        assertThat(contiguous.heap().usage().channels().get(0)).isEqualTo(128 * MIB);
    }
}
