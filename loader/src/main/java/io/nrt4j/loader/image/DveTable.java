package io.nrt4j.loader.image;

/** The tables of the vector engine, in the order of hal.md §3.4. */
enum DveTable {
    DATAPATH,
    CONTROL_FAST,
    CONTROL_SLOW,
    OPCODE,
    PARAMETERS
}
