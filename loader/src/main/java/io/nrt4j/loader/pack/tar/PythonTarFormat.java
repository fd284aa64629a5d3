package io.nrt4j.loader.pack.tar;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * The output of Python's {@code tarfile}, which the compilers up to 2.10 used.
 *
 * <p>GNU form: magic {@code ustar  }, long names in an {@code L} entry. Pax form: POSIX magic and an extended header
 * before every member whose time has a fraction, which all have. Both fill the stream to 10240 bytes. Source:
 * corpus/dialects.md §2.
 */
final class PythonTarFormat implements TarFormat {
    private static final int RECORD = 20 * BLOCK;
    private static final String LONG_LINK = "././@LongLink";
    private static final char LONG_NAME_TYPE = 'L';
    private static final String PAX_HEADER = "././@PaxHeader";
    private static final char PAX_TYPE = 'x';
    private static final int PERMISSIONS = 07777;
    private static final int SHORT_DIGITS = 7;
    private static final int LONG_DIGITS = 11;

    private final boolean pax;

    PythonTarFormat(boolean pax) {
        this.pax = pax;
    }

    @Override
    public byte[] header(TarEntry entry) {
        return pax ? paxHeader(entry) : gnuHeader(entry);
    }

    private static byte[] gnuHeader(TarEntry entry) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] name = entry.nameBytes();
        if (name.length > UstarBlock.NAME_LENGTH) {
            out.writeBytes(new UstarBlock(UstarBlock.GNU_MAGIC, PythonTarFormat::number)
                    .name(ascii(LONG_LINK))
                    .shortNumber(UstarBlock.MODE, 0)
                    .shortNumber(UstarBlock.UID, 0)
                    .shortNumber(UstarBlock.GID, 0)
                    .longNumber(UstarBlock.SIZE, name.length + 1L)
                    .longNumber(UstarBlock.MTIME, 0)
                    .typeflag(LONG_NAME_TYPE)
                    .finish());
            out.writeBytes(name);
            out.writeBytes(new byte[1 + TarFormat.padding(name.length + 1L)]);
        }
        TarAttributes a = entry.attributes();
        out.writeBytes(block(UstarBlock.GNU_MAGIC, entry, name, utf8(a.uname()), utf8(a.gname()))
                .shortNumber(UstarBlock.UID, a.uid())
                .shortNumber(UstarBlock.GID, a.gid())
                .longNumber(UstarBlock.SIZE, entry.size())
                .longNumber(UstarBlock.MTIME, a.mtime().seconds())
                .finish());
        return out.toByteArray();
    }

    private static byte[] paxHeader(TarEntry entry) {
        TarAttributes a = entry.attributes();
        PaxRecords records = new PaxRecords();
        text(records, "path", entry.name(), UstarBlock.NAME_LENGTH);
        text(records, "uname", a.uname(), UstarBlock.OWNER_NAME_LENGTH);
        text(records, "gname", a.gname(), UstarBlock.OWNER_NAME_LENGTH);
        long uid = number(records, "uid", a.uid(), SHORT_DIGITS);
        long gid = number(records, "gid", a.gid(), SHORT_DIGITS);
        long size = number(records, "size", entry.size(), LONG_DIGITS);
        long mtime = mtime(records, a.mtime());

        ByteArrayOutputStream out = new ByteArrayOutputStream();
        if (!records.isEmpty()) {
            out.writeBytes(new UstarBlock(UstarBlock.POSIX_MAGIC, PythonTarFormat::number)
                    .name(ascii(PAX_HEADER))
                    .shortNumber(UstarBlock.MODE, 0)
                    .shortNumber(UstarBlock.UID, 0)
                    .shortNumber(UstarBlock.GID, 0)
                    .longNumber(UstarBlock.SIZE, records.size())
                    .longNumber(UstarBlock.MTIME, 0)
                    .typeflag(PAX_TYPE)
                    .finish());
            out.writeBytes(records.blocks());
        }
        out.writeBytes(block(UstarBlock.POSIX_MAGIC, entry, ascii(entry.name()), ascii(a.uname()), ascii(a.gname()))
                .shortNumber(UstarBlock.UID, uid)
                .shortNumber(UstarBlock.GID, gid)
                .longNumber(UstarBlock.SIZE, size)
                .longNumber(UstarBlock.MTIME, mtime)
                .finish());
        return out.toByteArray();
    }

    private static UstarBlock block(String magic, TarEntry entry, byte[] name, byte[] uname, byte[] gname) {
        return new UstarBlock(magic, PythonTarFormat::number)
                .name(name)
                .shortNumber(UstarBlock.MODE, entry.attributes().mode() & PERMISSIONS)
                .typeflag(entry.typeflag())
                .text(UstarBlock.UNAME, UstarBlock.OWNER_NAME_LENGTH, uname)
                .text(UstarBlock.GNAME, UstarBlock.OWNER_NAME_LENGTH, gname);
    }

    private static void text(PaxRecords records, String key, String value, int limit) {
        if (!value.equals(new String(ascii(value), StandardCharsets.US_ASCII)) || value.length() > limit) {
            records.add(key, value);
        }
    }

    /** The value for the header field: 0 where it had to go into a record. */
    private static long number(PaxRecords records, String key, long value, int digits) {
        if (UstarBlock.fitsOctal(value, digits)) {
            return value;
        }
        records.add(key, Long.toString(value));
        return 0;
    }

    /** As {@link #number}; a time with a fraction (Python's float) always goes into a record. */
    private static long mtime(PaxRecords records, TarTime time) {
        if (time.fraction().isEmpty()) {
            return number(records, "mtime", time.seconds(), LONG_DIGITS);
        }
        records.add("mtime", time.text());
        return 0;
    }

    /** Octal digits and a NUL, or base 256 where they do not fit. */
    private static void number(byte[] block, int offset, int width, long value) {
        if (UstarBlock.fitsOctal(value, width - 1)) {
            UstarBlock.octal(block, offset, width - 1, value);
        } else {
            UstarBlock.base256(block, offset, width, value);
        }
    }

    /** ASCII with {@code ?} for every other character, as Python's error handler "replace" does. */
    private static byte[] ascii(String text) {
        StringBuilder replaced = new StringBuilder(text.length());
        text.codePoints().forEach(c -> replaced.append(c < 0x80 ? (char) c : '?'));
        return replaced.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public int recordSize() {
        return RECORD;
    }
}
