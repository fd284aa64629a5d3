package io.nrt4j.loader.pack.tar;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** The body of a pax extended header: {@code LENGTH key=value\n} records, LENGTH counting itself. */
final class PaxRecords {
    /** Where the space behind a length is looked for; libarchive takes six digits at most. */
    private static final int LONGEST_LENGTH = 8;

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

    /** The well-formed records in {@code bytes} from {@code start} to {@code end}; the rest is left out. */
    static Map<String, String> parse(byte[] bytes, int start, int end) {
        Map<String, String> records = new LinkedHashMap<>();
        for (int at = start; at < end; ) {
            String rest = new String(bytes, at, Math.min(end - at, LONGEST_LENGTH), StandardCharsets.ISO_8859_1);
            int digits = rest.indexOf(' ');
            int length = digits > 0 && rest.substring(0, digits).chars().allMatch(Character::isDigit)
                    ? Integer.parseInt(rest.substring(0, digits))
                    : 0;
            if (length <= digits + 1 || length > end - at) {
                break;
            }
            String record = new String(bytes, at + digits + 1, length - digits - 2, StandardCharsets.UTF_8);
            int equals = record.indexOf('=');
            if (equals > 0) {
                records.put(record.substring(0, equals), record.substring(equals + 1));
            }
            at += length;
        }
        return records;
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
