package io.nrt4j.hal.engine.operand;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.isa.AccessPattern;
import io.nrt4j.hal.isa.Generation;
import io.nrt4j.hal.isa.OnChipAddress;
import io.nrt4j.hal.memory.PartitionedMemory;

/**
 * The two memories that the compute engines of a core address.
 *
 * @param generation tells SBUF addresses from PSUM addresses
 */
public record OnChipMemories(Generation generation, PartitionedMemory stateBuffer, PartitionedMemory psum) {
    /** The place that an address operand names. */
    Place place(OnChipAddress address) {
        if (!address.isImmediate()) {
            throw new InstructionFaultException(
                    FaultKind.BAD_OPERAND,
                    "address operand 0x%08x has marker 0x%02x".formatted(address.raw(), address.marker()));
        }
        boolean inPsum = address.isPsum(generation);
        return new Place(
                inPsum ? psum : stateBuffer,
                inPsum,
                address.partition(generation),
                address.byteInPartition(generation));
    }

    /** A byte of a partition. */
    record Place(PartitionedMemory memory, boolean inPsum, int partition, int offset) {}

    /** A pattern of one element, such as that of a pointer operand. */
    public static AccessPattern single(int address) {
        return AccessPattern.of(address, new int[] {1}, new int[] {1});
    }
}
