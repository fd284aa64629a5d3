package io.nrt4j.hal.q7;

import io.netty.buffer.ByteBuf;
import io.nrt4j.hal.Arch;
import io.nrt4j.hal.memory.DeviceMemory;
import io.nrt4j.hal.q7.Q7FaultException.Kind;

/**
 * The firmware images of the pool cores: {@code aws_hal_q7_ucode_eng_init}. Source: q7.md §5.2.
 *
 * @param iram instruction memory from its start on
 * @param dram data memory from its start on; begins with {@link UcodeCore#WAITING}
 */
public record BaseImages(ByteBuf iram, ByteBuf dram) {
    /** The cores that execute POOL's instructions. */
    public static final int POOLING = 0;

    /** The second cluster, for collectives; not on SUNDA, and not modelled. */
    public static final int COLLECTIVES = 1;

    /**
     * Installs the images on all cores, the data memory first; each is padded with zeros to the size of its memory.
     *
     * @param owner {@link #POOLING}
     * @throws Q7FaultException of kind {@link Kind#INVALID_BASE_IMAGE}; nothing is written then
     */
    public void install(int owner, Arch arch, Q7Cluster cluster) {
        checkOwner(owner, arch);
        MemoryBounds bounds = MemoryBounds.of(arch);
        checkSize("IRAM", iram, bounds.iramSize());
        checkSize("DRAM", dram, bounds.dramSize());
        for (Q7Core core : cluster.cores()) {
            install(dram, core.dram());
            install(iram, core.iram());
        }
    }

    private static void checkOwner(int owner, Arch arch) {
        if (owner == COLLECTIVES && arch == Arch.SUNDA) {
            throw invalid("Invalid q7 owner %d for v2 (only pooling supported)".formatted(owner));
        }
        if (owner == COLLECTIVES) {
            throw invalid("the Q7 cores of the collectives cluster are not emulated");
        }
        if (owner != POOLING) {
            throw invalid("Invalid q7 owner " + Integer.toUnsignedString(owner));
        }
    }

    private static void checkSize(String memory, ByteBuf image, int limit) {
        if (image.readableBytes() > limit) {
            throw invalid("%s ucode too big! doesn't fit, size=%d".formatted(memory, image.readableBytes()));
        }
    }

    private static void install(ByteBuf image, DeviceMemory memory) {
        memory.discard(memory.base(), memory.size());
        memory.write(memory.base(), image);
    }

    private static Q7FaultException invalid(String message) {
        return new Q7FaultException(Kind.INVALID_BASE_IMAGE, message);
    }
}
