package io.nrt4j.hal.isa;

import static io.nrt4j.hal.EngineType.ACT;
import static io.nrt4j.hal.EngineType.DVE;
import static io.nrt4j.hal.EngineType.PE;
import static io.nrt4j.hal.EngineType.POOL;
import static io.nrt4j.hal.EngineType.SP;
import static io.nrt4j.hal.isa.Generation.V2;
import static io.nrt4j.hal.isa.Generation.V3;
import static io.nrt4j.hal.isa.Generation.V4;
import static io.nrt4j.hal.isa.Generation.V5;
import static io.nrt4j.hal.isa.OpcodeClass.COMPUTE;
import static io.nrt4j.hal.isa.OpcodeClass.CONTROL;
import static io.nrt4j.hal.isa.OpcodeClass.DMA;
import static io.nrt4j.hal.isa.OpcodeClass.PSEUDO;
import static io.nrt4j.hal.isa.OpcodeClass.SENTINEL;

import io.nrt4j.hal.EngineType;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The opcodes of v2 to v5: one flat namespace whose codes never change meaning, 172 in all.
 *
 * <p>Columns: code, first and last generation, class, operand struct, engines. A row without engines belongs to
 * every sequencer. v1 has a namespace of its own, {@link TongaOpcode}.
 *
 * <p>Source: isa.md §3.
 */
public enum Opcode implements WireCode {
    LDWEIGHTS(0x01, V2, V5, COMPUTE, Layout.S3_LW, PE),
    MATMUL(0x02, V2, V5, COMPUTE, Layout.S3D3_MM, PE),
    PE_REG_WRITE(0x03, V2, V5, CONTROL, Layout.UNKNOWN, PE),
    WEIGHT_MASK(0x04, V2, V5, COMPUTE, Layout.UNKNOWN, PE),
    WEIGHT_SHIFT(0x05, V2, V5, COMPUTE, Layout.UNKNOWN, PE),
    LDTAGS(0x06, V3, V5, COMPUTE, Layout.S3_LT, PE),
    MATMUL_SPARSE(0x07, V3, V5, COMPUTE, Layout.S4D3_MM, PE),
    PE_MANAGE_SEED(0x08, V4, V5, COMPUTE, Layout.S2S1D2_PE_SEED, PE),
    LDWEIGHTS_MX(0x09, V4, V5, COMPUTE, Layout.SMX1_LW, PE),
    MATMUL_MX(0x0A, V4, V5, COMPUTE, Layout.SMX1D3_MM, PE),
    ACTIVATE(0x21, V2, V5, COMPUTE, Layout.S3D3_AC, ACT),
    ACTIVATE_QUANTIZE(0x22, V2, V5, COMPUTE, Layout.S3D3_AQ, ACT),
    ACTIVATION_TABLE_LOAD(0x23, V2, V5, CONTROL, Layout.CTRL_NO, ACT),
    ACTIVATION_READ_ACCUMULATOR(0x24, V2, V5, COMPUTE, Layout.D1_RD, ACT),
    ACTIVATE2(0x25, V4, V5, COMPUTE, Layout.S2D2_AC, ACT, DVE),
    ACTIVATE_MULTIPASS(0x26, V5, V5, COMPUTE, Layout.S1S2D2_AM, DVE),
    EXPONENTIAL(0x30, V2, V5, COMPUTE, Layout.S3D3_TS, ACT, DVE),
    TENSOR_TENSOR_ARITH_OP(0x41, V2, V5, COMPUTE, Layout.S3S3D3_TT, POOL, DVE),
    TENSOR_REDUCE_ARITH_OP(0x42, V2, V5, COMPUTE, Layout.S4D4_TR, POOL, DVE),
    TENSOR_SCALAR_ARITH_OP(0x43, V2, V5, COMPUTE, Layout.S3D3_TS, ACT, POOL, DVE),
    TENSOR_SCALAR_PTR_ARITH_OP(0x44, V2, V5, COMPUTE, Layout.S3D3_TS, POOL, DVE),
    POOLING(0x45, V2, V5, COMPUTE, Layout.S4D4_PL, POOL),
    COPY(0x46, V2, V5, COMPUTE, Layout.S4D4_TR, ACT, POOL, DVE),
    CAST(0x47, V2, V5, COMPUTE, Layout.S4D4_TR, ACT, POOL, DVE),
    RECIPROCAL(0x48, V2, V5, COMPUTE, Layout.S4D4_TR, POOL, DVE),
    MEMSET(0x49, V2, V5, COMPUTE, Layout.D4_MR, POOL, DVE),
    REG_LOAD(0x4A, V2, V5, COMPUTE, Layout.S4_RL, POOL),
    REG_STORE(0x4B, V2, V5, COMPUTE, Layout.D4_MR, POOL),
    REG_SHUFFLE(0x4C, V2, V5, COMPUTE, Layout.UNKNOWN, POOL),
    RNG(0x4D, V2, V5, COMPUTE, Layout.D4_MR, POOL, DVE),
    TENSOR_CUMULATIVE_ARITH_OP(0x4E, V2, V5, COMPUTE, Layout.S4D4_TR, DVE),
    TENSOR_SCALAR_PTR_MULTI_ARITH(0x4F, V2, V5, COMPUTE, Layout.S4D4_TSM, DVE),
    TENSOR_TENSOR_BITVEC_OP(0x51, V2, V5, COMPUTE, Layout.S3S3D3_TT, POOL, DVE),
    TENSOR_REDUCE_BITVEC_OP(0x52, V2, V5, COMPUTE, Layout.S4D4_TR, POOL, DVE),
    TENSOR_SCALAR_BITVEC_OP(0x53, V2, V5, COMPUTE, Layout.S3D3_TS, POOL, DVE),
    TENSOR_SCALAR_PTR_BITVEC_OP(0x54, V2, V5, COMPUTE, Layout.S3D3_TS, POOL, DVE),
    MAX_POOL_SELECT(0x58, V2, V5, COMPUTE, Layout.S4D4_PL, POOL),
    TENSOR_CUMULATIVE_BITVEC_OP(0x5E, V2, V5, COMPUTE, Layout.S4D4_TR, DVE),
    TENSOR_SCALAR_PTR_MULTI_BITVEC(0x5F, V2, V5, COMPUTE, Layout.S4D4_TSM, DVE),
    BATCH_NORM_STATS(0x60, V2, V5, COMPUTE, Layout.S4D2_BN, DVE),
    BATCH_NORM_STATS2(0x61, V2, V5, COMPUTE, Layout.S4D2_BN, DVE),
    BATCH_NORM_AGGREGATE(0x62, V2, V5, COMPUTE, Layout.S4D2_BN, DVE),
    BATCH_NORM_GRAD_ACCUMULATE(0x63, V2, V5, COMPUTE, Layout.UNKNOWN, DVE),
    BATCH_NORM_PARAM_LOAD(0x64, V2, V5, CONTROL, Layout.S2_BN, DVE),
    BATCH_NORM_BACK_PROP(0x65, V2, V5, COMPUTE, Layout.S3S3D3_TT, DVE),
    LOAD_PARAMETER_RAM(0x66, V2, V5, CONTROL, Layout.CTRL_IM, POOL, DVE),
    POOL_BUFFER_LOAD(0x67, V2, V5, COMPUTE, Layout.S4_PB, POOL),
    GATHER(0x68, V2, V5, COMPUTE, Layout.S4D4_GATHER, POOL),
    LOAD_MASK_SELECT(0x69, V2, V5, CONTROL, Layout.CTRL_IM, DVE),
    STREAM_SHUFFLE(0x6A, V2, V5, COMPUTE, Layout.S4D4_TR, DVE),
    STREAM_TRANSPOSE(0x6B, V2, V5, COMPUTE, Layout.S4D4_TR, DVE),
    MAX8(0x6C, V2, V5, COMPUTE, Layout.S4D2_BN, DVE),
    MATCH_VALUE_LOAD(0x6D, V2, V5, CONTROL, Layout.S2_BN, DVE),
    FIND_INDEX8(0x6E, V2, V5, COMPUTE, Layout.S4D2_BN, DVE),
    MATCH_REPLACE8(0x6F, V2, V5, COMPUTE, Layout.S4D4_MR, DVE),
    TENSOR_SCALAR_IMM_LD_ARITH(0x70, V2, V5, CONTROL, Layout.S2_BN, DVE),
    TENSOR_SCALAR_IMM_LD_BITVEC(0x71, V2, V5, CONTROL, Layout.S2_BN, DVE),
    COPY_PREDICATED(0x72, V2, V5, COMPUTE, Layout.S3S3D3_TT, DVE),
    ROI_ALIGN(0x73, V2, V5, COMPUTE, Layout.UNKNOWN, POOL),
    TENSOR_SCALAR_ADDR(0x74, V2, V5, COMPUTE, Layout.S2D2_ADDR, POOL),
    RAND(0x76, V2, V5, COMPUTE, Layout.D4_RAND, POOL, DVE),
    RAND_GET_STATE(0x77, V2, V5, COMPUTE, Layout.D4_RAND, POOL, DVE),
    RAND_SET_STATE(0x78, V2, V5, COMPUTE, Layout.S1_RAND, POOL, DVE),
    EMBEDDING_UPDATE(0x79, V2, V5, COMPUTE, Layout.UNKNOWN, POOL),
    LOAD_POOL_ARGUMENT(0x7A, V2, V5, CONTROL, Layout.CTRL_IM, POOL),
    TENSOR_DEQUANTIZE(0x7B, V2, V5, COMPUTE, Layout.S3D3_TENS_DEQUANT, POOL),
    CROSS_LANE_REDUCE_ARITH(0x7C, V2, V5, COMPUTE, Layout.S4D4_CR, POOL),
    CROSS_LANE_REDUCE_BITVEC(0x7D, V2, V5, COMPUTE, Layout.S4D4_CR, POOL),
    IOTA(0x7E, V2, V5, COMPUTE, Layout.D4_IOTA, POOL),
    DROPOUT(0x7F, V2, V5, COMPUTE, Layout.UNKNOWN, POOL, DVE),
    JPEG_DECODE(0x81, V3, V5, COMPUTE, Layout.UNKNOWN, POOL),
    TRANSPOSE_BATCH_NORM_STATS2(0x82, V2, V5, COMPUTE, Layout.S4D2_BN, DVE),
    TRANSPOSE_TENSOR_REDUCE_ARITH_OP(0x83, V2, V5, COMPUTE, Layout.S4D4_TR, DVE),
    TRANSPOSE_TENSOR_REDUCE_BITVEC_OP(0x84, V2, V5, COMPUTE, Layout.S4D4_TR, DVE),
    CUSTOM_OP_HEADER(0x85, V2, V5, COMPUTE, Layout.UNKNOWN, POOL),
    CUSTOM_OP_PAYLOAD(0x86, V2, V5, COMPUTE, Layout.UNKNOWN, POOL),
    TENSOR_SCALAR_PTR_MULTI_DUAL_ARITH(0x87, V2, V2, COMPUTE, Layout.S4D4_TSM, DVE),
    TENSOR_SCALAR_PTR_MULTI_DUAL_BITVEC(0x88, V2, V2, COMPUTE, Layout.S4D4_TSM, DVE),
    TENSOR_TENSOR_ADD_BF16(0x8A, V2, V2, COMPUTE, Layout.S3S3D3_TT, DVE),
    TENSOR_TENSOR_MULT_BF16(0x8B, V2, V2, COMPUTE, Layout.S3S3D3_TT, DVE),
    TENSOR_REDUCE_ADD_BF16(0x8C, V2, V2, COMPUTE, Layout.S4D4_TR, DVE),
    TENSOR_REDUCE_MAX_BF16(0x8D, V2, V2, COMPUTE, Layout.S4D4_TR, DVE),
    BATCH_NORM_PARAM_LOAD2(0x8E, V2, V5, CONTROL, Layout.UNKNOWN, DVE),
    TENSOR_TENSOR_SUB_BF16(0x8F, V2, V2, COMPUTE, Layout.S3S3D3_TT, DVE),
    TENSOR_SCALAR_AFFINE_SELECT(0x92, V2, V5, COMPUTE, Layout.S2D2_TS_AS, POOL, DVE),
    TRANSPOSE_TENSOR_SCALAR_ARITH_OP(0x93, V2, V5, COMPUTE, Layout.S3D3_TS, DVE),
    BATCH_NORM_GRAD_ACCUMULATE2(0x94, V2, V5, COMPUTE, Layout.UNKNOWN, DVE),
    MODIFY_POOL_CONFIG(0x95, V2, V5, CONTROL, Layout.MODIFY_POOL_CONFIG, POOL),
    SORT(0x96, V2, V5, COMPUTE, Layout.UNKNOWN, POOL),
    TENSOR_SCALAR_SELECT(0x98, V2, V5, COMPUTE, Layout.UNKNOWN, DVE),
    CAST_PREDICATED(0x99, V2, V5, COMPUTE, Layout.S3S3D3_TT, DVE),
    TENSOR_SCALAR_CACHE_REDUCE(0x9A, V2, V5, COMPUTE, Layout.S3D3_TS, DVE),
    DVE_READ_ACCUMULATOR(0x9B, V2, V5, COMPUTE, Layout.D1_RD, DVE),
    TENSOR_REDUCE_RANGE_CHECK(0x9C, V2, V5, COMPUTE, Layout.UNKNOWN, DVE),
    SCALAR_TENSOR_TENSOR_ARITH(0x9D, V2, V5, COMPUTE, Layout.S2S2D2_STT, DVE),
    SCALAR_TENSOR_TENSOR_BITVEC(0x9E, V2, V5, COMPUTE, Layout.S2S2D2_STT, DVE),
    ENGINE_NOP(0x9F, V2, V5, CONTROL, Layout.CTRL_IM),
    EVENT_SEMAPHORE(0xA0, V2, V5, CONTROL, Layout.CTRL_ES),
    HALT(0xA1, V2, V5, CONTROL, Layout.CTRL_NO),
    DRAIN(0xA2, V2, V5, CONTROL, Layout.CTRL_NO),
    INSTRUCTION_FLUSH(0xA3, V2, V5, CONTROL, Layout.CTRL_NO),
    NOP(0xA4, V2, V5, CONTROL, Layout.CTRL_NO),
    WRITE(0xA5, V2, V5, CONTROL, Layout.WRITE),
    NOTIFY(0xA6, V2, V5, CONTROL, Layout.CTRL_NO),
    MOVE(0xA7, V2, V5, CONTROL, Layout.CTRL_MV),
    ALU_OP(0xA8, V2, V5, CONTROL, Layout.CTRL_AL),
    COMPARE_BRANCH(0xA9, V2, V5, CONTROL, Layout.CTRL_BR),
    TENSOR_LOAD(0xAA, V2, V5, CONTROL, Layout.MEM_2D),
    TENSOR_STORE(0xAB, V2, V5, CONTROL, Layout.MEM_2D),
    EVENT_SEMAPHORE_RANGE_CLEAR(0xB0, V2, V5, CONTROL, Layout.CTRL_ER),
    SET_ORDERING_MODE(0xB1, V2, V5, CONTROL, Layout.CTRL_OM),
    MOVE_SHAPE(0xB2, V2, V5, CONTROL, Layout.CTRL_MS),
    POLL_SEM(0xB3, V2, V5, CONTROL, Layout.CTRL_POLL_SEM, SP),
    TEST_EVENT_SEM(0xB4, V4, V5, CONTROL, Layout.UNKNOWN),
    BRANCH_PREFETCH_HINT(0xB5, V2, V5, CONTROL, Layout.UNKNOWN),
    COMPACT_CONTROL_INST(0xB6, V5, V5, CONTROL, Layout.UNKNOWN),
    DMAMEMCPY(0xB8, V2, V5, DMA, Layout.DMA_DIRECT2D),
    DMA_MEMCPY2(0xB9, V5, V5, DMA, Layout.DMA_COPY2D),
    DMA_IMMEDIATE(0xBA, V5, V5, DMA, Layout.DMA_IMMEDIATE),
    DMA_INDIRECT(0xBB, V2, V5, DMA, Layout.DMA_INDIRECT1D),
    RANGE_SELECT(0xBC, V3, V5, COMPUTE, Layout.UNKNOWN, DVE),
    DMA_TRANSPOSE(0xBD, V3, V5, DMA, Layout.DMA_DIRECT2D_XPOSE),
    GET_SEQUENCE_BOUNDS(0xBE, V3, V5, COMPUTE, Layout.UNKNOWN, POOL),
    SB2SB_COLLECTIVE(0xBF, V3, V5, DMA, Layout.S3D3_COLLECTIVE, POOL),
    PSEUDO_DMATRIGGER(0xC1, V2, V5, PSEUDO, Layout.PSEUDO_DMA_TRIGGER),
    PSEUDO_DMAREARM(0xC2, V2, V5, PSEUDO, Layout.PSEUDO_DMA_REARM),
    PSEUDO_DMABARRIER(0xC3, V2, V5, PSEUDO, Layout.PSEUDO_DMA_BARRIER),
    PSEUDO_DMAMEMCPY_FULL_IND(0xC4, V2, V5, PSEUDO, Layout.PSEUDO_DMA_MEMCPY_FULL_IND),
    PSEUDO_SEMAPHORE_SET(0xC5, V2, V5, PSEUDO, Layout.UNKNOWN),
    PSEUDO_LOAD_ACT_FUNC_SET(0xC6, V2, V5, PSEUDO, Layout.PSEUDO_LOAD_ACT_FUNC_SET, ACT),
    PSEUDO_TRIGGER_ALL_REDUCE(0xC7, V2, V5, PSEUDO, Layout.PSEUDO_TRIGGER_ALL_REDUCE),
    PSEUDO_TRIGGER_COLLECTIVE(0xC8, V2, V5, PSEUDO, Layout.PSEUDO_TRIGGER_COLLECTIVE),
    PSEUDO_READ_VAR_ADDR(0xC9, V2, V5, PSEUDO, Layout.UNKNOWN),
    PSEUDO_EMBEDDING_UPDATE(0xCA, V2, V5, PSEUDO, Layout.PSEUDO_EMBEDDING_UPDATE, POOL),
    PSEUDO_SEND_RECV(0xCB, V2, V5, PSEUDO, Layout.PSEUDO_SEND_RECV),
    PSEUDO_BRANCH_LABEL(0xCC, V2, V5, PSEUDO, Layout.PSEUDO_BRANCH_LABEL),
    PSEUDO_TENSOR_STORE(0xCD, V2, V5, PSEUDO, Layout.PSEUDO_MEM_2D),
    PSEUDO_TENSOR_LOAD(0xCE, V2, V5, PSEUDO, Layout.PSEUDO_MEM_2D),
    PSEUDO_DMASWAP_QUEUE_SET(0xCF, V2, V5, PSEUDO, Layout.PSEUDO_DMA_SWAP_QUEUE_SET),
    PSEUDO_SET_RNG_SEED(0xD0, V2, V5, PSEUDO, Layout.UNKNOWN, DVE),
    PSEUDO_FUNCTION_BEGIN(0xD1, V2, V5, PSEUDO, Layout.PSEUDO_FUNCTION_BEGIN),
    PSEUDO_FUNCTION_RETURN(0xD2, V2, V5, PSEUDO, Layout.EVENTS_ONLY),
    PSEUDO_FUNCTION_CALL(0xD3, V2, V5, PSEUDO, Layout.PSEUDO_FUNCTION_CALL),
    PSEUDO_DMA_DIRECT2D(0xD4, V2, V5, PSEUDO, Layout.PSEUDO_DMA_DIRECT2D),
    PSEUDO_SYNC_BARRIER(0xD5, V2, V5, PSEUDO, Layout.EVENTS_ONLY),
    PSEUDO_RANGE_CHECK(0xD6, V2, V5, PSEUDO, Layout.PSEUDO_RANGE_CHECK, POOL),
    PSEUDO_JPEG_DECODE(0xD7, V3, V5, PSEUDO, Layout.UNKNOWN, POOL),
    PSEUDO_CORE_BARRIER(0xD8, V2, V5, PSEUDO, Layout.PSEUDO_CORE_BARRIER),
    PSEUDO_TRIGGER_COLLECTIVE2(0xD9, V2, V5, PSEUDO, Layout.PSEUDO_TRIGGER_COLLECTIVE2),
    PSEUDO_EXTENSION(0xDA, V2, V5, PSEUDO, Layout.PSEUDO_EXTENSION),
    PSEUDO_CUR_PROCESSING_RANK_ID(0xDB, V2, V5, PSEUDO, Layout.PSEUDO_CUR_PROCESSING_RANK_ID),
    PSEUDO_GID_LOAD(0xDC, V2, V5, PSEUDO, Layout.UNKNOWN),
    PSEUDO_BRANCH_PREFETCH_HINT(0xDD, V2, V5, PSEUDO, Layout.UNKNOWN),
    PSEUDO_TENSOR_COMPLETION(0xDE, V2, V5, PSEUDO, Layout.UNKNOWN),
    PSEUDO_INST(0xDF, V2, V5, PSEUDO, Layout.PSEUDO_INST),
    SPARSITY_COMPRESS(0xE0, V4, V5, COMPUTE, Layout.UNKNOWN, DVE),
    SPARSITY_COMPRESS_TAG(0xE1, V4, V5, COMPUTE, Layout.UNKNOWN, DVE),
    RAND2(0xE2, V4, V5, COMPUTE, Layout.D3_RAND, DVE),
    QUANTIZE_MX(0xE3, V4, V5, COMPUTE, Layout.S3DMX1_QUANT, DVE),
    CONV_LUT_LOAD(0xE4, V3, V5, CONTROL, Layout.S2_CONVLUT, PE),
    TENSOR_TENSOR_SCAN_ARITH(0xE5, V2, V5, COMPUTE, Layout.S2S2D2_STT, DVE),
    TENSOR_SCALAR_CACHE_CUMULATIVE(0xE6, V2, V5, COMPUTE, Layout.S3D3_TS, DVE),
    INDIRECT_COPY(0xE7, V2, V5, COMPUTE, Layout.UNKNOWN, POOL),
    COPY_PREDICATED_SCALAR(0xE8, V2, V5, COMPUTE, Layout.S3D3_CP_PRED_SCALAR, DVE),
    DVE_READ_INDICES(0xE9, V3, V5, COMPUTE, Layout.D4_MR, DVE),
    SELECT_REDUCE(0xEA, V2, V5, COMPUTE, Layout.S2S2D2_STT, DVE),
    EXTENDED_INST(0xF0, V2, V5, COMPUTE, Layout.EXTENDED, POOL),
    DMA_GATHER_TRANSPOSE(0xF1, V3, V5, DMA, Layout.DMA_GATHER_XPOSE, POOL),
    NONZERO_WITH_COUNT(0xF2, V3, V5, COMPUTE, Layout.S3D3_NONZERO_WITH_COUNT, POOL),
    TENSOR_TENSOR_INT_WIDE(0xF3, V5, V5, COMPUTE, Layout.UNKNOWN, DVE),
    TENSOR_SCALAR_INT_WIDE(0xF4, V5, V5, COMPUTE, Layout.S2D2D2_TS_WIDE, DVE),
    INVALID(0xFF, V2, V5, SENTINEL, Layout.UNKNOWN);

    private static final CodeTable<Opcode> CODES = CodeTable.of(values());

    private final int code;
    private final Generation first;
    private final Generation last;
    private final OpcodeClass opcodeClass;
    private final Layout layout;
    private final int engineBits;

    Opcode(int code, Generation first, Generation last, OpcodeClass opcodeClass, Layout layout, EngineType... engines) {
        this.code = code;
        this.first = first;
        this.last = last;
        this.opcodeClass = opcodeClass;
        this.layout = layout;
        this.engineBits = bitsOf(opcodeClass, engines);
    }

    private static int bitsOf(OpcodeClass opcodeClass, EngineType... engines) {
        if (opcodeClass == SENTINEL) {
            return 0;
        }
        EngineType[] accepting = engines.length == 0 ? EngineType.values() : engines;
        return Arrays.stream(accepting).mapToInt(e -> 1 << e.code()).sum();
    }

    /** The opcode of slot byte 0, or empty for a code that no generation defines. Allocates nothing. */
    public static Optional<Opcode> fromCode(int code) {
        return CODES.find(code);
    }

    /** Slot byte 0. */
    @Override
    public int code() {
        return code;
    }

    public OpcodeClass opcodeClass() {
        return opcodeClass;
    }

    /** The layout of slot bytes 12 to 63 (1 to 63 for {@link #PSEUDO_EXTENSION}). */
    public Layout layout() {
        return layout;
    }

    /** Whether an engine's sequencer accepts the code. */
    public boolean isAcceptedBy(EngineType engine) {
        return (engineBits & 1 << engine.code()) != 0;
    }

    /** The engines whose sequencer accepts the code, in the order of {@link EngineType}. */
    public List<EngineType> engines() {
        return Arrays.stream(EngineType.values()).filter(this::isAcceptedBy).toList();
    }

    /** Whether a generation has the code. Never true for {@link Generation#V1}. */
    public boolean existsIn(Generation generation) {
        return generation.isBetween(first, last);
    }

    /** Whether the loader replaces or removes it (top three bits 110). */
    public boolean isPseudo() {
        return opcodeClass == PSEUDO;
    }

    /**
     * The name that a profiler prints for the code.
     *
     * <p>Known for the codes of isa.md §10 and hw-profiles.md; the catalogue's name stands in for all others.
     */
    @Override
    public String text() {
        return switch (this) {
            case ACTIVATION_TABLE_LOAD -> "ACT_TABLE_LOAD";
            case POOLING -> "POOL";
            case TENSOR_TENSOR_ARITH_OP -> "TENSOR_TENSOR";
            case TENSOR_REDUCE_ARITH_OP -> "TENSOR_REDUCE";
            case TENSOR_SCALAR_ARITH_OP -> "TENSOR_SCALAR";
            case DMAMEMCPY, PSEUDO_DMA_DIRECT2D -> "DMA_DIRECT2D";
            default -> name();
        };
    }
}
