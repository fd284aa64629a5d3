package io.nrt4j.hal.isa;

import java.util.Optional;

/** Bits 1:0 of the debug byte, slot byte 2. Source: isa.md §1.1. */
public enum TraceMode implements WireCode {
    OFF(0),
    START(1),
    END(2),
    BOTH(3);

    private static final CodeTable<TraceMode> CODES = CodeTable.of(values());

    private final int code;

    TraceMode(int code) {
        this.code = code;
    }

    /** The constant of a byte, or empty for an undefined code. Allocates nothing. */
    public static Optional<TraceMode> fromCode(int code) {
        return CODES.find(code);
    }

    @Override
    public int code() {
        return code;
    }

    @Override
    public String text() {
        return name();
    }
}
