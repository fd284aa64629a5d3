package io.nrt4j.hal.dma;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.memory.AddressMap;
import java.util.Optional;

/**
 * Where the DMA registers of one NeuronCore lie: sixteen engines and a broadcast window that writes all sixteen.
 *
 * <p>Addresses are device addresses. Source: dma.md §1, hal.md §3.2-§3.3.
 */
public final class DmaRegisters {
    /** DMA engines that serve one core. */
    public static final int ENGINES = 16;
    /** Queues of one engine. */
    public static final int QUEUES = 16;
    /** The queue index that the runtime keeps for itself on every engine. */
    public static final int RUNTIME_QUEUE = 14;

    private static final int QUEUE_BLOCK = 0x1000;

    private final long engineBase;
    private final long engineStride;
    private final long broadcastBase;

    private DmaRegisters(long engineBase, long engineStride, long broadcastBase) {
        this.engineBase = engineBase;
        this.engineStride = engineStride;
        this.broadcastBase = broadcastBase;
    }

    /**
     * The register map of a core.
     *
     * @param map the architecture's addresses
     * @param core the physical core of the device
     */
    public static DmaRegisters of(AddressMap map, int core) {
        int perCore = map.geometry().dma().enginesPerCore();
        long base = map.udma(core * perCore);
        long stride = map.udma(core * perCore + 1) - base;
        return new DmaRegisters(base, stride, broadcast(map.geometry().arch(), core, base));
    }

    private static long broadcast(Arch arch, int core, long base) {
        return switch (arch) {
            // Only core 0's window was ever seen; another core's is taken to follow it.
            case TONGA, SUNDA -> 0xFFFF1000000L + core * 0x40000L;
            case CAYMAN, MARIANA -> base + 0x80000;
        };
    }

    /** Distance between two engines' register blocks, in bytes. */
    public long engineStride() {
        return engineStride;
    }

    /** The base address of an engine. */
    public long engine(int engine) {
        return engineBase + engine * engineStride;
    }

    /** The address of a queue register of one engine. */
    public long register(int engine, DmaSide side, int queue, QueueRegister register) {
        return engine(engine) + inEngine(side, queue, register);
    }

    /** The address that writes a queue register on all engines of the core that the value does not exclude. */
    public long broadcast(DmaSide side, int queue, QueueRegister register) {
        return broadcastBase + inEngine(side, queue, register);
    }

    private static long inEngine(DmaSide side, int queue, QueueRegister register) {
        return side.registerHalf() + (long) QUEUE_BLOCK * (queue + 1) + register.offset(side);
    }

    /**
     * The queue register behind a device address, or empty if the address is none of this core's.
     *
     * <p>The broadcast window lies inside engine 0's block on cayman; it is looked at first, as the hardware does.
     */
    public Optional<QueueRegisterAddress> locate(long address) {
        long half = 2L * DmaSide.S2M.registerHalf();
        if (address >= broadcastBase && address < broadcastBase + half) {
            return inBlock(address - broadcastBase, QueueRegisterAddress.ALL_ENGINES);
        }
        long distance = address - engineBase;
        if (distance < 0 || distance >= ENGINES * engineStride || distance % engineStride >= half) {
            return Optional.empty();
        }
        return inBlock(distance % engineStride, (int) (distance / engineStride));
    }

    private static Optional<QueueRegisterAddress> inBlock(long offset, int engine) {
        DmaSide side = offset >= DmaSide.S2M.registerHalf() ? DmaSide.S2M : DmaSide.M2S;
        int inHalf = (int) offset - side.registerHalf();
        int queue = inHalf / QUEUE_BLOCK - 1;
        if (queue < 0 || queue >= QUEUES) {
            return Optional.empty();
        }
        return QueueRegister.at(side, inHalf % QUEUE_BLOCK)
                .map(register -> new QueueRegisterAddress(engine, side, queue, register));
    }
}
