package io.nrt4j.runtime.c;

/** {@code nrt_framework_type_t}, who calls. Source: nrt-api.md §1.2. */
public enum FrameworkType {
    INVALID,
    NO_FW,
    TENSORFLOW,
    PYTORCH,
    MXNET,
    PRECHECK;

    /** The C value. */
    public int code() {
        return ordinal();
    }
}
