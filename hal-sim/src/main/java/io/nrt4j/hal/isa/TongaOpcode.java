package io.nrt4j.hal.isa;

import java.util.Optional;

/**
 * The opcodes of v1 that are known: those whose meaning differs from v2 and those that real programs use.
 *
 * <p>A code packs the engine's number into its top three bits: PE 0, ACT 1, POOL 2, all 3, runtime 6, simulator 7.
 * Source: isa-encodings.md §7.1; dialects.md §7 for the compute codes, whose names are those of v2.
 */
public enum TongaOpcode implements WireCode {
    LDWEIGHTS(0x01),
    MATMUL(0x02),
    ACTIVATE(0x21),
    TENSOR_TENSOR(0x41),
    TENSOR_REDUCE(0x42),
    TENSOR_SCALAR(0x43),
    TENSOR_SCALAR_PTR(0x44),
    POOL(0x45),
    COPY(0x46),
    CAST(0x47),
    RECIPROCAL(0x48),
    MEMSET(0x49),
    REG_LOAD(0x4A),
    REG_STORE(0x4B),
    REG_SHUFFLE(0x4C),
    EVENT_WAIT(0x61),
    EVENT_SET(0x62),
    EVENT_CLEAR(0x63),
    SEMAPHORE_TEST_AND_SET(0x65),
    NOP(0x68),
    WRITE(0x69),
    NOTIFY(0x6A),
    DMA_TRIGGER(0xC1),
    DMA_REARM(0xC2),
    DMA_BARRIER(0xC3),
    DMA_MEMCPY(0xC4),
    SEMAPHORE_SET(0xC5),
    LOAD_ACT_FUNC_SET(0xC6),
    SET_TRANSFER_ADJUST(0xC7),
    READ_VAR_ADDR(0xC8),
    SIMULATOR_EB(0xEB),
    SIMULATOR_EC(0xEC),
    SIMULATOR_ED(0xED),
    SIMULATOR_EE(0xEE),
    SIMULATOR_EF(0xEF);

    private static final CodeTable<TongaOpcode> CODES = CodeTable.of(values());
    private static final int ENGINE_SHIFT = 5;
    private static final int FIRST_OF_RUNTIME = 6;

    private final int code;

    TongaOpcode(int code) {
        this.code = code;
    }

    /** The opcode of slot byte 0, or empty for an unknown code. Allocates nothing. */
    public static Optional<TongaOpcode> fromCode(int code) {
        return CODES.find(code);
    }

    @Override
    public int code() {
        return code;
    }

    /** Whether the loader replaces it. */
    public boolean isPseudo() {
        return code >>> ENGINE_SHIFT == FIRST_OF_RUNTIME;
    }

    @Override
    public String text() {
        return name();
    }
}
