package io.nrt4j.hal.memory;

import java.util.Collections;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Registers that remember what was written to them: 32-bit words by their device address.
 *
 * <p>Stands behind every register of which a model needs only the last value, so that its writes can be read back and
 * looked at.
 */
public final class RegisterFile {
    /** More registers than any program of a runtime sets; the emulator's own bound on what a broken one may write. */
    private static final int MOST_WORDS = 1 << 20;

    private final AtomicInteger count = new AtomicInteger();
    private final ConcurrentSkipListMap<Long, Integer> words = new ConcurrentSkipListMap<>();

    /** The word last written, 0 before the first write. */
    public int read(long address) {
        return words.getOrDefault(address, 0);
    }

    /**
     * Remembers a word.
     *
     * @throws MemoryFaultException if more than 2^20 registers would be remembered
     */
    public void write(long address, int value) {
        if (words.put(address, value) == null && count.incrementAndGet() > MOST_WORDS) {
            throw new MemoryFaultException(address, "more than " + MOST_WORDS + " registers are written");
        }
    }

    /** All words written so far, in address order; changes with the registers. */
    public Map<Long, Integer> written() {
        return Collections.unmodifiableMap(words);
    }

    public void clear() {
        words.clear();
        count.set(0);
    }
}
