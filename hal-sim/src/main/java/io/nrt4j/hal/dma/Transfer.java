package io.nrt4j.hal.dma;

import io.nrt4j.hal.isa.Dtype;
import java.util.List;

/**
 * What one static descriptor of a NEFF moves, before it is cut into 16-byte descriptors.
 *
 * <p>Source: dma.md §5, exec-corpus.md §3 items 2-5.
 */
public sealed interface Transfer {
    /** Where the bytes go. */
    StridedPattern destination();

    /** Where the bytes come from, in the order in which they are read; at least one. */
    List<StridedPattern> sources();

    /**
     * The descriptors that a share of this transfer takes on its engine, per side.
     *
     * <p>Source: dma.md §5.1, where the rules for copies, casts and transposes are proven on every doorbell of the
     * real images. The count of a compute transfer is a choice: no real image shows one.
     *
     * @param share a share that is not empty
     */
    DescriptorCount count(RunShare share);

    /** The share of this transfer that an engine of a set of {@code engines} moves. */
    default RunShare share(int engine, int engines) {
        return RunShare.of(sources().get(0).runs(), destination().runs(), engine, engines);
    }

    /** Bytes, one for one. */
    record Copy(StridedPattern source, StridedPattern destination) implements Transfer {
        @Override
        public List<StridedPattern> sources() {
            return List.of(source);
        }

        @Override
        public DescriptorCount count(RunShare share) {
            return new DescriptorCount(CopyPieces.count(source, share), CopyPieces.count(destination, share));
        }
    }

    /** Element-wise numeric conversion, rounded to nearest even. */
    record Cast(StridedPattern source, Dtype from, StridedPattern destination, Dtype to) implements Transfer {
        @Override
        public List<StridedPattern> sources() {
            return List.of(source);
        }

        @Override
        public DescriptorCount count(RunShare share) {
            long pieces = Saturating.multiply(CastPieces.of(this).perRun(), share.runCount(source.runs()));
            return new DescriptorCount(Saturating.multiply(2, pieces), pieces);
        }
    }

    /**
     * Tiles whose rows become columns: element e of source run k (row i of its tile) becomes element i of destination
     * run e of the same tile. The first outer dimension of both sides runs over the rows of a tile.
     *
     * @param elementBytes bytes of an element
     */
    record Transpose(StridedPattern source, StridedPattern destination, int elementBytes) implements Transfer {
        @Override
        public List<StridedPattern> sources() {
            return List.of(source);
        }

        @Override
        public DescriptorCount count(RunShare share) {
            long rows = share.runCount(source.runs());
            long pieces = Saturating.add(Saturating.multiply(rows, piecesPerRow()), 1);
            return new DescriptorCount(pieces, pieces);
        }

        /** Descriptors per row: two bytes of each element go through the transposer at a time. */
        public int piecesPerRow() {
            return Math.max(1, elementBytes / 2);
        }
    }

    /**
     * An element-wise operation of the DMA engine's compute unit over several sources of equal shape.
     *
     * @param hasConstant for MIN and MAX, whether {@code constant} is a further operand
     */
    record Compute(
            ComputeOp op,
            List<Operand> operands,
            boolean hasConstant,
            double constant,
            StridedPattern destination,
            Dtype to)
            implements Transfer {
        public Compute {
            operands = List.copyOf(operands);
        }

        @Override
        public List<StridedPattern> sources() {
            return operands.stream().map(Operand::pattern).toList();
        }

        @Override
        public DescriptorCount count(RunShare share) {
            long runs = share.runCount(destination.runs());
            return new DescriptorCount(Saturating.multiply(runs, operands.size() + 1), runs);
        }
    }

    /** A source of a {@link Compute}, with its factor for FMA. */
    record Operand(StridedPattern pattern, Dtype type, double scale) {}

    /** The operations of the compute unit. */
    enum ComputeOp {
        ADD(0),
        FMA(1),
        MAX(2),
        MIN(3);

        private final int code;

        ComputeOp(int code) {
            this.code = code;
        }

        /** The code in the descriptor. Source: manifest.md §7.2. */
        public int code() {
            return code;
        }
    }
}
