package io.nrt4j.loader.ucode;

import org.jspecify.annotations.Nullable;

/** The builds of a ucode image. libnrt always asks for the default one. Source: q7.md §1.8. */
public enum UcodeFlavor {
    /** Whatever {@value #VARIABLE} says. */
    DEFAULT(0),
    PERF(1),
    DEBUG(2),
    TEST(3);

    public static final String VARIABLE = "NEURON_UCODE_FLAVOR";

    private final int code;

    UcodeFlavor(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    /**
     * The flavor that this one stands for.
     *
     * @param variable the value of {@value #VARIABLE}, which only {@link #DEFAULT} looks at
     */
    public UcodeFlavor resolve(@Nullable String variable) {
        if (this != DEFAULT) {
            return this;
        }
        return switch (variable == null ? "" : variable) {
            case "debug", "DEBUG" -> DEBUG;
            case "test", "TEST" -> TEST;
            default -> PERF;
        };
    }
}
