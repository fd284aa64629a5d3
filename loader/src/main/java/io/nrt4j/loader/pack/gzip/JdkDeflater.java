package io.nrt4j.loader.pack.gzip;

import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.Deflater;

/** The zlib that the JDK is linked to; its memory level is always 8. */
final class JdkDeflater implements RawDeflater {
    private final Deflater deflater;
    private final byte[] buffer = new byte[1 << 14];

    JdkDeflater(int level) {
        this.deflater = new Deflater(level, true);
    }

    @Override
    public void write(byte[] bytes, int offset, int length, OutputStream out) throws IOException {
        deflater.setInput(bytes, offset, length);
        while (!deflater.needsInput()) {
            drain(out);
        }
    }

    @Override
    public void finish(OutputStream out) throws IOException {
        deflater.finish();
        while (!deflater.finished()) {
            drain(out);
        }
        deflater.end();
    }

    private void drain(OutputStream out) throws IOException {
        out.write(buffer, 0, deflater.deflate(buffer));
    }

    @Override
    public void abandon() {
        deflater.end();
    }
}
