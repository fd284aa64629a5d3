package io.nrt4j.loader.manifest;

import java.util.List;
import java.util.Optional;

/** One descriptor of a DMA block as the file gives it, before it is cut into hardware descriptors. */
public sealed interface DmaDescriptor {
    /** The operation as the runtime numbers it. */
    DmaOp op();

    /** Where the result goes. */
    AccessPattern to();

    /** Where the operands come from: one for copies and transposes. */
    List<AccessPattern> sources();

    /** {@code num_tiling_dimensions}: 1 for copies (no effect), 2 for transposes; 0 where absent. */
    int tilingDimensions();

    /** A copy, or a cast where the element types of the two sides differ. */
    record Copy(AccessPattern from, AccessPattern to, int tilingDimensions) implements DmaDescriptor {
        @Override
        public DmaOp op() {
            return DmaOp.COPY;
        }

        @Override
        public List<AccessPattern> sources() {
            return List.of(from);
        }

        /** Whether elements change their type on the way. */
        public boolean isCast() {
            return from.dtypeOrBytes() != to.dtypeOrBytes();
        }
    }

    /**
     * A transpose of the two inner dimensions of each tile.
     *
     * @param shape four extents, such as [1, 1, n, m]: n rows of m elements
     * @param elementSize bytes
     * @param axes the {@code transpose_op} text; {@code WZXY} in all known files, empty where {@code op} says transpose
     */
    record Transpose(
            AccessPattern from, AccessPattern to, int tilingDimensions, List<Long> shape, int elementSize, String axes)
            implements DmaDescriptor {
        public Transpose {
            shape = List.copyOf(shape);
        }

        @Override
        public DmaOp op() {
            return DmaOp.TRANSPOSE;
        }

        @Override
        public List<AccessPattern> sources() {
            return List.of(from);
        }
    }

    /**
     * A computation in the DMA engine.
     *
     * @param op {@code FMA}, {@code ADD}, {@code MIN} or {@code MAX}
     * @param operands at least one
     * @param constant the bound of {@code MIN} and {@code MAX}
     */
    record Compute(
            DmaOp op, List<Operand> operands, AccessPattern to, int tilingDimensions, Optional<Constant> constant)
            implements DmaDescriptor {
        public Compute {
            operands = List.copyOf(operands);
        }

        @Override
        public List<AccessPattern> sources() {
            return operands.stream().map(Operand::from).toList();
        }
    }

    /**
     * One source of a computation.
     *
     * @param scale the factor of {@code FMA}, 1 where absent
     */
    record Operand(AccessPattern from, float scale) {}

    /**
     * A bound.
     *
     * @param dtype {@code FLOAT32}, {@code INT32} or {@code UINT32}
     * @param bits the value's 32 bits
     */
    record Constant(DmaDtype dtype, int bits) {}
}
