package io.nrt4j.loader.pack.gzip;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * Stock zlib's deflate with a window of 32 KiB and the default strategy, level by level, bit by bit.
 *
 * <p>It exists because a NEFF must not depend on the JDK that packs it: some are linked to accelerated zlibs that find
 * other matches, and none offers memory level 9. Source: producer.md §5.3.
 */
final class ZlibDeflater implements RawDeflater {
    private static final int MIN_MATCH = DeflateAlphabet.MIN_MATCH;
    private static final int MAX_MATCH = DeflateAlphabet.MAX_MATCH;
    private static final int WINDOW = 1 << 15;
    private static final int WINDOW_MASK = WINDOW - 1;
    /** Matching goes on only with a longest match and the next string ahead. */
    private static final int MIN_LOOKAHEAD = MAX_MATCH + MIN_MATCH + 1;

    private static final int MAX_DISTANCE = WINDOW - MIN_LOOKAHEAD;
    /** A match of three bytes farther away than this costs more than three literals. */
    private static final int TOO_FAR = 4096;
    /** In chains and tables; position 0 can therefore never be matched. */
    private static final int NONE = 0;

    /**
     * How hard a level searches.
     *
     * @param good from this previous length on, only a quarter of the chain is tried
     * @param lazy a previous match of this length is not improved; at the fast levels, matches up to this length have
     *     all their strings inserted
     * @param nice a match of this length ends the search
     * @param chain most candidates to try
     * @param fast whether the first match is taken
     */
    private record Effort(int good, int lazy, int nice, int chain, boolean fast) {
        static Effort of(int level) {
            return switch (level) {
                case 1 -> new Effort(4, 4, 8, 4, true);
                case 2 -> new Effort(4, 5, 16, 8, true);
                case 3 -> new Effort(4, 6, 32, 32, true);
                case 4 -> new Effort(4, 4, 16, 16, false);
                case 5 -> new Effort(8, 16, 32, 32, false);
                case 6 -> new Effort(8, 16, 128, 128, false);
                case 7 -> new Effort(8, 32, 128, 256, false);
                case 8 -> new Effort(32, 128, 258, 1024, false);
                case 9 -> new Effort(32, 258, 258, 4096, false);
                default -> throw new IllegalArgumentException("no such level: " + level);
            };
        }
    }

    private final Effort effort;
    private final BitOutput bits = new BitOutput();
    private final DeflateBlock block;

    /** Two windows, and room to compare beyond the end. */
    private final byte[] window = new byte[2 * WINDOW + MAX_MATCH];

    private final int[] head;
    private final int[] previous = new int[WINDOW];
    private final int hashMask;
    private final int hashShift;
    private int hash;

    private int position;
    private int ahead;
    private int blockStart;
    private int matchStart;
    private int matchLength = MIN_MATCH - 1;
    /** Whether the byte before {@link #position} is not yet written, because a later match may be better. */
    private boolean pendingLiteral;

    private byte[] input = new byte[0];
    private int inputAt;
    private int inputEnd;

    ZlibDeflater(int level, int memoryLevel) {
        this.effort = Effort.of(level);
        int hashBits = memoryLevel + 7;
        this.head = new int[1 << hashBits];
        this.hashMask = head.length - 1;
        this.hashShift = (hashBits + MIN_MATCH - 1) / MIN_MATCH;
        this.block = new DeflateBlock(1 << (memoryLevel + 6), bits);
    }

    @Override
    public void write(byte[] bytes, int offset, int length, OutputStream out) throws IOException {
        input = bytes;
        inputAt = offset;
        inputEnd = offset + length;
        run(false, out);
    }

    @Override
    public void finish(OutputStream out) throws IOException {
        run(true, out);
        if (pendingLiteral) {
            block.literal(window[position - 1]);
            pendingLiteral = false;
        }
        flush(true, out);
    }

    @Override
    public void abandon() {
        // No native memory here.
    }

    private void run(boolean end, OutputStream out) throws IOException {
        while (true) {
            if (ahead < MIN_LOOKAHEAD) {
                fillWindow();
                if (ahead == 0 || (ahead < MIN_LOOKAHEAD && !end)) {
                    return;
                }
            }
            boolean full = effort.fast ? takeFirst() : takeBest();
            if (full) {
                flush(false, out);
            }
        }
    }

    /** {@code deflate_fast}: one literal or match. */
    private boolean takeFirst() {
        int candidate = ahead >= MIN_MATCH ? insert(position) : NONE;
        if (inReach(candidate)) {
            matchLength = longestMatch(candidate, MIN_MATCH - 1);
        }
        if (matchLength < MIN_MATCH) {
            ahead--;
            return block.literal(window[position++]);
        }
        boolean full = block.match(position - matchStart, matchLength);
        ahead -= matchLength;
        if (matchLength <= effort.lazy && ahead >= MIN_MATCH) {
            for (int left = matchLength - 1; left > 0; left--) {
                insert(++position);
            }
            position++;
        } else {
            position += matchLength;
            seedHash(position);
        }
        matchLength = 0;
        return full;
    }

    /** {@code deflate_slow}: a match is written only if the next position has no longer one. */
    private boolean takeBest() {
        int candidate = ahead >= MIN_MATCH ? insert(position) : NONE;
        int previousLength = matchLength;
        int previousStart = matchStart;
        matchLength = MIN_MATCH - 1;
        if (inReach(candidate) && previousLength < effort.lazy) {
            matchLength = longestMatch(candidate, previousLength);
            if (matchLength == MIN_MATCH && position - matchStart > TOO_FAR) {
                matchLength = MIN_MATCH - 1;
            }
        }
        if (previousLength >= MIN_MATCH && matchLength <= previousLength) {
            return takePrevious(previousStart, previousLength);
        }
        boolean full = pendingLiteral && block.literal(window[position - 1]);
        pendingLiteral = true;
        position++;
        ahead--;
        return full;
    }

    private boolean takePrevious(int start, int length) {
        int lastToInsert = position + ahead - MIN_MATCH;
        boolean full = block.match(position - 1 - start, length);
        ahead -= length - 1;
        for (int left = length - 2; left > 0; left--) {
            if (++position <= lastToInsert) {
                insert(position);
            }
        }
        pendingLiteral = false;
        matchLength = MIN_MATCH - 1;
        position++;
        return full;
    }

    private boolean inReach(int candidate) {
        return candidate != NONE && position - candidate <= MAX_DISTANCE;
    }

    /** {@code longest_match}: the best length found, at least {@code atLeast}; sets the match start if better. */
    private int longestMatch(int first, int atLeast) {
        int best = atLeast;
        int chain = atLeast >= effort.good ? effort.chain >> 2 : effort.chain;
        int nice = Math.min(effort.nice, ahead);
        int floor = Math.max(position - MAX_DISTANCE, NONE);
        int candidate = first;
        do {
            if (window[candidate + best] == window[position + best]
                    && window[candidate + best - 1] == window[position + best - 1]
                    && window[candidate] == window[position]
                    && window[candidate + 1] == window[position + 1]) {
                int length = commonLength(candidate);
                if (length > best) {
                    matchStart = candidate;
                    best = length;
                    if (length >= nice) {
                        break;
                    }
                }
            }
            candidate = previous[candidate & WINDOW_MASK];
        } while (candidate > floor && --chain > 0);
        return Math.min(best, ahead);
    }

    private int commonLength(int candidate) {
        int length = Arrays.mismatch(window, candidate, candidate + MAX_MATCH, window, position, position + MAX_MATCH);
        return length < 0 ? MAX_MATCH : length;
    }

    private void seedHash(int at) {
        hash = window[at] & 0xff;
        rollHash(window[at + 1]);
    }

    private void rollHash(byte next) {
        hash = (hash << hashShift ^ (next & 0xff)) & hashMask;
    }

    /** {@code INSERT_STRING}: returns the latest position of the same hash. */
    private int insert(int at) {
        rollHash(window[at + MIN_MATCH - 1]);
        int latest = head[hash];
        previous[at & WINDOW_MASK] = latest;
        head[hash] = at;
        return latest;
    }

    /** {@code fill_window}. */
    private void fillWindow() {
        do {
            if (position >= WINDOW + MAX_DISTANCE) {
                slide();
            }
            int n = Math.min(inputEnd - inputAt, 2 * WINDOW - ahead - position);
            if (n == 0) {
                break;
            }
            System.arraycopy(input, inputAt, window, position + ahead, n);
            inputAt += n;
            ahead += n;
            if (ahead >= MIN_MATCH) {
                seedHash(position);
            }
        } while (ahead < MIN_LOOKAHEAD && inputAt < inputEnd);
    }

    private void slide() {
        System.arraycopy(window, WINDOW, window, 0, WINDOW);
        matchStart -= WINDOW;
        position -= WINDOW;
        blockStart -= WINDOW;
        slide(head);
        slide(previous);
    }

    private static void slide(int[] positions) {
        for (int i = 0; i < positions.length; i++) {
            positions[i] = Math.max(positions[i] - WINDOW, NONE);
        }
    }

    private void flush(boolean last, OutputStream out) throws IOException {
        int blockEnd = pendingLiteral ? position - 1 : position;
        block.flush(last, window, blockStart, blockEnd - blockStart);
        blockStart = blockEnd;
        bits.drain(out);
    }
}
