package io.nrt4j.hal;

/** The kinds of firmware core, in the order in which every stepping numbers them. Source: hal.md §1.1. */
public enum FirmwareCore {
    NX_ACT(0),
    NX_DVE(1),
    NX_POOL(2),
    NX_PE(3),
    NX_SP(4),
    NX_TOPSP(5),
    Q7_POOL(6),
    Q7_CCE(7);

    private final int position;

    FirmwareCore(int position) {
        this.position = position;
    }

    /** Distance from the first id of a stepping. */
    int position() {
        return position;
    }
}
