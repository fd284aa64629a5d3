package io.nrt4j.loader.image;

/** The tables of the vector engine, in the order of hal.md §3.4. */
enum DveTable {
    DATAPATH(0),
    CONTROL_FAST(1),
    CONTROL_SLOW(2),
    OPCODE(3),
    PARAMETERS(4);

    private final int index;

    DveTable(int index) {
        this.index = index;
    }

    /** Position in the order in which the tables are placed. */
    int index() {
        return index;
    }
}
