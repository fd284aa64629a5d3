package io.nrt4j.loader.testing;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.loader.container.ByteField;
import io.nrt4j.loader.container.NeffHeader;
import io.nrt4j.loader.container.PayloadDigest;
import java.util.UUID;

/** A NEFF file around any payload, with any header field set to any value. */
public final class NeffFixture {
    private final byte[] payload;
    private long packager = 2;
    private long headerSize = NeffHeader.SIZE;
    private long dataSize;
    private long major = 2;
    private long minor;
    private long features;
    private byte[] hash = new byte[32];
    private int fileLength = -1;

    private NeffFixture(byte[] payload) {
        this.payload = payload;
        this.dataSize = payload.length;
    }

    /** A version 2.0 NEFF of packager 2 whose hash field is zero. */
    public static NeffFixture of(byte[] payload) {
        return new NeffFixture(payload);
    }

    public NeffFixture packager(long value) {
        packager = value;
        return this;
    }

    public NeffFixture headerSize(long value) {
        headerSize = value;
        return this;
    }

    public NeffFixture dataSize(long value) {
        dataSize = value;
        return this;
    }

    public NeffFixture version(long newMajor, long newMinor) {
        major = newMajor;
        minor = newMinor;
        return this;
    }

    public NeffFixture features(long bits) {
        features = bits;
        return this;
    }

    /** The first bytes of the hash field. */
    public NeffFixture hash(ByteField digest) {
        System.arraycopy(digest.toBytes(), 0, hash, 0, digest.length());
        return this;
    }

    /** The digest that belongs to the payload and the packager. */
    public NeffFixture rightHash() {
        return hash(digest());
    }

    /** The digest of the payload, for packager 1 or 2. */
    public ByteField digest() {
        return PayloadDigest.ofPackager(packager).orElseThrow().of(io.nrt4j.loader.container.ByteSource.of(payload));
    }

    /** Cuts the file, or fills it up with zero bytes. */
    public NeffFixture fileLength(int length) {
        fileLength = length;
        return this;
    }

    public NeffHeader header() {
        return new NeffHeader(
                packager,
                headerSize,
                dataSize,
                major,
                minor,
                ByteField.zeros(128),
                1,
                ByteField.of(hash),
                UUID.fromString("561826fb-125f-4bb8-991c-29e085c8949a"),
                ByteField.text("file.neff", 256),
                1,
                ByteField.zeros(64),
                features,
                1,
                ByteField.zeros(468));
    }

    public byte[] bytes() {
        ByteBuf file = Unpooled.buffer();
        header().encode(file);
        file.writeBytes(payload);
        byte[] all = new byte[fileLength < 0 ? file.readableBytes() : fileLength];
        file.getBytes(0, all, 0, Math.min(all.length, file.readableBytes()));
        return all;
    }
}
