package io.nrt4j.hal.memory;

import java.util.Collections;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Registers that remember what was written to them: 32-bit words by their device address.
 *
 * <p>Stands behind every register of which a model needs only the last value, so that its writes can be read back and
 * looked at.
 */
public final class RegisterFile {
    private final ConcurrentSkipListMap<Long, Integer> words = new ConcurrentSkipListMap<>();

    /** The word last written, 0 before the first write. */
    public int read(long address) {
        return words.getOrDefault(address, 0);
    }

    public void write(long address, int value) {
        words.put(address, value);
    }

    /** All words written so far, in address order; changes with the registers. */
    public Map<Long, Integer> written() {
        return Collections.unmodifiableMap(words);
    }

    public void clear() {
        words.clear();
    }
}
