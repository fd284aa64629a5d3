package io.nrt4j.hal.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.Arch;
import io.nrt4j.hal.Geometry;
import io.nrt4j.hal.device.Device;
import io.nrt4j.hal.device.DeviceOptions;
import io.nrt4j.hal.memory.AllocationException.Errno;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class DeviceHeapTest {
    private static final AllocationOwner MODEL = AllocationOwner.model(1001, "m.neff");

    private final Device device = new Device(Arch.CAYMAN, 0, DeviceOptions.DEFAULT);
    private final DeviceHeap heap = device.heap();

    private static AllocationRequest weights(int core, long size, long alignment) {
        return new AllocationRequest(core, MemoryUsage.WEIGHT, size, alignment, "w");
    }

    @Test
    void accountsForWhatWasAskedForByCoreUsageAndChannel() {
        try (AllocationScope scope = heap.open(MODEL)) {
            DeviceAllocation a = scope.allocate(weights(5, 100, 0));
            scope.allocate(new AllocationRequest(5, MemoryUsage.INSTR_PE, 29248, 0x8000, "pe"));
            assertThat(a.channel()).isEqualTo(2);
            assertThat(a.address()).isEqualTo(0x8005C0000000L);
            assertThat(a.allocatedSize()).isEqualTo(4096);
            HeapUsage usage = heap.usage();
            assertThat(usage.cores().bytes(5, MemoryUsage.WEIGHT)).isEqualTo(100);
            assertThat(usage.cores().bytes(5, ReportClass.MODEL_CODE)).isEqualTo(29248);
            assertThat(usage.cores().bytes(5, DriverCategory.CONSTANTS_DEVICE)).isEqualTo(100);
            assertThat(usage.cores().total(5)).isEqualTo(29348);
            assertThat(usage.channels()).containsExactly(0L, 0L, 29348L, 0L);
            assertThat(usage.models()).hasSize(1);
            assertThat(usage.models().get(0).cores()).isEqualTo(usage.cores());
        }
        assertThat(heap.usage()).isEqualTo(new HeapUsage(heap.usage().cores(), List.of(0L, 0L, 0L, 0L), List.of()));
        assertThat(heap.usage().cores().total()).isZero();
    }

    @Test
    void aCommittedScopeKeepsItsMemoryUntilTheSetIsClosed() {
        AllocationSet set;
        long address;
        try (AllocationScope scope = heap.open(MODEL)) {
            address = scope.allocate(weights(0, 1 << 20, 0)).address();
            set = scope.commit();
        }
        assertThat(heap.allocated(0)).isEqualTo(1 << 20);
        assertThat(set.allocations()).hasSize(1);
        set.close();
        set.close();
        assertThat(heap.allocated(0)).isZero();
        assertThatThrownBy(() -> set.allocate(weights(0, 1, 0))).isInstanceOf(IllegalStateException.class);
        try (AllocationScope scope = heap.open(MODEL)) {
            assertThat(scope.allocate(weights(0, 1 << 20, 0)).address()).isEqualTo(address);
        }
    }

    @Test
    void freedMemoryForgetsItsContentAndGivesBuffersBack() {
        ByteBuf source = Unpooled.directBuffer(1 << 20).writeZero(1 << 20).setByte(700_000, 5);
        try (AllocationScope scope = heap.open(MODEL)) {
            DeviceAllocation a = scope.allocate(weights(0, 1 << 20, 0));
            a.memory().alias(a.address(), source);
            assertThat(a.memory().readByte(a.address() + 700_000)).isEqualTo((byte) 5);
            assertThat(source.refCnt()).isEqualTo(2);
        }
        assertThat(source.refCnt()).isEqualTo(1);
        assertThat(device.hbm(0).readByte(0x1000000L + 700_000)).isZero();
        source.release();
    }

    @Test
    void otherClaimsAreGivenBackInReverseOrder() {
        List<String> order = new ArrayList<>();
        try (AllocationScope scope = heap.open(MODEL)) {
            scope.own(() -> order.add("first"));
            scope.own(() -> order.add("second"));
        }
        assertThat(order).containsExactly("second", "first");
    }

    @Test
    void aCoreThatDoesNotExistIsRefused() {
        assertThatThrownBy(() -> heap.allocate(weights(8, 1, 0)))
                .isInstanceOfSatisfying(
                        AllocationException.class, e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL));
    }

    /** memory.md §5.4: an address that is aligned already still moves by a whole alignment. */
    @Test
    void anOldDriverMakesTheHeapTakeMoreAndSkip() {
        DeviceHeap old = new Device(Arch.CAYMAN, 0, DeviceOptions.DEFAULT.withDriverAligns(false)).heap();
        DeviceAllocation a = old.allocate(weights(0, 32768, 32768));
        assertThat(a.address()).isEqualTo(0x5C0008000L);
        assertThat(a.alignOffset()).isEqualTo(32768);
        assertThat(a.allocatedSize()).isEqualTo(65536);
        assertThat(a.size()).isEqualTo(32768);
        assertThat(old.allocate(weights(0, 10, 0)).alignOffset()).isZero();
    }

    /** memory.md §12 Q11, §9.4. */
    @Test
    void bootAllocations() {
        Device booted = new Device(Arch.CAYMAN, 0, DeviceOptions.DEFAULT.withBootAllocations(true));
        UsageTable table = booted.heap().usage().cores();
        for (int core = 0; core < 8; core++) {
            assertThat(table.bytes(core, ReportClass.MODEL_CODE)).isEqualTo((96L << 20) + 6144);
            assertThat(table.bytes(core, ReportClass.RUNTIME)).isEqualTo(13376);
            assertThat(table.bytes(core, ReportClass.DMA_RINGS_RUNTIME)).isEqualTo(28 << 10);
        }
        assertThat(booted.heap().usage().models()).isEmpty();
    }

    /** hal.md §2: a TONGA core owns one region of each channel. */
    @Test
    void tongaGoesOnInTheOtherChannel() {
        DeviceHeap tonga = new Device(Arch.TONGA, 0, DeviceOptions.DEFAULT).heap();
        assertThat(tonga.allocate(weights(1, 1 << 30, 0)).address()).isEqualTo(0x40000000L);
        assertThat(tonga.allocate(weights(1, 1 << 30, 0)).address()).isEqualTo(0x1040000000L);
        assertThatThrownBy(() -> tonga.allocate(weights(1, 1, 0))).isInstanceOf(AllocationException.class);
    }

    /** Random models come and go: no two allocations overlap, alignments hold, and everything ends at zero. */
    @Property(tries = 60)
    void randomModelsLeaveNothingBehind(@ForAll long seed) {
        Random random = new Random(seed);
        DeviceHeap tested = new Device(Arch.SUNDA, 0, DeviceOptions.DEFAULT).heap();
        List<AllocationSet> sets = new ArrayList<>();
        List<Long> free = List.of(tested.available(0), tested.available(1));
        for (int step = 0; step < 40; step++) {
            if (!sets.isEmpty() && random.nextInt(3) == 0) {
                sets.remove(random.nextInt(sets.size())).close();
                continue;
            }
            try (AllocationScope scope = tested.open(MODEL)) {
                for (int i = random.nextInt(8); i >= 0; i--) {
                    long alignment = random.nextBoolean() ? 0 : 1L << random.nextInt(24);
                    long size = random.nextInt(1 << (10 + random.nextInt(20)));
                    DeviceAllocation a = scope.allocate(weights(random.nextInt(2), size, alignment));
                    assertThat(a.address() % Math.max(alignment, 4096)).isZero();
                }
                if (random.nextInt(4) > 0) {
                    sets.add(scope.commit());
                }
            } catch (AllocationException e) {
                assertThat(e.errno()).isEqualTo(Errno.ENOMEM);
            }
            assertNoOverlap(sets);
        }
        sets.forEach(AllocationSet::close);
        assertThat(tested.usage().cores().total()).isZero();
        assertThat(List.of(tested.available(0), tested.available(1))).isEqualTo(free);
    }

    @Test
    void modelsMayComeAndGoFromSeveralThreads() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        List<Future<?>> done = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            int core = t;
            done.add(pool.submit(() -> {
                for (int i = 0; i < 200; i++) {
                    try (AllocationScope scope = heap.open(AllocationOwner.model(core, "t"))) {
                        scope.allocate(weights(core % 2, 8192L * (i % 7 + 1), 8192));
                        scope.own(device.core(core % 2).scratchpad().claim(1 + i));
                        if (i % 2 == 0) {
                            scope.commit().close();
                        }
                    }
                }
            }));
        }
        for (Future<?> future : done) {
            future.get();
        }
        pool.shutdown();
        assertThat(heap.usage().cores().total()).isZero();
        assertThat(heap.available(0)).isEqualTo(Geometry.of(Arch.CAYMAN).hbm().bytes() - (16 << 20));
    }

    private static void assertNoOverlap(List<AllocationSet> sets) {
        long end = -1;
        List<DeviceAllocation> all = sets.stream()
                .flatMap(s -> s.allocations().stream())
                .sorted((a, b) -> Long.compare(a.address(), b.address()))
                .toList();
        for (DeviceAllocation a : all) {
            assertThat(a.address()).isGreaterThanOrEqualTo(end);
            end = a.address() + a.allocatedSize();
        }
    }
}
