package io.nrt4j.loader.pack;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** The bytes of a member to be packed, wherever they are. They can be read more than once. */
public interface MemberContent {
    /** The number of bytes. */
    long size();

    /** The bytes from the start; the caller closes the stream. */
    InputStream open() throws IOException;

    /** Bytes in memory; the array is not copied and must not change. */
    static MemberContent of(byte[] bytes) {
        return new MemberContent() {
            @Override
            public long size() {
                return bytes.length;
            }

            @Override
            public InputStream open() {
                return new ByteArrayInputStream(bytes);
            }
        };
    }

    /**
     * The content of a file.
     *
     * @throws IOException when the file is not there
     */
    static MemberContent of(Path file) throws IOException {
        long size = Files.size(file);
        return new MemberContent() {
            @Override
            public long size() {
                return size;
            }

            @Override
            public InputStream open() throws IOException {
                return Files.newInputStream(file);
            }
        };
    }
}
