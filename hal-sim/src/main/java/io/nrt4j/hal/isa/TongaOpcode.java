package io.nrt4j.hal.isa;

import java.util.Optional;

/**
 * The opcodes of v1 that are known: those whose meaning differs from v2 and those that real programs use.
 *
 * <p>A code packs the engine's number into its top three bits: PE 0, ACT 1, POOL 2, all 3, runtime 6, simulator 7.
 * Source: isa-encodings.md §7.1; dialects.md §7 for the compute codes, whose names are those of v2.
 */
public enum TongaOpcode implements WireCode {
    LDWEIGHTS(0x01, TongaOperands.LoadWeights.class),
    MATMUL(0x02, TongaOperands.MatMul.class),
    ACTIVATE(0x21, TongaOperands.Activate.class),
    TENSOR_TENSOR(0x41, TongaOperands.TensorTensor.class),
    TENSOR_REDUCE(0x42, TongaOperands.TensorReduce.class),
    TENSOR_SCALAR(0x43, TongaOperands.TensorScalar.class),
    TENSOR_SCALAR_PTR(0x44, TongaOperands.TensorScalar.class),
    POOL(0x45, Operands.Opaque.class),
    COPY(0x46, TongaOperands.Copy.class),
    CAST(0x47, TongaOperands.Copy.class),
    RECIPROCAL(0x48, TongaOperands.Copy.class),
    MEMSET(0x49, TongaOperands.Memset.class),
    REG_LOAD(0x4A, TongaOperands.RegisterTransfer.class),
    REG_STORE(0x4B, TongaOperands.RegisterTransfer.class),
    REG_SHUFFLE(0x4C, TongaOperands.RegisterShuffle.class),
    EVENT_WAIT(0x61, Operands.Opaque.class),
    EVENT_SET(0x62, Operands.Opaque.class),
    EVENT_CLEAR(0x63, Operands.Opaque.class),
    SEMAPHORE_TEST_AND_SET(0x65, TongaOperands.SemaphoreTestAndSet.class),
    NOP(0x68, TongaOperands.NumberAndComment.class),
    WRITE(0x69, Operands.Opaque.class),
    NOTIFY(0x6A, Operands.Opaque.class),
    DMA_TRIGGER(0xC1, TongaOperands.DmaTrigger.class),
    DMA_REARM(0xC2, Operands.Opaque.class),
    DMA_BARRIER(0xC3, Operands.Opaque.class),
    DMA_MEMCPY(0xC4, Operands.Opaque.class),
    SEMAPHORE_SET(0xC5, Operands.Opaque.class),
    LOAD_ACT_FUNC_SET(0xC6, TongaOperands.LoadActFuncSet.class),
    SET_TRANSFER_ADJUST(0xC7, TongaOperands.NumberAndComment.class),
    READ_VAR_ADDR(0xC8, Operands.Opaque.class),
    SIMULATOR_EB(0xEB, Operands.Opaque.class),
    SIMULATOR_EC(0xEC, Operands.Opaque.class),
    SIMULATOR_ED(0xED, Operands.Opaque.class),
    SIMULATOR_EE(0xEE, Operands.Opaque.class),
    SIMULATOR_EF(0xEF, Operands.Opaque.class);

    private static final CodeTable<TongaOpcode> CODES = CodeTable.of(values());
    private static final int ENGINE_SHIFT = 5;
    private static final int FIRST_OF_RUNTIME = 6;

    private final int code;
    private final Class<? extends Operands> record;

    @SuppressWarnings("ImmutableEnumChecker") // immutable, though it holds arrays
    private final OperandCodec codec;

    TongaOpcode(int code, Class<? extends Operands> record) {
        this.code = code;
        this.record = record;
        this.codec = OperandCodec.of(record, Generation.V1);
    }

    /** The opcode of slot byte 0, or empty for an unknown code. Allocates nothing. */
    public static Optional<TongaOpcode> fromCode(int code) {
        return CODES.find(code);
    }

    @Override
    public int code() {
        return code;
    }

    /** The operand record; {@link Operands.Opaque} where the layout is not known. */
    public Class<? extends Operands> record() {
        return record;
    }

    OperandCodec codec() {
        return codec;
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
