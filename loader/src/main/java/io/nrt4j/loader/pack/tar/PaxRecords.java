package io.nrt4j.loader.pack.tar;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** The body of a pax extended header: {@code LENGTH key=value\n} records, LENGTH counting itself. */
final class PaxRecords {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    void add(String key, String value) {
        byte[] body = (" " + key + "=" + value + "\n").getBytes(StandardCharsets.UTF_8);
        int length = body.length;
        while (length != body.length + Integer.toString(length).length()) {
            length = body.length + Integer.toString(length).length();
        }
        bytes.writeBytes(Integer.toString(length).getBytes(StandardCharsets.US_ASCII));
        bytes.writeBytes(body);
    }

    boolean isEmpty() {
        return bytes.size() == 0;
    }

    /** Length in bytes without the fill. */
    int size() {
        return bytes.size();
    }

    /** The records, zero-filled to a whole number of blocks. */
    byte[] blocks() {
        byte[] padded = new byte[size() + TarFormat.padding(size())];
        System.arraycopy(bytes.toByteArray(), 0, padded, 0, size());
        return padded;
    }
}
