package io.nrt4j.hal.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.CoreMap;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.hal.memory.AddressMap;
import io.nrt4j.hal.memory.AllocationRequest;
import io.nrt4j.hal.memory.Block;
import io.nrt4j.hal.memory.Location;
import io.nrt4j.hal.memory.MemoryFaultException;
import io.nrt4j.hal.memory.MemoryUsage;
import io.nrt4j.hal.memory.RegisterHandler;
import io.nrt4j.hal.sync.SemaphoreFaultException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeviceTest {
    private final Device device = new Device(Arch.CAYMAN, 0, DeviceOptions.DEFAULT);
    private final AddressMap map = device.addressMap();
    private final DeviceBus bus = device.bus();

    @Test
    void theBusReachesEveryMemory() {
        bus.writeInt(map.hbm(2) + 4, 1);
        bus.writeInt(map.sbuf(5, 3, 16), 2);
        bus.writeInt(map.psum(5) + 0x8000, 3);
        assertThat(device.hbm(2).readInt(map.hbm(2) + 4)).isEqualTo(1);
        assertThat(device.core(5).stateBuffer().readInt(3, 16)).isEqualTo(2);
        assertThat(device.core(5).psum().readInt(1, 0)).isEqualTo(3);
        assertThat(bus.readInt(map.tpb(5) + 0x8_0000_0000L + 0xC0010)).isEqualTo(2);
        byte[] odd = new byte[3];
        bus.write(map.hbm(0) + 1, new byte[] {7, 8, 9}, 0, 3);
        bus.read(map.hbm(0) + 1, odd, 0, 3);
        assertThat(odd).containsExactly(7, 8, 9);
    }

    /** hal.md §4.1. */
    @Test
    void theFacesOfTheSemaphores() {
        bus.writeInt(map.semaphoreSet(2, 5), 10);
        bus.writeInt(map.semaphoreIncrement(2, 5), 4);
        bus.writeInt(map.semaphoreDecrement(2, 5), 1);
        assertThat(bus.readInt(map.semaphoreRead(2, 5))).isEqualTo(13);
        assertThat(device.core(2).semaphores().read(5)).isEqualTo(13);
        bus.writeInt(map.semaphoreRead(2, 5), 99);
        assertThat(device.core(2).semaphores().read(5))
                .as("the read face takes no writes")
                .isEqualTo(13);
        assertThatThrownBy(() -> bus.writeInt(map.semaphoreDecrement(2, 5), 14))
                .isInstanceOf(SemaphoreFaultException.class);
        bus.writeInt(map.event(2, 255), 1);
        assertThat(device.core(2).events().isSet(255)).isTrue();
        assertThat(bus.readInt(map.event(2, 255))).isEqualTo(1);
    }

    @Test
    void registersRememberTheirLastWordUntilAModelTakesOver() {
        long register = map.localRegisters(1, EngineType.PE) + 0x1060;
        bus.writeInt(register, 0x1234);
        assertThat(bus.readInt(register)).isEqualTo(0x1234);
        assertThat(bus.registers().written()).containsEntry(register, 0x1234);

        List<Location> seen = new ArrayList<>();
        bus.handle(Block.UDMA, new RegisterHandler() {
            @Override
            public int read(Location location) {
                return 77;
            }

            @Override
            public void write(Location location, int value) {
                seen.add(location);
            }
        });
        bus.writeInt(map.udma(69) + 0x2f038, 2);
        assertThat(seen).containsExactly(new Location(Block.UDMA, 69, 0, 0x2f038));
        assertThat(bus.readInt(map.udma(69))).isEqualTo(77);
    }

    @Test
    void accessesToNothingFault() {
        assertThatThrownBy(() -> bus.readInt(0xA000000000L)).isInstanceOf(MemoryFaultException.class);
        assertThatThrownBy(() -> bus.readInt(map.sbuf(0, 0, 0) + 229376)).isInstanceOf(MemoryFaultException.class);
        assertThatThrownBy(() -> bus.write(map.udma(0) + 2, new byte[4], 0, 4))
                .isInstanceOf(MemoryFaultException.class);
        assertThatThrownBy(() -> bus.read(map.hbm(0) + 0x600000000L - 2, new byte[4], 0, 4))
                .isInstanceOf(MemoryFaultException.class);
        Device tonga = new Device(Arch.TONGA, 0, DeviceOptions.DEFAULT);
        assertThatThrownBy(() -> tonga.bus().readInt(tonga.addressMap().sync(0) + 0x1080))
                .as("V1 has 32 semaphores")
                .isInstanceOf(MemoryFaultException.class);
        assertThatThrownBy(() -> tonga.bus().readInt(tonga.addressMap().sync(0) + 0x400))
                .as("behind the events")
                .isInstanceOf(MemoryFaultException.class);
    }

    @Test
    void aResetForgetsOnChipStateOnly() {
        bus.writeInt(map.hbm(0), 1);
        bus.writeInt(map.sbuf(0, 0, 0), 2);
        bus.writeInt(map.semaphoreSet(0, 0), 3);
        device.resetCore(0);
        assertThat(bus.readInt(map.hbm(0))).isEqualTo(1);
        assertThat(bus.readInt(map.sbuf(0, 0, 0))).isZero();
        assertThat(bus.readInt(map.semaphoreRead(0, 0))).isZero();
        device.close();
        assertThat(bus.readInt(map.hbm(0))).isZero();
    }

    /** hal.md §1.4, §1.5; nrt-api.md §5. */
    @Test
    void logicalCoresOfAnInstance() {
        try (Instance instance = new Instance(InstanceType.TRN2_48XLARGE, 2, DeviceOptions.DEFAULT)) {
            assertThat(instance.logicalCores()).isEqualTo(64);
            LogicalCore core = instance.logicalCore(6);
            assertThat(core.device().index()).isEqualTo(1);
            assertThat(core.cores()).extracting(NeuronCore::index).containsExactly(4, 5);
            assertThat(core.core(1).defaultHbm()).isEqualTo(2);
            assertThat(instance.neighbours(0)).containsExactly(12, 1, 3, 4);
            assertThatThrownBy(() -> instance.logicalCore(64)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> instance.logicalCore(-1)).isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    /** memory.md §10, §12 Q5. */
    @Test
    void memoryStatisticsOfALogicalCore() {
        try (Instance instance = new Instance(InstanceType.TRN2_3XLARGE, 2, DeviceOptions.DEFAULT)) {
            LogicalCore core = instance.logicalCore(1);
            core.device().heap().allocate(new AllocationRequest(2, MemoryUsage.TENSOR, 100, 0, "a"));
            core.device().heap().allocate(new AllocationRequest(3, MemoryUsage.TENSOR, 20, 0, "b"));
            core.device().heap().allocate(new AllocationRequest(0, MemoryUsage.TENSOR, 3, 0, "other core"));
            assertThat(core.memoryUsed()).isEqualTo(120);
            assertThat(core.memoryLimit()).isEqualTo(24L << 30);
        }
    }

    /** hal.md §1.4: on a real trn2 the first logical core is physical core 4 of device 0. */
    @Test
    void sengSwapMovesTheFirstLogicalCore() {
        DeviceOptions swapped = DeviceOptions.DEFAULT.withCoreMap(CoreMap.SENG_SWAP);
        try (Instance instance = new Instance(InstanceType.TRN2_3XLARGE, 2, swapped)) {
            assertThat(instance.logicalCore(0).cores())
                    .extracting(NeuronCore::index)
                    .containsExactly(4, 5);
            assertThat(instance.logicalCore(3).cores())
                    .extracting(NeuronCore::index)
                    .containsExactly(0, 1);
        }
    }

    @Test
    void aLogicalCoreSizeTheInstanceDoesNotHaveIsRefused() {
        assertThatThrownBy(() -> new Instance(InstanceType.TRN1_2XLARGE, 2, DeviceOptions.DEFAULT))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
