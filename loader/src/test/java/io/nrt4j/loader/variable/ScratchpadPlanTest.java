package io.nrt4j.loader.variable;

import static io.nrt4j.loader.variable.StagingFixture.graph;
import static io.nrt4j.loader.variable.StagingFixture.tmp;
import static io.nrt4j.loader.variable.StagingFixture.window;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nrt4j.hal.InstanceType;
import io.nrt4j.hal.device.DeviceOptions;
import io.nrt4j.hal.memory.MemoryUsage;
import io.nrt4j.hal.memory.ScratchpadConfig;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LogLevel;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.manifest.BackingBuffer;
import io.nrt4j.loader.profile.RuntimeProfile;
import io.nrt4j.loader.variable.StagingFixture.Staged;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Expected values: memory.md §6.3, §6.4. */
class ScratchpadPlanTest {
    private static final long MIB = 1L << 20;

    private final StagingFixture trn2 = StagingFixture.trn2();

    @AfterEach
    void close() {
        trn2.close();
    }

    @Test
    void theDocumentedExample() {
        Staged a = trn2.stage(graph("sg00", window(0, "a0", 0, 512 * MIB), window(1, "a1", 512 * MIB, 1024 * MIB)));
        Staged b = trn2.stage(graph("sg00", window(0, "b0", 0, 100 * MIB), window(1, "b1", 100 * MIB, 1536 * MIB)));
        assertThat(bytes(MemoryUsage.SCRATCHPAD)).isEqualTo(2048 * MIB);
        assertThat(bytes(MemoryUsage.SCRATCHPAD_NOT_SHARED)).isEqualTo(2560 * MIB);
        assertThat(trn2.log())
                .anyMatch(m -> m.contains("NEURON_CC_FLAGS=\"--hbm-scratchpad-page-size=1024\"")
                        && m.contains("NEURON_SCRATCHPAD_PAGE_SIZE=1024"));
        a.memory().close();
        assertThat(bytes(MemoryUsage.SCRATCHPAD)).isEqualTo(2048 * MIB);
        b.memory().close();
        assertThat(trn2.device.heap().usage().cores().total()).isZero();
    }

    @Test
    void windowsOfOnePageMayOverlap() {
        Staged staged = trn2.stage(
                graph("sg00", window(0, "c0", 0, MIB), window(1, "c1", 0, MIB), window(2, "c2", 7864320, 524288)),
                graph("sg01", window(0, "c0", 0, MIB)));
        MemRef.Placed third =
                (MemRef.Placed) staged.variables().table(0).find(2).orElseThrow();
        assertThat(third.physicalAddress()).isEqualTo(0x1780000L);
        assertThat(third.memOffset()).isEqualTo(0x780000);
        assertThat(third.sharedScratchpad()).isFalse();
        assertThat(place(staged, 0, 0)).isEqualTo(0x1000000L);
        assertThat(place(staged, 0, 1)).isEqualTo(0x1000000L);
        assertThat(place(staged, 1, 0)).isEqualTo(0x21000000L);
        staged.memory().close();
    }

    /** memory.md §1.1: one region per HBM, charged to its first core, behind that core's local windows. */
    @Test
    void aSharedWindowIsTheSameForBothCores() {
        Staged staged = trn2.stage(
                graph("sg00", window(0, "l", 0, 4096), window(1, "s", 8192, 4096, BackingBuffer.SHARED)),
                graph("sg01", window(0, "s", 8192, 4096, BackingBuffer.SHARED)));
        assertThat(place(staged, 0, 1)).isEqualTo(0x1000000L + 4096 + 8192);
        assertThat(place(staged, 1, 0)).isEqualTo(place(staged, 0, 1));
        assertThat(((MemRef.Placed) staged.variables().table(1).find(0).orElseThrow()).sharedScratchpad())
                .isTrue();
        assertThat(trn2.device.heap().usage().cores().bytes(0, MemoryUsage.SCRATCHPAD))
                .isEqualTo(512 * MIB);
        assertThat(trn2.device.heap().usage().cores().bytes(1, MemoryUsage.SCRATCHPAD))
                .isZero();
        staged.memory().close();
        assertThat(trn2.device.heap().usage().cores().total()).isZero();
    }

    @Test
    void aSharedRegionDoesNotStraddleAPage() {
        Staged staged = trn2.stage(
                graph("sg00", window(0, "l", 0, 512 * MIB - 4096), window(1, "s", 0, 8192, BackingBuffer.SHARED)));
        assertThat(place(staged, 0, 1)).isEqualTo(0x1000000L + 512 * MIB);
        staged.memory().close();
    }

    @Test
    void aSharedRegionIsChargedToTheFirstCoreAlsoWhereTheModelIsNotOnIt() {
        StagingFixture second = new StagingFixture(InstanceType.TRN2_3XLARGE, 1, 1, DeviceOptions.DEFAULT);
        Staged staged =
                second.stage(graph("sg00", window(0, "l", 0, 4096), window(1, "s", 0, 4096, BackingBuffer.SHARED)));
        assertThat(second.device.heap().usage().cores().bytes(0, MemoryUsage.SCRATCHPAD))
                .isEqualTo(512 * MIB);
        assertThat(second.device.heap().usage().cores().bytes(1, MemoryUsage.SCRATCHPAD))
                .isEqualTo(512 * MIB);
        assertThat(place(staged, 0, 1)).isEqualTo(0x1000000L);
        assertThat(place(staged, 0, 0)).isEqualTo(0x21000000L);
        staged.memory().close();
        assertThat(second.device.heap().usage().cores().total()).isZero();
        second.close();
    }

    @Test
    void unknownBackingBuffersAreTreatedAsTheNearestKnownOne() {
        trn2.stage(graph(
                "sg00", window(0, "d", 0, 4096, BackingBuffer.SHARDED), window(1, "m", 0, 4096, BackingBuffer.MAIN)));
        assertThat(trn2.nlog.records())
                .filteredOn(r -> r.level() == LogLevel.WARN)
                .extracting(r -> r.message())
                .containsExactly(
                        "Variable d: backing buffer sharded is not supported, using local",
                        "Variable m: backing buffer main is not supported, using shared");
    }

    @Test
    void aSharedScratchpadNeedsAllCoresOfTheHbm() {
        trn2.options = StagingOptions.DEFAULT.withOwnsCore(core -> core == 0);
        assertFails(
                NrtStatus.NRT_INVALID,
                "current process does not own all physical cores on HBM 0",
                () -> trn2.stage(graph("sg00", window(0, "s", 0, 4096, BackingBuffer.SHARED))));
    }

    @Test
    void tooManyPages() {
        assertFails(
                NrtStatus.NRT_RESOURCE,
                "Number of scratchpad pages requested exceeded the max number of pages allowed (requested: 1025, max:"
                        + " 1024)",
                () -> trn2.stage(graph("sg00", window(0, "v", 512L << 30, 4096))));
        assertThatThrownBy(() -> trn2.stage(graph("sg00", window(0, "v", Long.MAX_VALUE - 10, Long.MAX_VALUE))))
                .isInstanceOf(LoadException.class);
    }

    @Test
    void aPageThatCannotBeHad() {
        assertThatThrownBy(() -> trn2.stage(graph("sg00", window(0, "v", 24L << 30, 4096))))
                .isInstanceOfSatisfying(
                        LoadException.class, e -> assertThat(e.status()).isEqualTo(NrtStatus.NRT_RESOURCE))
                .hasMessage("Failed to allocate 512.000MB (alignment: 4.000MB, usage: shared scratchpad) on ND 0:NC 0");
        assertThat(trn2.log()).endsWith("Failed to allocate virtual scratchpad!");
        assertThat(trn2.device.heap().usage().cores().total()).isZero();
    }

    @Test
    void aContiguousScratchpadThatCannotGrow() {
        StagingFixture contiguous = new StagingFixture(
                InstanceType.TRN2_3XLARGE, 2, DeviceOptions.DEFAULT.withScratchpad(ScratchpadConfig.CONTIGUOUS));
        Staged whole = contiguous.stage(graph("sg00", window(0, "v", 0, 100 * MIB)));
        assertThat(place(whole, 0, 0)).as("spans two pages").isEqualTo(0x5B8000000L);
        assertThatThrownBy(() -> contiguous.stage(
                        graph("sg00", window(0, "v", 0, 64 * MIB)), graph("sg01", window(0, "v", 0, 30L << 30))))
                .isInstanceOfSatisfying(
                        LoadException.class, e -> assertThat(e.status()).isEqualTo(NrtStatus.NRT_RESOURCE))
                .hasMessageStartingWith("Could not grow contiguous scratchpad beyond ");
        whole.memory().close();
        assertThat(contiguous.device.heap().usage().cores().total()).isZero();
        contiguous.close();
    }

    /** "need to be 4K aligned": windows start at any offset the file says. */
    @Test
    void aWindowMustBe4KAligned() {
        assertThatThrownBy(() -> trn2.stage(graph("sg00", window(0, "v", 100, 4096))))
                .isInstanceOfSatisfying(
                        LoadException.class, e -> assertThat(e.status()).isEqualTo(NrtStatus.NRT_INVALID))
                .hasMessageContaining("need to be 4K aligned. Required by EFA for CC buffers");
    }

    /** errors.md §6.2: 16 pages up to RT 2.20, and two lines. */
    @Test
    void oneTmpbufOfOlderVersions() {
        trn2.profile = RuntimeProfile.named("2.15").orElseThrow();
        assertThatThrownBy(() -> trn2.stage(graph("sg00", window(0, "v", 27 * 512 * MIB, 4096))))
                .isInstanceOfSatisfying(
                        LoadException.class, e -> assertThat(e.status()).isEqualTo(NrtStatus.NRT_RESOURCE));
        assertThat(trn2.log())
                .endsWith(
                        "Number of ONE TMPBUF pages requested exceeded the max number of pages allowed (requested: 28,"
                                + " max allowed: 16).",
                        "Failed to reserve one tmpbuf memory");
    }

    @Test
    void aModelWithoutWindowsHasNoScratchpad() {
        trn2.stage(graph("sg00", tmp(0, "t", 10)));
        assertThat(bytes(MemoryUsage.SCRATCHPAD)).isZero();
    }

    private long bytes(MemoryUsage usage) {
        return trn2.device.heap().usage().cores().bytes(0, usage);
    }

    private void assertFails(NrtStatus status, String message, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        LoadException.class, e -> assertThat(e.status()).isEqualTo(status))
                .hasMessage(message);
        assertThat(trn2.log()).endsWith(message);
        assertThat(trn2.device.heap().usage().cores().total()).isZero();
    }

    private static long place(Staged staged, int graph, int varId) {
        return staged.variables().table(graph).find(varId).orElseThrow().physicalAddress();
    }
}
