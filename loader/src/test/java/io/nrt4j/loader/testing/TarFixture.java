package io.nrt4j.loader.testing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;

/** A tar archive, block by block, as right or as wrong as a test wants it. Not for packing real NEFFs. */
public final class TarFixture {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** An archive with no blocks yet; the end mark is added by {@link #end()} only. */
    public static TarFixture tar() {
        return new TarFixture();
    }

    /** A POSIX ustar file. */
    public TarFixture file(String name, byte[] data) {
        return entry(Header.ustar(name).size(data.length), data);
    }

    /** A POSIX ustar file with a text. */
    public TarFixture file(String name, String data) {
        return file(name, data.getBytes(UTF_8));
    }

    /** A header, then data filled up to a block. */
    public TarFixture entry(Header header, byte[] data) {
        return raw(header.bytes()).data(data);
    }

    /** A header without data. */
    public TarFixture entry(Header header) {
        return raw(header.bytes());
    }

    /** A pax header of records; each {@code key=value}. */
    public TarFixture pax(char type, String... records) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (String record : records) {
            body.writeBytes(paxRecord(record.getBytes(UTF_8)));
        }
        return special(type, body.toByteArray());
    }

    /** A special header with any body. */
    public TarFixture special(char type, byte[] body) {
        return entry(Header.ustar("special").type(type).size(body.length), body);
    }

    /** One pax record with its length before it. */
    public static byte[] paxRecord(byte[] keyAndValue) {
        int length = keyAndValue.length + 3;
        while (length != keyAndValue.length + 2 + Integer.toString(length).length()) {
            length++;
        }
        ByteArrayOutputStream record = new ByteArrayOutputStream();
        record.writeBytes((length + " ").getBytes(ISO_8859_1));
        record.writeBytes(keyAndValue);
        record.write('\n');
        return record.toByteArray();
    }

    /** Data filled up to a block. */
    public TarFixture data(byte[] data) {
        return raw(data).raw(new byte[-data.length & 511]);
    }

    /** Any bytes. */
    public TarFixture raw(byte[] bytes) {
        out.writeBytes(bytes);
        return this;
    }

    /** Two zero blocks. */
    public TarFixture end() {
        return raw(new byte[1024]);
    }

    public byte[] bytes() {
        return out.toByteArray();
    }

    /** The archive as one gzip member. */
    public byte[] gzipped() {
        return gzip(bytes());
    }

    public static byte[] gzip(byte[] data) {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(zipped)) {
            gzip.write(data);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return zipped.toByteArray();
    }

    public static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    /** A header block; the checksum is made last, and right. */
    public static final class Header {
        private final byte[] block = new byte[512];

        private Header() {}

        /** POSIX magic, mode 0664, type {@code 0}. */
        public static Header ustar(String name) {
            return v7(name).at(257, "ustar\u000000");
        }

        /** GNU magic. */
        public static Header gnu(String name) {
            return v7(name).at(257, "ustar  \0");
        }

        /** No magic. */
        public static Header v7(String name) {
            return new Header()
                    .at(0, name)
                    .at(100, "0000664\0")
                    .at(108, "0001750\0")
                    .at(116, "0001750\0")
                    .at(124, "00000000000\0")
                    .at(136, "00000000000\0")
                    .type('0');
        }

        public Header type(char type) {
            return at(156, String.valueOf(type));
        }

        public Header size(long size) {
            return at(124, "%011o\0".formatted(size));
        }

        /** Puts characters of ISO 8859-1 at an offset. */
        public Header at(int offset, String text) {
            byte[] bytes = text.getBytes(ISO_8859_1);
            System.arraycopy(bytes, 0, block, offset, bytes.length);
            return this;
        }

        public byte[] bytes() {
            Arrays.fill(block, 148, 156, (byte) ' ');
            int sum = 0;
            for (byte b : block) {
                sum += b & 0xFF;
            }
            return withChecksum(sum);
        }

        /** The block with any checksum. */
        public byte[] withChecksum(int sum) {
            return at(148, "%06o\0 ".formatted(sum)).block.clone();
        }

        /** The block with a wrong checksum. */
        public byte[] damaged() {
            byte[] bytes = bytes();
            bytes[153] = (byte) (bytes[153] == '7' ? '0' : bytes[153] + 1);
            return bytes;
        }
    }
}
