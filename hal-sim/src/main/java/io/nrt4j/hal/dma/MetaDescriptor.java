package io.nrt4j.hal.dma;

import io.netty.buffer.ByteBuf;
import io.nrt4j.hal.dma.Transfer.Compute;
import io.nrt4j.hal.isa.Dtype;
import java.util.Arrays;
import java.util.Optional;

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
    private static final int BYTE_MASK = 0xFF;
    private static final long CONSTANT = 1L << (3 * BYTE);

    static MetaDescriptor cast(Dtype from, Dtype to) {
        return new MetaDescriptor(Operation.CAST, from.code() | ((long) to.code() << BYTE));
    }

    static MetaDescriptor transpose(int elementBytes, long columnStep) {
        return new MetaDescriptor(Operation.TRANSPOSE, elementBytes | (columnStep << BYTE));
    }

    static MetaDescriptor compute(Compute compute) {
        long types = ((long) compute.to().code() << BYTE)
                | ((long) compute.operands().get(0).type().code() << (2 * BYTE));
        long constant = compute.hasConstant()
                ? CONSTANT | ((long) Float.floatToRawIntBits((float) compute.constant()) << Integer.SIZE)
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

    /** CAST and COMPUTE: the type code of the sources. */
    public int sourceType() {
        return (int) (operand >> (operation == Operation.COMPUTE ? 2 * BYTE : 0)) & BYTE_MASK;
    }

    /** CAST and COMPUTE: the type code of the target. */
    public int targetType() {
        return (int) (operand >> BYTE) & BYTE_MASK;
    }

    /** TRANSPOSE: bytes of an element. */
    public int elementBytes() {
        return (int) operand & BYTE_MASK;
    }

    /** TRANSPOSE: the distance of two target rows in bytes. */
    public long rowStep() {
        return operand >> BYTE;
    }

    /** COMPUTE: the code of the operation. */
    public int computeOp() {
        return (int) operand & BYTE_MASK;
    }

    /** COMPUTE: the constant that takes part. */
    public Optional<Float> constant() {
        return (operand & CONSTANT) == 0
                ? Optional.empty()
                : Optional.of(Float.intBitsToFloat((int) (operand >> Integer.SIZE)));
    }

    /** COMPUTE: the factor of a source of the packet. */
    public static float scale(UdmaDescriptor source) {
        return Float.intBitsToFloat(source.metaControl());
    }

    void encode(ByteBuf out) {
        int control = UdmaDescriptor.META | UdmaDescriptor.LAST | 1 << 24;
        new UdmaDescriptor(control, operation.code << OPERATION_SHIFT, operand).encode(out);
    }
}
