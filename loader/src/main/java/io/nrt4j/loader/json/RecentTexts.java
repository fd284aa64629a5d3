package io.nrt4j.loader.json;

import java.util.Arrays;

/**
 * A small cache in front of the pool of texts: finds keys and values that recur without making a string of each. Texts
 * that collide in it, on purpose or not, only miss it.
 */
final class RecentTexts {
    private static final int SLOTS = 1024;
    private static final int LONGEST = 64;
    private static final int EMPTY = -1;

    private final int[] indices = new int[SLOTS];

    RecentTexts() {
        Arrays.fill(indices, EMPTY);
    }

    /** The pool index of a text. */
    int find(char[] characters, int offset, int length, JsonTape.Builder pool) throws JsonFormatException {
        if (length > LONGEST) {
            return pool.pooled(new String(characters, offset, length));
        }
        int slot = hash(characters, offset, length) & (SLOTS - 1);
        int index = indices[slot];
        if (index == EMPTY || !equal(pool.textAt(index), characters, offset, length)) {
            index = pool.pooled(new String(characters, offset, length));
            indices[slot] = index;
        }
        return index;
    }

    private static int hash(char[] characters, int offset, int length) {
        int hash = length;
        for (int i = offset; i < offset + length; i++) {
            hash = hash * 31 + characters[i];
        }
        return hash ^ hash >>> 10;
    }

    private static boolean equal(String text, char[] characters, int offset, int length) {
        if (text.length() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (text.charAt(i) != characters[offset + i]) {
                return false;
            }
        }
        return true;
    }
}
