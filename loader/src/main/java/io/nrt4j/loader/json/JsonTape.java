package io.nrt4j.loader.json;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The values of a document in order of appearance, one word each and a second one for numbers.
 *
 * <p>A word holds the {@link JsonType} in its top byte. Below it: for containers the index behind their last word, for
 * strings and keys the index of the text. The children of a container follow it; in objects, key and value alternate.
 */
final class JsonTape {
    private static final int TYPE_SHIFT = 56;
    private static final long PAYLOAD_MASK = (1L << TYPE_SHIFT) - 1;

    private final long[] words;
    private final String[] texts;
    private final long memory;

    private JsonTape(long[] words, String[] texts, long textMemory) {
        this.words = words;
        this.texts = texts;
        this.memory = (long) words.length * Long.BYTES + textMemory;
    }

    /** Bytes that words and texts take, roughly. */
    long memory() {
        return memory;
    }

    JsonType type(int index) {
        return JsonType.ofTag((int) (words[index] >>> TYPE_SHIFT));
    }

    String text(int index) {
        return texts[payload(index)];
    }

    /** The 64 bits of a number. */
    long bits(int index) {
        return words[index + 1];
    }

    /** The index behind a value. */
    int next(int index) {
        return switch (type(index)) {
            case OBJECT, ARRAY -> payload(index);
            case INT64, UINT64, DOUBLE -> index + 2;
            default -> index + 1;
        };
    }

    private int payload(int index) {
        return (int) (words[index] & PAYLOAD_MASK);
    }

    /** Collects the words; refuses to grow beyond its memory. */
    static final class Builder {
        private static final int INITIAL_WORDS = 256;
        /** What a pooled text takes beside its characters: object, array, map entry. */
        private static final int TEXT_OVERHEAD = 120;

        private final long maxMemory;
        private final Map<String, Integer> pool = new HashMap<>();
        private final List<String> texts = new ArrayList<>();
        private final RecentTexts recent = new RecentTexts();
        private final Deque<Integer> open = new ArrayDeque<>();
        private long[] words = new long[INITIAL_WORDS];
        private int size;
        private long textMemory;

        Builder(long maxMemory) {
            this.maxMemory = maxMemory;
        }

        void begin(JsonType type) throws JsonFormatException {
            open.push(size);
            add(type, 0);
        }

        void end() {
            words[open.pop()] |= size;
        }

        void literal(JsonType type) throws JsonFormatException {
            add(type, 0);
        }

        void number(JsonType type, long bits) throws JsonFormatException {
            add(type, 0);
            add(bits);
        }

        void text(char[] characters, int offset, int length) throws JsonFormatException {
            add(JsonType.STRING, recent.find(characters, offset, length, this));
        }

        /** The index of a text that is not among the recent ones. */
        int pooled(String text) throws JsonFormatException {
            Integer known = pool.get(text);
            if (known != null) {
                return known;
            }
            textMemory += TEXT_OVERHEAD + 2L * text.length();
            check(words.length);
            int index = texts.size();
            pool.put(text, index);
            texts.add(text);
            return index;
        }

        String textAt(int index) {
            return texts.get(index);
        }

        JsonTape build() {
            return new JsonTape(Arrays.copyOf(words, size), texts.toArray(String[]::new), textMemory);
        }

        private void add(JsonType type, int payload) throws JsonFormatException {
            add((long) type.tag() << TYPE_SHIFT | payload);
        }

        private void add(long word) throws JsonFormatException {
            if (size == words.length) {
                long grown = (long) size + (size >> 1);
                check(grown);
                words = Arrays.copyOf(words, (int) grown);
            }
            words[size++] = word;
        }

        private void check(long wordCount) throws JsonFormatException {
            if (wordCount > Integer.MAX_VALUE - 8 || wordCount * Long.BYTES + textMemory > maxMemory) {
                throw new JsonFormatException(SimdjsonError.MEMALLOC);
            }
        }
    }
}
