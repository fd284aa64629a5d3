package io.nrt4j.hal.dma;

import io.netty.buffer.ByteBuf;
import io.nrt4j.hal.dma.CopyPieces.Piece;
import io.nrt4j.hal.dma.Transfer.Cast;
import io.nrt4j.hal.dma.Transfer.Compute;
import io.nrt4j.hal.dma.Transfer.Copy;
import io.nrt4j.hal.dma.Transfer.Operand;
import io.nrt4j.hal.dma.Transfer.Transpose;
import java.util.List;

/**
 * Writes the 16-byte descriptors of transfers into the two rings of one queue.
 *
 * <p>A packet is the shortest stretch that ends on a descriptor boundary of both sides, so that a receiver can work
 * packet by packet. The numbers of descriptors and the layout of copies are the hardware's (dma.md §5.1, §5.3); what
 * an operation descriptor ({@link MetaDescriptor}) holds is ours, as no sheet gives it.
 */
public final class DescriptorWriter {
    /** Bytes of a register write. */
    private static final int REGISTER_BYTES = 4;

    private final ByteBuf m2s;
    private final ByteBuf s2m;

    /** A writer that appends to the two rings; the caller keeps the buffers. */
    public DescriptorWriter(ByteBuf m2s, ByteBuf s2m) {
        this.m2s = m2s;
        this.s2m = s2m;
    }

    /** Appends the part of a transfer that belongs to one engine; nothing if its share is empty. */
    public void write(Transfer transfer, int engine, int engines) {
        RunShare share = transfer.share(engine, engines);
        if (share.count() == 0) {
            return;
        }
        if (transfer instanceof Copy copy) {
            copy(copy, share);
        } else if (transfer instanceof Cast cast) {
            cast(cast, share);
        } else if (transfer instanceof Transpose transpose) {
            transpose(transpose, share);
        } else if (transfer instanceof Compute compute) {
            compute(compute, share);
        }
    }

    /** Appends the copy of a four-byte constant to a register: a semaphore increment or an event. */
    public void writeRegister(long constant, long register) {
        UdmaDescriptor.source(constant, REGISTER_BYTES).encode(m2s);
        UdmaDescriptor.destination(register, REGISTER_BYTES).encode(s2m);
    }

    private void copy(Copy copy, RunShare share) {
        List<Piece> from = CopyPieces.of(copy.source(), share);
        List<Piece> to = CopyPieces.of(copy.destination(), share);
        for (Piece piece : to) {
            UdmaDescriptor.destination(piece.address(), piece.length()).encode(s2m);
        }
        PacketBounds bounds = new PacketBounds(to);
        for (Piece piece : from) {
            boolean first = bounds.atStart();
            boolean last = bounds.advance(piece.length());
            UdmaDescriptor.source(piece.address(), piece.length(), first, last).encode(m2s);
        }
    }

    private void cast(Cast cast, RunShare share) {
        CastPieces pieces = CastPieces.of(cast);
        StridedPattern from = cast.source();
        StridedPattern to = cast.destination();
        long firstFrom = share.firstRun(from.runs());
        long firstTo = share.firstRun(to.runs());
        for (long k = 0; k < share.runCount(from.runs()); k++) {
            for (long p = 0; p < pieces.perRun(); p++) {
                long skipped = p * pieces.elementsPerPiece();
                int elements = Math.toIntExact(pieces.inPiece(p));
                long source = from.run(firstFrom + k) + skipped * cast.from().bytes();
                UdmaDescriptor.source(source, elements * cast.from().bytes(), true, false)
                        .encode(m2s);
                MetaDescriptor.cast(cast.from(), cast.to()).encode(m2s);
                long target = to.run(firstTo + k) + skipped * cast.to().bytes();
                UdmaDescriptor.destination(target, elements * cast.to().bytes()).encode(s2m);
            }
        }
    }

    private void transpose(Transpose transpose, RunShare share) {
        StridedPattern from = transpose.source();
        StridedPattern to = transpose.destination();
        int pieces = transpose.piecesPerRow();
        long first = share.firstRun(from.runs());
        long rows = share.runCount(from.runs());
        long rowsPerTile = from.counts().get(0);
        long columnsPerTile = to.counts().get(0);
        long columnStep = to.steps().get(0);
        for (long k = first; k < first + rows; k++) {
            long row = k % rowsPerTile;
            long tile = to.run(k / rowsPerTile * columnsPerTile);
            for (int p = 0; p < pieces; p++) {
                int length = Math.toIntExact(from.runBytes() / pieces);
                long firstColumn = (long) p * (length / transpose.elementBytes());
                boolean opens = k == first && p == 0;
                UdmaDescriptor.source(from.run(k) + (long) p * length, length, opens, false)
                        .encode(m2s);
                long place = tile + firstColumn * columnStep + row * transpose.elementBytes();
                UdmaDescriptor.destination(place, length).encode(s2m);
            }
        }
        MetaDescriptor.transpose(transpose.elementBytes(), columnStep).encode(m2s);
        MetaDescriptor.transpose(transpose.elementBytes(), columnStep).encode(s2m);
    }

    private void compute(Compute compute, RunShare share) {
        StridedPattern to = compute.destination();
        long first = share.firstRun(to.runs());
        for (long k = first; k < first + share.runCount(to.runs()); k++) {
            boolean opens = true;
            for (Operand operand : compute.operands()) {
                StridedPattern from = operand.pattern();
                UdmaDescriptor.scaledSource(
                                from.run(k), Math.toIntExact(from.runBytes()), (float) operand.scale(), opens)
                        .encode(m2s);
                opens = false;
            }
            MetaDescriptor.compute(compute).encode(m2s);
            UdmaDescriptor.destination(to.run(k), Math.toIntExact(to.runBytes()))
                    .encode(s2m);
        }
    }

    /** Walks the source side and tells where a packet begins and ends. */
    private static final class PacketBounds {
        private final List<Piece> to;
        private int piece;
        private long sourceEnd;
        private long targetEnd;
        private boolean start = true;

        PacketBounds(List<Piece> to) {
            this.to = to;
        }

        boolean atStart() {
            return start;
        }

        boolean advance(int length) {
            sourceEnd += length;
            while (targetEnd < sourceEnd && piece < to.size()) {
                targetEnd += to.get(piece++).length();
            }
            start = targetEnd == sourceEnd || (piece == to.size() && targetEnd <= sourceEnd);
            return start;
        }
    }
}
