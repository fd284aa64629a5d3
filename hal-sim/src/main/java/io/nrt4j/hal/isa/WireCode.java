package io.nrt4j.hal.isa;

/** An enum constant with the byte that stands for it in a slot. */
public interface WireCode {
    /** The byte, 0 to 255. */
    int code();

    /** How profilers spell it; where no profile shows it, the constant's name. */
    String text();
}
