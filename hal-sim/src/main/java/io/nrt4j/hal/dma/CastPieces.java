package io.nrt4j.hal.dma;

import io.nrt4j.hal.dma.Transfer.Cast;

/**
 * How a run of a cast is cut so that neither side of a piece is longer than one descriptor may be.
 *
 * @param elements elements of a whole run
 * @param elementsPerPiece elements of a piece, the last one perhaps excepted
 */
record CastPieces(long elements, long elementsPerPiece) {
    static CastPieces of(Cast cast) {
        int widest = Math.max(cast.from().bytes(), cast.to().bytes());
        long elements = Math.max(1, cast.source().runBytes() / cast.from().bytes());
        return new CastPieces(elements, UdmaDescriptor.MAX_LENGTH / widest);
    }

    long perRun() {
        return (elements - 1) / elementsPerPiece + 1;
    }

    long inPiece(long piece) {
        return Math.min(elementsPerPiece, elements - piece * elementsPerPiece);
    }
}
