package io.nrt4j.hal.memory;

/** A model that acts on the registers of a block, in place of the plain {@link RegisterFile}. */
public interface RegisterHandler {
    /** Reads the word at {@code offset} bytes into the block of {@code location}. */
    int read(Location location);

    /** Writes a word. */
    void write(Location location, int value);
}
