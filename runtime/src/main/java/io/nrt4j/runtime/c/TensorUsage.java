package io.nrt4j.runtime.c;

/** {@code nrt_tensor_usage_t}. Source: nrt-api.md §1.2. */
public enum TensorUsage {
    INPUT,
    OUTPUT;

    /** The C value. */
    public int code() {
        return ordinal();
    }
}
