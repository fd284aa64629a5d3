package io.nrt4j.runtime.c;

/** {@code nrt_tensor_placement_t}, where a tensor's bytes are. Source: nrt-api.md §1.2. */
public enum TensorPlacement {
    DEVICE(0),
    HOST(1),
    /** Host memory as well; of inf1 times. */
    VIRTUAL(2);

    private final int code;

    TensorPlacement(int code) {
        this.code = code;
    }

    /** The C value. */
    public int code() {
        return code;
    }
}
