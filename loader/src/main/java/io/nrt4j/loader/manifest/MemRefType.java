package io.nrt4j.loader.manifest;

import java.util.Arrays;
import java.util.Optional;

/** {@code kbin_mr_type}: the twelve kinds of variable. Source: memory.md §1.1. */
public enum MemRefType {
    MR_INVALID(0, ""),
    MR_SB(1, "state-buffer"),
    /** Made by the runtime, never by a manifest. */
    MR_BUFFER_STAGED(2, ""),
    MR_BUFFER(3, "file"),
    MR_TMP_BUF(4, "tmp-buf"),
    MR_INPUT(5, "input"),
    MR_OUTPUT(6, "output"),
    MR_PTR(7, "pointer"),
    MR_VIRTUAL_TMP_BUF(8, "virtual"),
    MR_LIST(9, "list"),
    MR_PTR_TABLE(10, "dge-table"),
    MR_REMOTE(11, "remote");

    private final int code;
    private final String text;

    MemRefType(int code, String text) {
        this.code = code;
        this.text = text;
    }

    /** The number in the runtime's records. */
    public int code() {
        return code;
    }

    /** The {@code type} text of {@code def.json}; empty for the kinds no manifest makes. */
    public String text() {
        return text;
    }

    /** The kind of a {@code type} text, or empty for a text the runtime refuses. */
    public static Optional<MemRefType> fromText(String text) {
        return Arrays.stream(values())
                .filter(t -> !t.text.isEmpty() && t.text.equals(text))
                .findFirst();
    }
}
