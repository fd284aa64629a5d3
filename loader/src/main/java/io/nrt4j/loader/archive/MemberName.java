package io.nrt4j.loader.archive;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;

/**
 * The name under which the runtime files an entry. Source: container.md §9.4.
 *
 * @param key the bytes of the name, one char each
 * @param text the name to show: its UTF-8 text, or the key where it is none
 */
record MemberName(String key, String text) {
    /** Its 18 characters at the end of a name make the runtime pass the entry over. */
    private static final String IGNORED_SUFFIX = "wavegraph-bin.json";

    private static final String HERE = "./";

    /** Drops one leading {@code ./} and nothing else: {@code ../x}, {@code /x} and {@code a//b} stay. */
    static MemberName of(byte[] path) {
        String raw = new String(path, ISO_8859_1);
        String key = raw.startsWith(HERE) ? raw.substring(HERE.length()) : raw;
        return new MemberName(key, textOf(key));
    }

    /** Whether the runtime passes the entry over. */
    boolean isIgnored() {
        return key.endsWith(IGNORED_SUFFIX);
    }

    /** The text of name bytes: UTF-8, or each byte as a character of ISO 8859-1 where it is none. */
    static String textOf(String key) {
        if (key.chars().allMatch(c -> c < 0x80)) {
            return key;
        }
        try {
            return UTF_8.newDecoder()
                    .decode(ByteBuffer.wrap(key.getBytes(ISO_8859_1)))
                    .toString();
        } catch (CharacterCodingException e) {
            return key;
        }
    }
}
