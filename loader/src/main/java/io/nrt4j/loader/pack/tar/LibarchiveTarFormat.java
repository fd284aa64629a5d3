package io.nrt4j.loader.pack.tar;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The output of libarchive's "pax" format: plain ustar blocks, with an extended header only before a member that
 * ustar cannot express.
 *
 * <p>Both generations of compilers that use it are covered: the older one stores fractional times, which forces the
 * extended header on every member; the reproducible one zeroes them. Source: producer.md §4, corpus/dialects.md §2;
 * compared with libarchive 3.6.2 on random entries.
 */
final class LibarchiveTarFormat implements TarFormat {
    private static final char PAX_TYPE = 'x';
    private static final int SHORT_FIELD = 8;
    private static final int PERMISSIONS = 07777;
    private static final int PAX_PERMISSIONS = 0777;
    private static final int MAX_OWNER_NAME = 31;
    private static final long ID_LIMIT = 1L << 18;
    private static final long SIZE_LIMIT = 1L << 33;
    private static final long MTIME_LIMIT = 0x7fff_ffffL;

    @Override
    public byte[] header(TarEntry entry) {
        byte[] path = entry.nameBytes();
        PaxRecords records = new PaxRecords();
        byte[] stored = pathRecord(records, path, entry.name());
        otherRecords(records, entry);

        ByteArrayOutputStream out = new ByteArrayOutputStream();
        if (!records.isEmpty()) {
            out.writeBytes(paxBlock(entry, UstarName.ofPaxHeader(path), records.size()));
            out.writeBytes(records.blocks());
        }
        out.writeBytes(mainBlock(entry, stored));
        return out.toByteArray();
    }

    /** Adds {@code path} where ustar cannot hold the name; returns the name for the plain header. */
    private static byte[] pathRecord(PaxRecords records, byte[] path, String name) {
        if (UstarName.fits(path) && isAscii(path)) {
            return path;
        }
        records.add("path", name);
        return UstarName.shorten(path);
    }

    private static void otherRecords(PaxRecords records, TarEntry entry) {
        TarAttributes a = entry.attributes();
        number(records, "gid", a.gid());
        ownerName(records, "gname", a.gname());
        number(records, "uid", a.uid());
        ownerName(records, "uname", a.uname());
        a.ctime().filter(t -> !t.isZero()).ifPresent(t -> records.add("ctime", t.text()));
        a.atime().filter(t -> !t.isZero()).ifPresent(t -> records.add("atime", t.text()));
        TarTime mtime = a.mtime();
        if (mtime.seconds() < 0 || mtime.seconds() >= MTIME_LIMIT || mtime.hasFraction()) {
            records.add("mtime", mtime.text());
        }
        if (entry.size() >= SIZE_LIMIT) {
            records.add("size", Long.toString(entry.size()));
        }
    }

    private static void number(PaxRecords records, String key, long value) {
        if (value >= ID_LIMIT) {
            records.add(key, Long.toString(value));
        }
    }

    private static void ownerName(PaxRecords records, String key, String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > MAX_OWNER_NAME || !isAscii(bytes)) {
            records.add(key, value);
        }
    }

    private static byte[] paxBlock(TarEntry entry, byte[] name, int size) {
        TarAttributes a = entry.attributes();
        UstarBlock block = owner(a, Math.min(a.uid(), ID_LIMIT - 1), Math.min(a.gid(), ID_LIMIT - 1))
                .shortNumber(UstarBlock.MODE, a.mode() & PAX_PERMISSIONS)
                .longNumber(UstarBlock.SIZE, size)
                .longNumber(UstarBlock.MTIME, Math.min(Math.max(a.mtime().seconds(), 0), MTIME_LIMIT))
                .typeflag(PAX_TYPE);
        return named(block, name).finish();
    }

    private static byte[] mainBlock(TarEntry entry, byte[] name) {
        TarAttributes a = entry.attributes();
        UstarBlock block = owner(a, a.uid(), a.gid())
                .shortNumber(UstarBlock.MODE, a.mode() & PERMISSIONS)
                .longNumber(UstarBlock.SIZE, entry.size())
                .longNumber(UstarBlock.MTIME, a.mtime().seconds())
                .typeflag(entry.typeflag());
        return named(block, name).finish();
    }

    private static UstarBlock owner(TarAttributes a, long uid, long gid) {
        return new UstarBlock(UstarBlock.POSIX_MAGIC, LibarchiveTarFormat::number)
                .shortNumber(UstarBlock.UID, uid)
                .shortNumber(UstarBlock.GID, gid)
                .text(UstarBlock.UNAME, UstarBlock.OWNER_NAME_LENGTH, a.uname().getBytes(StandardCharsets.UTF_8))
                .text(UstarBlock.GNAME, UstarBlock.OWNER_NAME_LENGTH, a.gname().getBytes(StandardCharsets.UTF_8));
    }

    private static UstarBlock named(UstarBlock block, byte[] path) {
        int slash = UstarName.split(path);
        if (slash < 0) {
            return block.name(path);
        }
        return block.text(UstarBlock.PREFIX, UstarBlock.PREFIX_LENGTH, Arrays.copyOf(path, slash))
                .name(Arrays.copyOfRange(path, slash + 1, path.length));
    }

    /**
     * Six digits, space and NUL (or eleven digits and a space). A value that needs more digits first takes the
     * places of the terminators, then base 256; only the time leaves its space alone.
     */
    private static void number(byte[] block, int offset, int width, long value) {
        int regular = width == SHORT_FIELD ? 6 : 11;
        int widest = offset == UstarBlock.MTIME ? regular : width;
        block[offset + regular] = ' ';
        for (int digits = regular; digits <= widest; digits++) {
            if (UstarBlock.fitsOctal(value, digits)) {
                UstarBlock.octal(block, offset, digits, value);
                return;
            }
        }
        UstarBlock.base256(block, offset, widest, value);
    }

    private static boolean isAscii(byte[] bytes) {
        for (byte b : bytes) {
            if (b < 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int recordSize() {
        return BLOCK;
    }
}
