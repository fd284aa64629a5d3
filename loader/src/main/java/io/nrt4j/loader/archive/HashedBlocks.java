package io.nrt4j.loader.archive;

import io.netty.buffer.ByteBuf;
import java.security.MessageDigest;

/** Passes blocks on and keeps their number of bytes and their digest. */
final class HashedBlocks implements BlockSource {
    private final BlockSource source;
    private final MessageDigest digest = Sha256.newDigest();
    private long length;

    HashedBlocks(BlockSource source) {
        this.source = source;
    }

    @Override
    public int next() {
        int count = source.next();
        if (count > 0) {
            digest.update(source.block().nioBuffer());
            length += count;
        }
        return count;
    }

    @Override
    public ByteBuf block() {
        return source.block();
    }

    @Override
    public boolean blocksStay() {
        return source.blocksStay();
    }

    /** The number of bytes so far. */
    long length() {
        return length;
    }

    /** The digest of the bytes so far, in hexadecimal; to be asked once. */
    String sha256() {
        return Sha256.hex(digest);
    }

    @Override
    public void close() {
        source.close();
    }
}
