package io.nrt4j.hal;

/**
 * The hardware architectures, by the code names of the driver.
 *
 * <p>Source: hal.md §1.1. Three number scales exist for the same thing; only the runtime's ordinal
 * ({@code al_hal_tpb_arch_type}) lives here, because log lines print that one ({@code v%u}).
 */
public enum Arch {
    /** Inferentia (inf1), NeuronCore v1. Not loadable by libnrt 2.31; an extension of the emulator. */
    TONGA(1, "tonga"),
    /** Trainium1 and Inferentia2, NeuronCore v2. */
    SUNDA(2, "sunda"),
    /** Trainium2, NeuronCore v3. */
    CAYMAN(3, "cayman"),
    /** Trainium3, NeuronCore v4. */
    MARIANA(4, "mariana");

    private final int ordinalInRuntime;
    private final String target;

    Arch(int ordinalInRuntime, String target) {
        this.ordinalInRuntime = ordinalInRuntime;
        this.target = target;
    }

    /** The {@code al_hal_tpb_arch_type} value, the number behind {@code v} in the gate's log lines. */
    public int code() {
        return ordinalInRuntime;
    }

    /** The compiler's target name, lower case. */
    public String target() {
        return target;
    }
}
