package io.nrt4j.hal.isa;

import java.util.Locale;
import java.util.Optional;

/** The mode of {@link Opcode#SET_ORDERING_MODE}. Source: isa.md §4.5. */
public enum OrderingMode implements WireCode {
    RELAXED(0),
    STRICT(1);

    private static final CodeTable<OrderingMode> CODES = CodeTable.of(values());

    private final int code;

    OrderingMode(int code) {
        this.code = code;
    }

    /** The constant of a byte, or empty for an undefined code. Allocates nothing. */
    public static Optional<OrderingMode> fromCode(int code) {
        return CODES.find(code);
    }

    @Override
    public int code() {
        return code;
    }

    @Override
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
