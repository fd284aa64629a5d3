package io.nrt4j.hal.dma;

import io.netty.buffer.ByteBuf;
import io.nrt4j.hal.dma.Transfer.Compute;
import io.nrt4j.hal.isa.Dtype;
import java.util.Arrays;

/**
 * The descriptor that says what happens to the data of its packet, 16 bytes with the META bit; it ends the packet.
 *
 * <p>That such descriptors exist, and how many, is seen in the doorbell counts (dma.md §5.1). Their content is not
 * known; this layout is the emulator's own: META control bits 22:20 hold the operation, the address field its operand.
 *
 * @param operation what happens
 * @param operand CAST: source type code in bits 7:0, target type code in bits 15:8; TRANSPOSE: element bytes in bits
 *     7:0, distance of two target rows in bytes above bit 8, signed; COMPUTE: op code in bits 7:0, type code of the
 *     target in bits 15:8, of the sources in bits 23:16, bit 24 set when a constant takes part, the constant as an
 *     IEEE single in bits 63:32. The META control word of a COMPUTE packet's data descriptors is the source's scale as
 *     an IEEE single
 */
public record MetaDescriptor(Operation operation, long operand) {
    /** The operations. */
    public enum Operation {
        CAST(1),
        TRANSPOSE(2),
        COMPUTE(3);

        private final int code;

        Operation(int code) {
            this.code = code;
        }
    }

    private static final int OPERATION_SHIFT = 20;
    private static final int OPERATION_MASK = 7;
    private static final int BYTE = 8;

    static MetaDescriptor cast(Dtype from, Dtype to) {
        return new MetaDescriptor(Operation.CAST, from.code() | (long) to.code() << BYTE);
    }

    static MetaDescriptor transpose(int elementBytes, long columnStep) {
        return new MetaDescriptor(Operation.TRANSPOSE, elementBytes | columnStep << BYTE);
    }

    static MetaDescriptor compute(Compute compute) {
        long types = (long) compute.to().code() << BYTE
                | (long) compute.operands().get(0).type().code() << (2 * BYTE);
        long constant = compute.hasConstant()
                ? 1L << (3 * BYTE) | (long) Float.floatToRawIntBits((float) compute.constant()) << Integer.SIZE
                : 0;
        return new MetaDescriptor(Operation.COMPUTE, compute.op().code() | types | constant);
    }

    /** The operation of a descriptor whose META bit is set. */
    public static MetaDescriptor of(UdmaDescriptor descriptor) {
        if (!descriptor.meta()) {
            throw new IllegalArgumentException("a data descriptor: " + descriptor);
        }
        int code = descriptor.metaControl() >>> OPERATION_SHIFT & OPERATION_MASK;
        Operation operation = Arrays.stream(Operation.values())
                .filter(o -> o.code == code)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no operation: " + descriptor));
        return new MetaDescriptor(operation, descriptor.address());
    }

    void encode(ByteBuf out) {
        int control = UdmaDescriptor.META | UdmaDescriptor.LAST | 1 << 24;
        new UdmaDescriptor(control, operation.code << OPERATION_SHIFT, operand).encode(out);
    }
}
