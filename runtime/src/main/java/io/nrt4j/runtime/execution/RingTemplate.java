package io.nrt4j.runtime.execution;

import io.nrt4j.hal.dma.TensorPointer;
import io.nrt4j.hal.dma.UdmaDescriptor;
import io.nrt4j.hal.memory.Bus;
import io.nrt4j.hal.memory.LittleEndian;
import java.util.function.LongUnaryOperator;

/**
 * A ring of descriptors some of which refer to tensors by variable id, as the loader left it on the device.
 *
 * <p>Source: dma.md §4 (virtual rings), §7.
 */
final class RingTemplate {
    private static final int LENGTH_CONTROL = 0;
    private static final int ADDRESS = 8;

    private final long ring;
    private final byte[] template;

    private RingTemplate(long ring, byte[] template) {
        this.ring = ring;
        this.template = template;
    }

    /**
     * Reads a ring.
     *
     * @param ring device address of its first descriptor
     * @param descriptors number of descriptors in use
     */
    static RingTemplate read(Bus device, long ring, long descriptors) {
        byte[] bytes = new byte[Math.toIntExact(descriptors * UdmaDescriptor.SIZE)];
        device.read(ring, bytes, 0, bytes.length);
        return new RingTemplate(ring, bytes);
    }

    /**
     * Writes the ring with every tensor pointer replaced.
     *
     * @param address gives the device address for a tensor pointer
     */
    void bind(Bus device, LongUnaryOperator address) {
        byte[] bound = template.clone();
        for (int at = 0; at < bound.length; at += UdmaDescriptor.SIZE) {
            boolean operation = (LittleEndian.getInt(bound, at + LENGTH_CONTROL) & UdmaDescriptor.META) != 0;
            long pointer = LittleEndian.getLong(bound, at + ADDRESS);
            if (!operation && TensorPointer.isTensor(pointer)) {
                LittleEndian.setLong(bound, at + ADDRESS, address.applyAsLong(pointer));
            }
        }
        device.write(ring, bound, 0, bound.length);
    }
}
