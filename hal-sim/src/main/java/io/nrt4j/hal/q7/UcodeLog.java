package io.nrt4j.hal.q7;

/** Where the provider's lines go; it has levels of its own. Source: q7.md §3.9. */
@FunctionalInterface
public interface UcodeLog {
    /** The level of failures. */
    int ERROR = 1;

    /** The level of the coming and going of objects. */
    int INFO = 4;

    void log(int level, String message);
}
