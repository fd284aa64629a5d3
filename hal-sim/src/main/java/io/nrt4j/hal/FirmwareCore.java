package io.nrt4j.hal;

/** The kinds of firmware core, in the order in which every stepping numbers them. Source: hal.md §1.1. */
public enum FirmwareCore {
    NX_ACT,
    NX_DVE,
    NX_POOL,
    NX_PE,
    NX_SP,
    NX_TOPSP,
    Q7_POOL,
    Q7_CCE
}
