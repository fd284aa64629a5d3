package io.nrt4j.loader.archive;

import io.netty.buffer.ByteBuf;

/** One stage of the input pipeline: hands out its data block by block. */
interface BlockSource extends AutoCloseable {
    /**
     * Makes the next block the current one.
     *
     * @return its length in bytes, 0 at the end, or a negative number after a failure whose text is in the
     *     {@link LastError} of the pipeline
     */
    int next();

    /** The current block, from its reader index on. Its owner is this source, which may reuse it for the next one. */
    ByteBuf block();

    /** Whether blocks keep their content after {@link #next()}, so that retained slices may serve as member bytes. */
    boolean blocksStay();

    @Override
    void close();
}
