package io.nrt4j.loader.pack.gzip;

import java.util.Arrays;

/**
 * Frequencies of one alphabet in a block, and the code that zlib makes of them. Optimal codes are not unique; this one
 * is zlib's to the bit.
 *
 * <p>Source: producer.md §5.3, "Tree building" to "Codes".
 */
final class HuffmanTree {
    private static final int NONE = -1;

    private final DeflateAlphabet alphabet;
    private final int[] frequency;
    private final int[] length;
    private final int[] code;

    private final int[] parent;
    private final int[] depth;
    /** A binary heap in 1..heapSize; nodes that were taken out are recorded from the end downwards. */
    private final int[] heap;

    private int heapSize;
    private int recorded;
    private int maxCode;
    private long optimalBits;
    private long fixedBits;

    HuffmanTree(DeflateAlphabet alphabet) {
        this.alphabet = alphabet;
        int nodes = 2 * alphabet.symbols() + 1;
        this.frequency = new int[nodes];
        this.length = new int[nodes];
        this.parent = new int[nodes];
        this.depth = new int[nodes];
        this.heap = new int[nodes];
        this.code = new int[alphabet.symbols()];
    }

    void reset() {
        Arrays.fill(frequency, 0, alphabet.symbols(), 0);
    }

    void count(int symbol) {
        frequency[symbol]++;
    }

    int length(int symbol) {
        return length[symbol];
    }

    /** The largest symbol that has a code. */
    int maxCode() {
        return maxCode;
    }

    /** Bits of all counted symbols under this code, extra bits included. */
    long optimalBits() {
        return optimalBits;
    }

    /** Bits of all counted symbols under the fixed code, extra bits included. */
    long fixedBits() {
        return fixedBits;
    }

    void write(int symbol, BitOutput out) {
        out.put(code[symbol], length[symbol]);
    }

    /** Makes the code for the counted frequencies. */
    void build() {
        optimalBits = 0;
        fixedBits = 0;
        fillHeap();
        join();
        record(heap[1]);
        assignLengths();
        assignCodes();
    }

    private void fillHeap() {
        heapSize = 0;
        recorded = heap.length;
        maxCode = NONE;
        for (int symbol = 0; symbol < alphabet.symbols(); symbol++) {
            length[symbol] = 0;
            if (frequency[symbol] != 0) {
                heap[++heapSize] = symbol;
                maxCode = symbol;
                depth[symbol] = 0;
            }
        }
        // A decoder wants two codes: invented ones are not paid for.
        while (heapSize < 2) {
            int invented = maxCode < 2 ? ++maxCode : 0;
            heap[++heapSize] = invented;
            frequency[invented] = 1;
            depth[invented] = 0;
            optimalBits--;
            fixedBits -= alphabet.fixedLength(invented);
        }
        for (int i = heapSize / 2; i >= 1; i--) {
            sift(i);
        }
    }

    /** Joins the two rarest nodes until one is left. */
    private void join() {
        int node = alphabet.symbols();
        while (heapSize >= 2) {
            int first = heap[1];
            heap[1] = heap[heapSize--];
            sift(1);
            int second = heap[1];
            record(first);
            record(second);
            frequency[node] = frequency[first] + frequency[second];
            depth[node] = Math.max(depth[first], depth[second]) + 1;
            parent[first] = node;
            parent[second] = node;
            heap[1] = node++;
            sift(1);
        }
    }

    private void record(int node) {
        heap[--recorded] = node;
    }

    private void sift(int start) {
        int value = heap[start];
        int at = start;
        for (int child = 2 * at; child <= heapSize; child = 2 * at) {
            if (child < heapSize && before(heap[child + 1], heap[child])) {
                child++;
            }
            if (before(value, heap[child])) {
                break;
            }
            heap[at] = heap[child];
            at = child;
        }
        heap[at] = value;
    }

    private boolean before(int a, int b) {
        return frequency[a] < frequency[b] || (frequency[a] == frequency[b] && depth[a] <= depth[b]);
    }

    private void assignLengths() {
        int limit = alphabet.maxLength();
        int[] leaves = new int[limit + 1];
        int clipped = 0;
        length[heap[recorded]] = 0;
        for (int i = recorded + 1; i < heap.length; i++) {
            int node = heap[i];
            int bits = length[parent[node]] + 1;
            if (bits > limit) {
                bits = limit;
                clipped++;
            }
            length[node] = bits;
            if (isLeaf(node)) {
                leaves[bits]++;
                int extra = alphabet.extraBits(node);
                optimalBits += (long) frequency[node] * (bits + extra);
                fixedBits += (long) frequency[node] * (alphabet.fixedLength(node) + extra);
            }
        }
        if (clipped > 0) {
            repair(leaves, clipped);
        }
    }

    /** Makes room for codes that were clipped to the limit, and deals the lengths out again. */
    private void repair(int[] leaves, int clipped) {
        int limit = alphabet.maxLength();
        for (int left = clipped; left > 0; left -= 2) {
            int bits = limit - 1;
            while (leaves[bits] == 0) {
                bits--;
            }
            leaves[bits]--;
            leaves[bits + 1] += 2;
            leaves[limit]--;
        }
        int at = heap.length;
        for (int bits = limit; bits > 0; bits--) {
            for (int n = leaves[bits]; n > 0; ) {
                int node = heap[--at];
                if (isLeaf(node)) {
                    optimalBits += (long) (bits - length[node]) * frequency[node];
                    length[node] = bits;
                    n--;
                }
            }
        }
    }

    private boolean isLeaf(int node) {
        return node < alphabet.symbols();
    }

    private void assignCodes() {
        int[] counts = new int[alphabet.maxLength() + 1];
        for (int symbol = 0; symbol <= maxCode; symbol++) {
            counts[length[symbol]]++;
        }
        counts[0] = 0;
        int[] next = new int[counts.length];
        for (int bits = 1; bits < counts.length; bits++) {
            next[bits] = (next[bits - 1] + counts[bits - 1]) << 1;
        }
        for (int symbol = 0; symbol <= maxCode; symbol++) {
            if (length[symbol] != 0) {
                code[symbol] = Integer.reverse(next[length[symbol]]++) >>> (Integer.SIZE - length[symbol]);
            }
        }
    }
}
