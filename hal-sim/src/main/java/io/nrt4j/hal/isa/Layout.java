package io.nrt4j.hal.isa;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The operand layouts, by the names of the compiler's headers where it has one, with the record that holds each.
 *
 * <p>The name tells the operands of a compute layout: {@code S3D3} is one source and one destination of three
 * dimensions each. Layouts that only their name is known of hold {@link Operands.Opaque}. Source: isa.md §3,
 * isa-encodings.md §1-5.
 */
public enum Layout {
    S3_LW(PeOperands.LoadWeights.class, PeOperands.LoadWeightsV5.class),
    S3D3_MM(PeOperands.MatMul.class, PeOperands.MatMulV5.class),
    S3_LT(PeOperands.LoadTags.class),
    S4D3_MM(PeOperands.SparseMatMul.class),
    S2S1D2_PE_SEED(PeOperands.ManageSeed.class),
    SMX1_LW(PeOperands.LoadWeightsMx.class),
    SMX1D3_MM(PeOperands.MatMulMx.class),
    S3D3_AC(ActOperands.Activate.class),
    S3D3_AQ(ActOperands.ActivateQuantize.class),
    CTRL_NO(ControlOperands.Plain.class),
    D1_RD(ActOperands.ReadAccumulator.class),
    S2D2_AC(ActOperands.Activate2.class),
    S1S2D2_AM(ActOperands.ActivateMultipass.class),
    S3D3_TS(VectorOperands.TensorScalar.class),
    S3S3D3_TT(VectorOperands.TensorTensor.class),
    S4D4_TR(VectorOperands.TensorReduce.class),
    S4D4_PL(Operands.Opaque.class),
    D4_MR(VectorOperands.Memset.class),
    S4_RL(Operands.Opaque.class),
    S4D4_TSM(Operands.Opaque.class),
    S4D2_BN(VectorOperands.BatchNorm.class),
    S2_BN(VectorOperands.ParameterLoad.class),
    CTRL_IM(PoolOperands.ImmediateBlock.class),
    S4_PB(PoolOperands.PoolBufferLoad.class),
    S4D4_GATHER(PoolOperands.Gather.class),
    S4D4_MR(VectorOperands.MatchReplace.class),
    S2D2_ADDR(PoolOperands.TensorScalarAddress.class),
    D4_RAND(VectorOperands.RandomState.class),
    S1_RAND(VectorOperands.RandomState.class),
    S3D3_TENS_DEQUANT(Operands.Opaque.class),
    S4D4_CR(Operands.Opaque.class),
    D4_IOTA(PoolOperands.Iota.class),
    S2D2_TS_AS(Operands.Opaque.class),
    MODIFY_POOL_CONFIG(PoolOperands.ModifyPoolConfig.class),
    S2S2D2_STT(VectorOperands.ScalarTensorTensor.class),
    CTRL_ES(ControlOperands.EventSemaphore.class),
    WRITE(ControlOperands.Write.class),
    CTRL_MV(ControlOperands.Move.class),
    CTRL_AL(ControlOperands.AluRegister.class),
    CTRL_BR(ControlOperands.CompareBranch.class),
    MEM_2D(ControlOperands.Memory2d.class),
    CTRL_ER(ControlOperands.RangeClear.class),
    CTRL_OM(ControlOperands.SetOrderingMode.class),
    CTRL_MS(Operands.Opaque.class),
    CTRL_POLL_SEM(ControlOperands.PollSemaphores.class),
    DMA_DIRECT2D(DmaOperands.Direct2d.class),
    DMA_COPY2D(DmaOperands.Copy2d.class),
    DMA_IMMEDIATE(DmaOperands.Immediate.class),
    DMA_INDIRECT1D(DmaOperands.Indirect1d.class),
    DMA_DIRECT2D_XPOSE(DmaOperands.Transpose2d.class),
    S3D3_COLLECTIVE(PoolOperands.SbufCollective.class),
    PSEUDO_DMA_TRIGGER(PseudoOperands.DmaTrigger.class),
    PSEUDO_DMA_REARM(PseudoOperands.DmaRearm.class),
    PSEUDO_DMA_BARRIER(PseudoOperands.DmaBarrier.class),
    PSEUDO_DMA_MEMCPY_FULL_IND(DmaOperands.MemcpyFullIndirect.class),
    PSEUDO_LOAD_ACT_FUNC_SET(PseudoOperands.LoadActFuncSet.class),
    PSEUDO_TRIGGER_ALL_REDUCE(PseudoOperands.TriggerAllReduce.class),
    PSEUDO_TRIGGER_COLLECTIVE(PseudoOperands.TriggerCollective.class),
    PSEUDO_EMBEDDING_UPDATE(PseudoOperands.EmbeddingUpdate.class),
    PSEUDO_SEND_RECV(PseudoOperands.SendReceive.class),
    PSEUDO_BRANCH_LABEL(PseudoOperands.BranchLabel.class),
    PSEUDO_MEM_2D(PseudoOperands.PseudoMemory2d.class),
    PSEUDO_DMA_SWAP_QUEUE_SET(PseudoOperands.SwapQueueSet.class),
    PSEUDO_FUNCTION_BEGIN(PseudoOperands.FunctionBegin.class),
    EVENTS_ONLY(ControlOperands.EventsOnly.class),
    PSEUDO_FUNCTION_CALL(PseudoOperands.FunctionCall.class),
    PSEUDO_DMA_DIRECT2D(DmaOperands.Direct2d.class),
    PSEUDO_RANGE_CHECK(PseudoOperands.RangeCheck.class),
    PSEUDO_CORE_BARRIER(PseudoOperands.CoreBarrier.class),
    PSEUDO_TRIGGER_COLLECTIVE2(PseudoOperands.TriggerCollective2.class),
    PSEUDO_EXTENSION(PseudoOperands.Extension.class),
    PSEUDO_CUR_PROCESSING_RANK_ID(PseudoOperands.CurrentRankId.class),
    PSEUDO_INST(PseudoOperands.Exit.class),
    D3_RAND(VectorOperands.Rand2.class),
    S3DMX1_QUANT(Operands.Opaque.class),
    S2_CONVLUT(Operands.Opaque.class),
    S3D3_CP_PRED_SCALAR(VectorOperands.CopyPredicatedScalar.class),
    EXTENDED(PoolOperands.Extended.class),
    DMA_GATHER_XPOSE(Operands.Opaque.class),
    S3D3_NONZERO_WITH_COUNT(Operands.Opaque.class),
    S2D2D2_TS_WIDE(Operands.Opaque.class),
    /** A layout without a name. */
    UNKNOWN(Operands.Opaque.class);

    /**
     * Made when first asked for: all of them would take longer than most programs that need a few. A map is never
     * changed, a codec that is new goes into a copy.
     */
    @SuppressWarnings("ImmutableEnumChecker") // a codec never changes, and the maps are never handed out
    private volatile Map<Generation, OperandCodec> codecs = new EnumMap<>(Generation.class);

    private final Class<? extends Operands> record;
    private final Class<? extends Operands> recordOfV5;

    Layout(Class<? extends Operands> record) {
        this(record, record);
    }

    Layout(Class<? extends Operands> record, Class<? extends Operands> recordOfV5) {
        this.record = record;
        this.recordOfV5 = recordOfV5;
    }

    /** The operand record of a generation. */
    public Class<? extends Operands> record(Generation generation) {
        return generation == Generation.V5 ? recordOfV5 : record;
    }

    /** The fields of the layout on a generation, in the order of the record's components. */
    public List<Field> fields(Generation generation) {
        return codec(generation).fields();
    }

    /** Whether the bytes of the layout have no meaning to us. */
    public boolean isOpaque() {
        return record == Operands.Opaque.class;
    }

    OperandCodec codec(Generation generation) {
        OperandCodec known = codecs.get(generation);
        return known != null ? known : made(generation);
    }

    private synchronized OperandCodec made(Generation generation) {
        Map<Generation, OperandCodec> more = new EnumMap<>(codecs);
        OperandCodec codec = more.computeIfAbsent(generation, g -> OperandCodec.of(record(g), g));
        codecs = more;
        return codec;
    }
}
