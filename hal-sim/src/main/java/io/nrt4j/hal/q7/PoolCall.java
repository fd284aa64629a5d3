package io.nrt4j.hal.q7;

import io.netty.buffer.ByteBuf;
import io.nrt4j.hal.memory.AddressMap;
import io.nrt4j.hal.memory.Bus;

/**
 * One instruction that reached a library function.
 *
 * @param slot the 64 bytes of the instruction, read-only; byte 12 is the specialization, what follows is the function's
 *     own
 * @param kernel the row that it was found under
 * @param library name of the library that holds the function
 * @param cpuCount cores that run the library, what {@code get_cpu_count()} returns there
 * @param map the device's address map
 * @param neuronCore the physical core whose POOL engine executes
 * @param bus the device's memories by device address
 */
public record PoolCall(
        ByteBuf slot, KernelRow kernel, String library, int cpuCount, AddressMap map, int neuronCore, Bus bus) {
    /** Device address of the state buffer of the executing core. */
    public long stateBuffer() {
        return map.tpb(neuronCore);
    }

    /**
     * Device address of a byte of the state buffer; faults as {@link AddressMap#sbuf}.
     *
     * @param partition 0 to 127
     * @param offset byte in the partition
     */
    public long stateBuffer(int partition, int offset) {
        return map.sbuf(neuronCore, partition, offset);
    }
}
