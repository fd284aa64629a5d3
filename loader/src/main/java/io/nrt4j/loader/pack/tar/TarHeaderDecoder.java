package io.nrt4j.loader.pack.tar;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Reads back what a writer put into the header blocks of an entry, so that it can be written again: the counterpart
 * of {@link TarDialect#header}.
 *
 * <p>It decides nothing about the archive. Where entries start and end, what they are called and how long they are,
 * the archive stage has found out; whether the blocks were understood shows when they are written again.
 */
public final class TarHeaderDecoder {
    private static final int SHORT_FIELD = 8;
    private static final int LONG_FIELD = 12;
    private static final char PAX = 'x';

    private final byte[] blocks;
    private final int main;
    private final Map<String, String> records;

    private TarHeaderDecoder(byte[] blocks) {
        this.blocks = blocks;
        this.main = blocks.length - TarFormat.BLOCK;
        this.records = records();
    }

    /**
     * The attributes in the header of an entry.
     *
     * @param blocks all its header blocks, the plain one last; at least 512 bytes
     */
    public static TarAttributes decode(byte[] blocks) {
        return new TarHeaderDecoder(blocks).attributes();
    }

    private TarAttributes attributes() {
        return new TarAttributes(
                (int) number(UstarBlock.MODE, SHORT_FIELD),
                number("uid", UstarBlock.UID, SHORT_FIELD),
                number("gid", UstarBlock.GID, SHORT_FIELD),
                text("uname", UstarBlock.UNAME),
                text("gname", UstarBlock.GNAME),
                time("mtime").orElseGet(() -> TarTime.ofSeconds(number(UstarBlock.MTIME, LONG_FIELD))),
                time("atime"),
                time("ctime"));
    }

    private Map<String, String> records() {
        Map<String, String> found = new LinkedHashMap<>();
        for (int at = 0; at < main; ) {
            long size = number(blocks, at + UstarBlock.SIZE, LONG_FIELD);
            int body = at + TarFormat.BLOCK;
            if (size < 0 || size > main - body) {
                break;
            }
            if (blocks[at + UstarBlock.TYPEFLAG] == PAX) {
                found.putAll(PaxRecords.parse(blocks, body, body + (int) size));
            }
            at = body + (int) size + TarFormat.padding(size);
        }
        return found;
    }

    private long number(String key, int offset, int width) {
        String record = records.get(key);
        return record != null && record.matches("\\d{1,18}") ? Long.parseLong(record) : number(offset, width);
    }

    private long number(int offset, int width) {
        return number(blocks, main + offset, width);
    }

    private String text(String key, int offset) {
        String record = records.get(key);
        return record != null ? record : field(blocks, main + offset, UstarBlock.OWNER_NAME_LENGTH);
    }

    private Optional<TarTime> time(String key) {
        return Optional.ofNullable(records.get(key))
                .filter(text -> text.matches("\\d{1,18}(\\.\\d+)?"))
                .map(TarTime::parse);
    }

    private static String field(byte[] blocks, int offset, int length) {
        int end = offset;
        while (end < offset + length && blocks[end] != 0) {
            end++;
        }
        return new String(blocks, offset, end - offset, UTF_8);
    }

    /** Octal digits, or base 256 where the first bit is set. */
    private static long number(byte[] blocks, int offset, int width) {
        if (blocks[offset] < 0) {
            long value = blocks[offset] == (byte) 0xff ? -1 : blocks[offset] & 0x7f;
            for (int i = 1; i < width; i++) {
                value = value << Byte.SIZE | (blocks[offset + i] & 0xff);
            }
            return value;
        }
        String digits = new String(blocks, offset, width, ISO_8859_1).replaceAll("[ \0].*", "");
        return digits.matches("[0-7]{1,12}") ? Long.parseLong(digits, 8) : 0;
    }
}
