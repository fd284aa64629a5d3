package io.nrt4j.loader.json;

/** The error numbers of simdjson 0.9 that a document can cause. Source: container.md §12.2. */
public enum SimdjsonError {
    /** More bytes than the parser's maximum. */
    CAPACITY(1),
    /** No memory for the parsed document. */
    MEMALLOC(2),
    /** Malformed structure. */
    TAPE_ERROR(3),
    /** Nested too deeply. */
    DEPTH_ERROR(4),
    /** Bad escape in a string. */
    STRING_ERROR(5),
    /** A value that begins with t and is not true. */
    T_ATOM_ERROR(6),
    /** A value that begins with f and is not false. */
    F_ATOM_ERROR(7),
    /** A value that begins with n and is not null. */
    N_ATOM_ERROR(8),
    /** A malformed number, or one outside its range. */
    NUMBER_ERROR(9),
    /** Not UTF-8. */
    UTF8_ERROR(10),
    /** Nothing but white space. */
    EMPTY(12),
    /** A control character in a string. */
    UNESCAPED_CHARS(13),
    /** A string without its closing quote. */
    UNCLOSED_STRING(14);

    private final int code;

    SimdjsonError(int code) {
        this.code = code;
    }

    /** The number in the log line. */
    public int code() {
        return code;
    }
}
