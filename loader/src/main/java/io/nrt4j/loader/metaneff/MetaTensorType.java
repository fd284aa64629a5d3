package io.nrt4j.loader.metaneff;

import java.util.Arrays;
import java.util.Optional;

/** {@code Type}: the role of an input. Source: metaneff.md §2. */
public enum MetaTensorType {
    UNDEFINED_TYPE(0),
    USER_INPUT(1),
    INPUT_STATE(2),
    INPUT_WEIGHT(3);

    private final int code;

    MetaTensorType(int code) {
        this.code = code;
    }

    /** The number on the wire. */
    public int code() {
        return code;
    }

    /** The role of a number. */
    public static Optional<MetaTensorType> fromCode(int code) {
        return Arrays.stream(values()).filter(t -> t.code == code).findFirst();
    }
}
