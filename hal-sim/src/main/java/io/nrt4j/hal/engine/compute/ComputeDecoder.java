package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.matrix.TileKernel;
import io.nrt4j.hal.engine.numeric.ElementCodecs;
import io.nrt4j.hal.engine.operand.OnChipMemories;
import io.nrt4j.hal.engine.sequencer.Operation;
import io.nrt4j.hal.isa.ActOperands;
import io.nrt4j.hal.isa.AluOp;
import io.nrt4j.hal.isa.ControlOperands;
import io.nrt4j.hal.isa.Instruction;
import io.nrt4j.hal.isa.PeOperands;
import io.nrt4j.hal.isa.PoolOperands;
import io.nrt4j.hal.isa.VectorOperands;
import java.util.Optional;

/** Makes the operations of one core's compute instructions; holds what its engines keep between two of them. */
public final class ComputeDecoder {
    private final OperandBinder binder;

    /**
     * The compute engines of a core.
     *
     * @param memories what their operands address
     * @param codecs element types
     * @param kernel the matrix engine's product
     * @param tables the activation tables of the program
     * @param reportsNan whether a result that is no number is reported to the host
     */
    public ComputeDecoder(
            OnChipMemories memories,
            ElementCodecs codecs,
            TileKernel kernel,
            ActivationTables tables,
            boolean reportsNan) {
        int partitions = memories.stateBuffer().partitions();
        this.binder = new OperandBinder(memories, CoreUnits.create(codecs, kernel, tables, partitions, reportsNan));
    }

    /** The operation of an instruction, or empty for one that is not known here. */
    public Optional<Operation> decode(Instruction instruction) {
        return Optional.ofNullable(
                switch (instruction.opcode()) {
                    case LDWEIGHTS -> LoadWeights.of(operands(instruction, PeOperands.LoadWeights.class), binder);
                    case MATMUL -> multiply(operands(instruction, PeOperands.MatMul.class));
                    case ACTIVATE -> Activate.of(operands(instruction, ActOperands.Activate.class), binder);
                    case ACTIVATION_TABLE_LOAD ->
                        tableLoad(operands(instruction, ControlOperands.Plain.class)
                                .tableSelect());
                    case ACTIVATE_QUANTIZE ->
                        ActivateQuantize.of(operands(instruction, ActOperands.ActivateQuantize.class), binder);
                    case ACTIVATION_READ_ACCUMULATOR ->
                        ReadAccumulator.ofActivationEngine(
                                operands(instruction, ActOperands.ReadAccumulator.class), binder);
                    case DVE_READ_ACCUMULATOR ->
                        ReadAccumulator.ofVectorEngine(
                                operands(instruction, ActOperands.ReadAccumulator.class), binder);
                    case TENSOR_TENSOR_ARITH_OP -> tensorTensor(instruction, false);
                    case TENSOR_TENSOR_BITVEC_OP -> tensorTensor(instruction, true);
                    case TENSOR_TENSOR_ADD_BF16 -> tensorTensor(instruction, AluOp.ADD);
                    case TENSOR_TENSOR_MULT_BF16 -> tensorTensor(instruction, AluOp.MULTIPLY);
                    case TENSOR_TENSOR_SUB_BF16 -> tensorTensor(instruction, AluOp.SUBTRACT);
                    case TENSOR_REDUCE_ADD_BF16 -> TensorReduce.of(tensorReduce(instruction), AluOp.ADD, false, binder);
                    case TENSOR_REDUCE_MAX_BF16 -> TensorReduce.of(tensorReduce(instruction), AluOp.MAX, false, binder);
                    case TENSOR_CUMULATIVE_ARITH_OP -> TensorCumulative.of(tensorReduce(instruction), false, binder);
                    case TENSOR_CUMULATIVE_BITVEC_OP -> TensorCumulative.of(tensorReduce(instruction), true, binder);
                    case TENSOR_REDUCE_ARITH_OP -> TensorReduce.of(tensorReduce(instruction), false, binder);
                    case TENSOR_REDUCE_BITVEC_OP -> TensorReduce.of(tensorReduce(instruction), true, binder);
                    case TENSOR_SCALAR_ARITH_OP, TENSOR_SCALAR_PTR_ARITH_OP, TRANSPOSE_TENSOR_SCALAR_ARITH_OP ->
                        TensorScalar.of(instruction.opcode(), tensorScalar(instruction), binder);
                    case TENSOR_SCALAR_BITVEC_OP -> TensorScalarBits.of(tensorScalar(instruction), true, false, binder);
                    case TENSOR_SCALAR_PTR_BITVEC_OP ->
                        TensorScalarBits.of(tensorScalar(instruction), true, true, binder);
                    case TENSOR_SCALAR_CACHE_REDUCE -> TensorScalarCache.of(tensorScalar(instruction), false, binder);
                    case TENSOR_SCALAR_CACHE_CUMULATIVE ->
                        TensorScalarCache.of(tensorScalar(instruction), true, binder);
                    case COPY, CAST, RECIPROCAL -> Convert.of(instruction.opcode(), tensorReduce(instruction), binder);
                    case MEMSET -> Memset.of(operands(instruction, VectorOperands.Memset.class), false, binder);
                    case RNG -> Memset.of(operands(instruction, VectorOperands.Memset.class), true, binder);
                    case BATCH_NORM_STATS2 -> BatchNormStats.of(batchNorm(instruction), binder);
                    case BATCH_NORM_AGGREGATE -> BatchNormAggregate.of(batchNorm(instruction), binder);
                    case LOAD_MASK_SELECT ->
                        VectorState.LoadMask.of(operands(instruction, PoolOperands.ImmediateBlock.class), binder);
                    case STREAM_SHUFFLE -> StreamShuffle.of(tensorReduce(instruction), binder);
                    case STREAM_TRANSPOSE -> StreamTranspose.of(tensorReduce(instruction), binder);
                    case MAX8 -> Max8.of(batchNorm(instruction), binder);
                    case MATCH_VALUE_LOAD ->
                        VectorState.LoadMatchValues.of(
                                operands(instruction, VectorOperands.ParameterLoad.class), binder);
                    case FIND_INDEX8 -> MatchValues.FindIndex.of(batchNorm(instruction), binder);
                    case MATCH_REPLACE8 ->
                        MatchValues.Replace.of(operands(instruction, VectorOperands.MatchReplace.class), binder);
                    case COPY_PREDICATED, CAST_PREDICATED ->
                        CopyPredicated.of(operands(instruction, VectorOperands.TensorTensor.class), binder);
                    case COPY_PREDICATED_SCALAR ->
                        CopyPredicatedScalar.of(
                                operands(instruction, VectorOperands.CopyPredicatedScalar.class), binder);
                    case TENSOR_TENSOR_SCAN_ARITH -> scan(instruction, true);
                    case SCALAR_TENSOR_TENSOR_ARITH -> scan(instruction, false);
                    case SCALAR_TENSOR_TENSOR_BITVEC ->
                        ScalarTensorTensorBits.of(
                                operands(instruction, VectorOperands.ScalarTensorTensor.class), binder);
                    case POOL_BUFFER_LOAD ->
                        Gather.LoadBuffer.of(operands(instruction, PoolOperands.PoolBufferLoad.class), binder);
                    case GATHER -> Gather.of(operands(instruction, PoolOperands.Gather.class), binder);
                    case TENSOR_SCALAR_ADDR ->
                        AddressArithmetic.of(operands(instruction, PoolOperands.TensorScalarAddress.class), binder);
                    case IOTA -> Iota.of(operands(instruction, PoolOperands.Iota.class), binder);
                    default -> null;
                });
    }

    private Operation multiply(PeOperands.MatMul operands) {
        return operands.transpose() != 0 ? PassThrough.of(operands, binder) : MatrixMultiply.of(operands, binder);
    }

    private Operation tableLoad(int set) {
        return sequencer -> binder.units().activation().select(set);
    }

    private Operation tensorTensor(Instruction instruction, boolean bitvec) {
        return TensorTensor.of(operands(instruction, VectorOperands.TensorTensor.class), bitvec, binder);
    }

    private Operation tensorTensor(Instruction instruction, AluOp op) {
        return TensorTensor.of(operands(instruction, VectorOperands.TensorTensor.class), op, false, binder);
    }

    private Operation scan(Instruction instruction, boolean keepsState) {
        return Scan.of(operands(instruction, VectorOperands.ScalarTensorTensor.class), keepsState, binder);
    }

    private static VectorOperands.TensorReduce tensorReduce(Instruction instruction) {
        return operands(instruction, VectorOperands.TensorReduce.class);
    }

    private static VectorOperands.TensorScalar tensorScalar(Instruction instruction) {
        return operands(instruction, VectorOperands.TensorScalar.class);
    }

    private static VectorOperands.BatchNorm batchNorm(Instruction instruction) {
        return operands(instruction, VectorOperands.BatchNorm.class);
    }

    /** The operands as the record that the semantics are known for; a later generation may lay them out otherwise. */
    private static <T> T operands(Instruction instruction, Class<T> type) {
        if (!type.isInstance(instruction.operands())) {
            throw new InstructionFaultException(
                    FaultKind.UNSUPPORTED_OPCODE,
                    "the semantics of %s on %s are not known"
                            .formatted(
                                    instruction.opcode(),
                                    instruction.generation().codeName()));
        }
        return type.cast(instruction.operands());
    }
}
