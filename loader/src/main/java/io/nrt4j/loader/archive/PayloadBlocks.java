package io.nrt4j.loader.archive;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.loader.container.ByteSource;

/** The lowest stage: the payload as it is stored, in as few blocks as its memory allows. */
final class PayloadBlocks implements BlockSource {
    private static final int LARGEST = 1 << 30;

    private final ByteSource payload;
    private ByteBuf block = Unpooled.EMPTY_BUFFER;
    private long at;

    PayloadBlocks(ByteSource payload) {
        this.payload = payload;
    }

    @Override
    public int next() {
        close();
        block = payload.retainedRun(at, LARGEST);
        at += block.readableBytes();
        return block.readableBytes();
    }

    @Override
    public ByteBuf block() {
        return block;
    }

    @Override
    public boolean blocksStay() {
        return true;
    }

    @Override
    public void close() {
        block.release();
        block = Unpooled.EMPTY_BUFFER;
    }
}
