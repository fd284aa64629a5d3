package io.nrt4j.hal.isa;

import java.util.Optional;

/** Instructions of the v1 synchronisation sequencer, seven bits each. Source: isa-encodings.md §7.2. */
public enum TongaSpOpcode implements WireCode {
    WRITE8_IND(0x04),
    WRITE32_IND(0x05),
    WRITE8_DIR(0x08),
    NOTIFY_HALT(0x10),
    WAIT_CYCLES(0x20),
    WAIT_EVENT_SET(0x24),
    WAIT_EVENT_SET_M(0x25),
    BRANCH_U(0x30),
    BRANCH_C_EVENT_SET(0x34),
    BRANCH_C_CNTR_Z(0x38),
    BRANCH_C_CNTR_NZ(0x39),
    SET_CNTR(0x40),
    DECR_CNTR(0x41),
    CLR_ALL_EVENTS(0x50),
    CLR_EVENT(0x51),
    SET_AR(0x60);

    private static final CodeTable<TongaSpOpcode> CODES = CodeTable.of(values());

    private final int code;

    TongaSpOpcode(int code) {
        this.code = code;
    }

    /** The instruction of a code, or empty for an undefined one. Allocates nothing. */
    public static Optional<TongaSpOpcode> fromCode(int code) {
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
