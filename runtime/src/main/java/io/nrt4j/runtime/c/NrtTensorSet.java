package io.nrt4j.runtime.c;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * {@code nrt_tensor_set_t}: tensors by name. Does not own them. Source: nrt-api.md §4.4.
 *
 * <p>Thread-safe.
 */
public final class NrtTensorSet {
    private final Session session;
    private final Map<String, NrtTensor> tensors = new ConcurrentHashMap<>();
    private volatile boolean destroyed;

    NrtTensorSet(Session session) {
        this.session = session;
    }

    Session session() {
        return session;
    }

    boolean isDestroyed() {
        return destroyed;
    }

    void destroy() {
        destroyed = true;
        tensors.clear();
    }

    void put(String name, NrtTensor tensor) {
        tensors.put(name, tensor);
    }

    Optional<NrtTensor> find(String name) {
        return Optional.ofNullable(tensors.get(name));
    }

    /** A snapshot. */
    Map<String, NrtTensor> tensors() {
        return Map.copyOf(tensors);
    }
}
