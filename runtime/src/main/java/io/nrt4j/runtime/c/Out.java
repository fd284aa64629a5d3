package io.nrt4j.runtime.c;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An out-parameter: what a C program passes as the address of a variable.
 *
 * <p>A call that fails leaves it as it was. What an asynchronous request stores is seen by all threads.
 */
public final class Out<T> {
    private volatile @Nullable T value;

    /** What a call stored; empty is C's null. */
    public Optional<T> value() {
        return Optional.ofNullable(value);
    }

    /**
     * What a call stored.
     *
     * @throws java.util.NoSuchElementException if nothing is there
     */
    public T get() {
        return value().orElseThrow();
    }

    /** Stores a value. */
    public void set(T newValue) {
        value = newValue;
    }

    /** Stores null. */
    public void clear() {
        value = null;
    }
}
