package io.nrt4j.runtime.execution;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.Arch;
import io.nrt4j.hal.dma.DmaRegisters;
import io.nrt4j.hal.dma.DmaSide;
import io.nrt4j.hal.dma.QueueRegister;
import io.nrt4j.hal.dma.UdmaDescriptor;
import io.nrt4j.hal.engine.machine.HostMemory;
import io.nrt4j.hal.memory.AddressMap;
import io.nrt4j.hal.memory.Bus;
import io.nrt4j.hal.memory.LittleEndian;

/**
 * The ring through which a core gets its requests and has its I/O rings switched: queue 14 of one DMA engine, in host
 * memory, filled anew for every request.
 *
 * <p>PE rings its doorbell twice: for the request (two descriptors), then for the switch. Source: image-assembly.md §7.2,
 * §9; dma.md §7.
 */
final class RequestRing {
    private static final int ENGINE = 5;
    private static final int ENGINE_SUNDA = 9;

    private final Bus device;
    private final HostMemory host;
    private final DmaRegisters registers;
    private final int engine;
    private final AddressMap map;
    private final int core;
    private final ByteBuf m2s = Unpooled.buffer();
    private final ByteBuf s2m = Unpooled.buffer();

    /**
     * An empty ring.
     *
     * @param core the physical core
     */
    RequestRing(Bus device, HostMemory host, AddressMap map, int core) {
        this.device = device;
        this.host = host;
        this.map = map;
        this.core = core;
        this.registers = DmaRegisters.of(map, core);
        this.engine = map.geometry().arch().compareTo(Arch.CAYMAN) < 0 ? ENGINE_SUNDA : ENGINE;
    }

    /** Appends a descriptor that writes bytes to a device address. */
    RequestRing write(byte[] bytes, long destination) {
        UdmaDescriptor.source(host.map(bytes), bytes.length).encode(m2s);
        UdmaDescriptor.destination(destination, bytes.length).encode(s2m);
        return this;
    }

    /** Appends a descriptor that writes 64 bits. */
    RequestRing writeLong(long value, long destination) {
        byte[] bytes = new byte[Long.BYTES];
        LittleEndian.setLong(bytes, 0, value);
        return write(bytes, destination);
    }

    /** Appends a descriptor that sets an event of the core. */
    RequestRing setEvent(int event) {
        byte[] bytes = new byte[Integer.BYTES];
        LittleEndian.setInt(bytes, 0, 1);
        return write(bytes, map.event(core, event));
    }

    /** The number of descriptors so far. */
    int descriptors() {
        return m2s.readableBytes() / UdmaDescriptor.SIZE;
    }

    /** Gives the ring to the DMA engine: from its start, nothing available yet. */
    void arm() {
        arm(DmaSide.M2S, m2s);
        arm(DmaSide.S2M, s2m);
    }

    private void arm(DmaSide side, ByteBuf descriptors) {
        byte[] bytes = new byte[descriptors.readableBytes()];
        descriptors.readBytes(bytes);
        long ring = host.map(bytes);
        int queue = DmaRegisters.RUNTIME_QUEUE;
        device.writeInt(
                registers.register(engine, side, queue, QueueRegister.SOFTWARE_CONTROL), QueueRegister.RESET_QUEUE);
        device.writeInt(registers.register(engine, side, queue, QueueRegister.RING_BASE_LOW), (int) ring);
        device.writeInt(registers.register(engine, side, queue, QueueRegister.RING_BASE_HIGH), (int) (ring >>> 32));
    }
}
