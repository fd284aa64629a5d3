package io.nrt4j.runtime.c;

/** {@code nrt_framework_type_t}, who calls. Source: nrt-api.md §1.2. */
public enum FrameworkType {
    INVALID(0),
    NO_FW(1),
    TENSORFLOW(2),
    PYTORCH(3),
    MXNET(4),
    PRECHECK(5);

    private final int code;

    FrameworkType(int code) {
        this.code = code;
    }

    /** The C value. */
    public int code() {
        return code;
    }
}
