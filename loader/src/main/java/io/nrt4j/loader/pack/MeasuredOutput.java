package io.nrt4j.loader.pack;

import java.io.IOException;
import java.io.OutputStream;
import java.security.MessageDigest;

/** Counts and digests what goes through. */
final class MeasuredOutput extends OutputStream {
    private final OutputStream target;
    private final MessageDigest digest;
    private long count;

    MeasuredOutput(OutputStream target, MessageDigest digest) {
        this.target = target;
        this.digest = digest;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        target.write(bytes, offset, length);
        digest.update(bytes, offset, length);
        count += length;
    }

    long count() {
        return count;
    }
}
