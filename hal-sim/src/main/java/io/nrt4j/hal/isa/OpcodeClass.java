package io.nrt4j.hal.isa;

/** What carries an instruction out. Source: isa.md §3. */
public enum OpcodeClass {
    /** The datapath of the engine. */
    COMPUTE,
    /** The sequencer in front of the engine. */
    CONTROL,
    /** Descriptor generation. */
    DMA,
    /** Nobody: the loader replaces or removes it. */
    PSEUDO,
    /** Never issued. */
    SENTINEL
}
