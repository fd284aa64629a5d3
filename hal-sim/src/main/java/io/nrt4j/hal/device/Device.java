package io.nrt4j.hal.device;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.Geometry;
import io.nrt4j.hal.memory.AddressMap;
import io.nrt4j.hal.memory.DeviceHeap;
import io.nrt4j.hal.memory.DeviceMemory;
import io.nrt4j.hal.memory.HbmAllocator;
import io.nrt4j.hal.memory.Scratchpad;
import java.util.ArrayList;
import java.util.List;

/**
 * One simulated Neuron device ({@code mla_t}): HBMs, cores and what is allocated on them.
 *
 * <p>Costs next to nothing until it is written to. Several models may use one device from several threads. Source:
 * hal.md §5.
 */
public final class Device implements AutoCloseable {
    private final Geometry geometry;
    private final int index;
    private final AddressMap addressMap;
    private final List<DeviceMemory> hbms;
    private final DeviceHeap heap;
    private final List<NeuronCore> cores;
    private final DeviceBus bus;

    /**
     * A freshly initialised device.
     *
     * @param index number of the device in its instance
     */
    public Device(Arch arch, int index, DeviceOptions options) {
        this.geometry = Geometry.of(arch);
        this.index = index;
        this.addressMap = AddressMap.of(arch);
        this.hbms = hbms(geometry, addressMap);
        this.heap = new DeviceHeap(
                geometry, new HbmAllocator(geometry, index, options.kernelLog()), hbms, options.driverAligns());
        this.cores = cores(geometry, heap, options);
        this.bus = new DeviceBus(addressMap, hbms, cores);
        if (options.bootAllocations()) {
            BootAllocations.take(heap);
        }
    }

    public Arch arch() {
        return geometry.arch();
    }

    public Geometry geometry() {
        return geometry;
    }

    /** Number of the device in its instance. */
    public int index() {
        return index;
    }

    public AddressMap addressMap() {
        return addressMap;
    }

    /** A physical core. */
    public NeuronCore core(int core) {
        return cores.get(core);
    }

    /** All physical cores. */
    public List<NeuronCore> cores() {
        return cores;
    }

    /** An HBM's content. */
    public DeviceMemory hbm(int channel) {
        return hbms.get(channel);
    }

    /** All HBMs by channel. */
    public List<DeviceMemory> hbms() {
        return hbms;
    }

    /** Allocation and accounting of device memory. */
    public DeviceHeap heap() {
        return heap;
    }

    /** Access by device address. */
    public DeviceBus bus() {
        return bus;
    }

    /** Resets one core: its on-chip state is gone, device memory stays. */
    public void resetCore(int core) {
        cores.get(core).reset();
    }

    /** Forgets all content and gives buffers back that memory refers to. */
    @Override
    public void close() {
        hbms.forEach(DeviceMemory::close);
        cores.forEach(NeuronCore::reset);
        bus.registers().clear();
    }

    private static List<DeviceMemory> hbms(Geometry geometry, AddressMap map) {
        List<DeviceMemory> hbms = new ArrayList<>();
        for (int channel = 0; channel < geometry.hbm().count(); channel++) {
            hbms.add(new DeviceMemory(map.hbm(channel), geometry.hbm().bytes()));
        }
        return List.copyOf(hbms);
    }

    private static List<NeuronCore> cores(Geometry geometry, DeviceHeap heap, DeviceOptions options) {
        List<NeuronCore> cores = new ArrayList<>();
        for (int core = 0; core < geometry.cores(); core++) {
            cores.add(new NeuronCore(geometry, core, new Scratchpad(heap, core, options.scratchpad())));
        }
        return List.copyOf(cores);
    }
}
