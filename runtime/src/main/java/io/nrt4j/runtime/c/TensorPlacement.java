package io.nrt4j.runtime.c;

/** {@code nrt_tensor_placement_t}, where a tensor's bytes are. Source: nrt-api.md §1.2. */
public enum TensorPlacement {
    DEVICE,
    HOST,
    /** Host memory as well; of inf1 times. */
    VIRTUAL;

    /** The C value. */
    public int code() {
        return ordinal();
    }
}
