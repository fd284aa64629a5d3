package io.nrt4j.loader.archive;

import io.netty.buffer.ByteBuf;

/** Watches a {@link GzipFilter}; a load has no observer, a listing has one. */
interface GzipObserver {
    /** Watches nothing. */
    GzipObserver NONE = new GzipObserver() {};

    /** A member begins at {@code offset} of the filter's input; its header of {@code length} bytes can be peeked. */
    default void memberStarts(long offset, ReadAhead input, int length) {}

    /** {@code length} bytes were inflated to {@code index} of {@code window}. */
    default void inflated(ByteBuf window, int index, int length) {}

    /** The deflate stream is over; the 8 bytes of the trailer can be peeked. */
    default void memberEnds(ReadAhead input) {}
}
