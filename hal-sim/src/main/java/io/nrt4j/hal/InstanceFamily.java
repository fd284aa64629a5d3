package io.nrt4j.hal;

/** {@code nrt_instance_family}: the families of the public header. Source: hal.md §1.3. */
public enum InstanceFamily {
    UNKNOWN(0),
    INF1(1),
    TRN1(2),
    TRN1N(3),
    INF2(4),
    TRN2(5),
    TRN2N(6),
    INF2E(7),
    TRN2P(8),
    TRN2U(9),
    TRN2E(10),
    TRN2EU(11),
    TRN2AC(12),
    TRN2UAC(13),
    TRN3(14),
    TRN3PDS98(15);

    private final int code;

    InstanceFamily(int code) {
        this.code = code;
    }

    /** The C value. */
    public int code() {
        return code;
    }
}
