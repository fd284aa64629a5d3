package io.nrt4j.loader.pack.gzip;

import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.CRC32;

/**
 * Writes one gzip member and the fill behind it.
 *
 * <p>{@link java.util.zip.GZIPOutputStream} cannot: it always writes a header of zero time, XFL 0 and its own OS byte.
 *
 * <p>{@link #finish} ends the stream; {@link #close} releases native memory and leaves the output open.
 */
public final class GzipWriter extends OutputStream {
    private final GzipFraming framing;
    private final CountingOutput out;
    private final RawDeflater deflater;
    private final CRC32 crc = new CRC32();
    private long length;
    private boolean finished;

    /**
     * Writes the header.
     *
     * @param payloadSize the value for an index field, see {@link GzipFraming#indexed}
     */
    public GzipWriter(GzipFraming framing, long payloadSize, OutputStream out) throws IOException {
        this.framing = framing;
        this.out = new CountingOutput(out);
        this.out.write(framing.header(payloadSize));
        this.deflater = RawDeflaters.create(framing.level(), framing.memoryLevel());
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
        crc.update(bytes, offset, count);
        length += count;
        deflater.write(bytes, offset, count, out);
    }

    /** Writes what is left of the deflate stream, the trailer and the fill. */
    public void finish() throws IOException {
        deflater.finish(out);
        finished = true;
        out.write(GzipFraming.little(8)
                .putInt((int) crc.getValue())
                .putInt((int) length)
                .array());
        out.write(new byte[framing.fill(out.count)]);
    }

    @Override
    public void close() {
        if (!finished) {
            finished = true;
            deflater.abandon();
        }
    }

    private static final class CountingOutput extends OutputStream {
        private final OutputStream target;
        private long count;

        CountingOutput(OutputStream target) {
            this.target = target;
        }

        @Override
        public void write(int b) throws IOException {
            target.write(b);
            count++;
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            target.write(bytes, offset, length);
            count += length;
        }
    }
}
