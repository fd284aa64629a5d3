package io.nrt4j.runtime.c;

/** {@code nrt_tensor_usage_t}. Source: nrt-api.md §1.2. */
public enum TensorUsage {
    INPUT(0),
    OUTPUT(1);

    private final int code;

    TensorUsage(int code) {
        this.code = code;
    }

    /** The C value. */
    public int code() {
        return code;
    }
}
