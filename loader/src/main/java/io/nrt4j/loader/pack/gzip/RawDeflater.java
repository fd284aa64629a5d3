package io.nrt4j.loader.pack.gzip;

import java.io.IOException;
import java.io.OutputStream;

/** A deflate encoder without any framing (RFC 1951). */
interface RawDeflater {
    /** Feeds input; how it is cut into calls does not change the output. */
    void write(byte[] bytes, int offset, int length, OutputStream out) throws IOException;

    /** Ends the stream and gives native memory back. */
    void finish(OutputStream out) throws IOException;

    /** Gives native memory back when the stream will not be finished. */
    void abandon();
}
