package io.nrt4j.loader.json;

/** The types of values; integers are told apart as simdjson does. */
public enum JsonType {
    OBJECT,
    ARRAY,
    STRING,
    /** An integer literal that fits 64 bits with sign. */
    INT64,
    /** An integer literal above 2^63-1. */
    UINT64,
    /** A literal with a fraction or an exponent. */
    DOUBLE,
    TRUE,
    FALSE,
    NULL
}
