package io.nrt4j.hal.isa;

import java.util.Optional;

/** Byte 39 of {@link Opcode#NOTIFY}. Source: isa-encodings.md §4. The name of kind 2 is ours. */
public enum NotificationKind implements WireCode {
    NONE(0),
    EXPLICIT(1),
    BOUND_CHECK(2);

    private static final CodeTable<NotificationKind> CODES = CodeTable.of(values());

    private final int code;

    NotificationKind(int code) {
        this.code = code;
    }

    /** The constant of a byte, or empty for an undefined code. Allocates nothing. */
    public static Optional<NotificationKind> fromCode(int code) {
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
