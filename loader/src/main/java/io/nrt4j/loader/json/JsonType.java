package io.nrt4j.loader.json;

/** The types of values; integers are told apart as simdjson does. */
public enum JsonType {
    OBJECT(0),
    ARRAY(1),
    STRING(2),
    /** An integer literal that fits 64 bits with sign. */
    INT64(3),
    /** An integer literal above 2^63-1. */
    UINT64(4),
    /** A literal with a fraction or an exponent. */
    DOUBLE(5),
    TRUE(6),
    FALSE(7),
    NULL(8);

    private static final JsonType[] BY_TAG = values();

    private final int tag;

    JsonType(int tag) {
        this.tag = tag;
    }

    /** The number that stands for this type on the tape. */
    int tag() {
        return tag;
    }

    static JsonType ofTag(int tag) {
        return BY_TAG[tag];
    }
}
