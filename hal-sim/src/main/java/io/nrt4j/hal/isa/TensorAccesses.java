package io.nrt4j.hal.isa;

import java.util.ArrayList;
import java.util.List;

/**
 * Which on-chip memory an instruction reads and writes: its tensor operands, and the values it fetches by pointer.
 *
 * <p>Operands of instructions whose layout or extent is not known are left out. Source: isa.md §5, exec-sunda.md §4-5.
 */
public final class TensorAccesses {
    private static final int DOUBLE_PIXEL = 3;
    private static final int POINTER = ImmediateSource.POINTER.code();

    private TensorAccesses() {}

    /** The accesses of an instruction, sources before destinations. */
    public static List<TensorAccess> of(Instruction slot) {
        Operands operands = slot.operands();
        if (operands instanceof PeOperands o) {
            return ofPe(slot.generation(), o);
        }
        if (operands instanceof ActOperands o) {
            return ofAct(o);
        }
        if (operands instanceof VectorOperands o) {
            return ofVector(o);
        }
        if (operands instanceof PoolOperands o) {
            return ofPool(o);
        }
        if (operands instanceof PseudoOperands.RangeCheck o) {
            return ofRangeCheck(o);
        }
        return List.of();
    }

    private static List<TensorAccess> ofPe(Generation generation, PeOperands operands) {
        if (operands instanceof PeOperands.LoadWeights o) {
            return List.of(TensorAccess.read("src", o.src(), o.inDtype(), o.rows()));
        }
        if (operands instanceof PeOperands.MatMul o) {
            int width = o.perfOpt() == DOUBLE_PIXEL ? 2 : 1;
            return List.of(
                    new TensorAccess("src", false, o.src(), o.inDtype(), o.rows(), width),
                    new TensorAccess("dst", true, o.dst(), productDtype(generation, o), o.cols(), width));
        }
        if (operands instanceof PeOperands.SparseMatMul o) {
            return List.of(
                    TensorAccess.read("src", o.src(), o.inDtype(), o.rows()),
                    TensorAccess.write("dst", o.dst(), fp32Unless(o.outDtype()), o.cols()));
        }
        return List.of();
    }

    /** A transpose on cayman keeps the size of its input; everywhere else the sum has four bytes. */
    private static int productDtype(Generation generation, PeOperands.MatMul o) {
        boolean keepsType = o.transpose() != 0 && generation.compareTo(Generation.V3) >= 0;
        return keepsType ? o.inDtype() : fp32Unless(o.outDtype());
    }

    private static int fp32Unless(int dtype) {
        return dtype == 0 ? Dtype.FP32.code() : dtype;
    }

    private static List<TensorAccess> ofAct(ActOperands operands) {
        List<TensorAccess> accesses = new ArrayList<>();
        if (operands instanceof ActOperands.Activate o) {
            accesses.add(TensorAccess.read("src", o.src(), o.inBiasDtype() & 0xF, o.channels()));
            if (o.isScalePointer()) {
                accesses.add(TensorAccess.pointer("scale", o.scale(), Dtype.FP32.code(), o.channels()));
            }
            if (!o.isBiasImmediate()
                    && o.biasSource() == BiasSource.POINTER.code()
                    && o.function() != ActivationFunction.COPY.code()) {
                accesses.add(TensorAccess.pointer("bias", o.bias(), o.inBiasDtype() >> 4, o.channels()));
            }
            accesses.add(TensorAccess.write("dst", o.dst(), o.outDtype(), o.channels()));
        } else if (operands instanceof ActOperands.ActivateQuantize o) {
            accesses.add(TensorAccess.read("src", o.src(), o.inBiasDtype() & 0xF, o.channels()));
            accesses.add(TensorAccess.pointer("bias", o.bias(), o.inBiasDtype() >> 4, o.channels()));
            accesses.add(TensorAccess.write("dst", o.dst(), o.outDtype(), o.channels()));
        } else if (operands instanceof ActOperands.ReadAccumulator o) {
            accesses.add(TensorAccess.write("dst", o.dst(), o.dtype(), o.channels()));
        }
        return accesses;
    }

    private static List<TensorAccess> ofVector(VectorOperands operands) {
        List<TensorAccess> accesses = new ArrayList<>();
        if (operands instanceof VectorOperands.TensorReduce o) {
            accesses.add(TensorAccess.read("src", o.src(), o.inDtype(), o.channels()));
            accesses.add(TensorAccess.write("dst", o.dst(), o.outDtype(), o.channels()));
        } else if (operands instanceof VectorOperands.TensorScalar o) {
            accesses.add(TensorAccess.read("src", o.src(), o.inDtype(), o.channels()));
            addPointer("imm0", o.immediate0Source(), o.immediate0(), Dtype.FP32.code(), o.channels(), accesses);
            addPointer("imm1", o.immediate1Source(), o.immediate1(), Dtype.FP32.code(), o.channels(), accesses);
            accesses.add(TensorAccess.write("dst", o.dst(), o.outDtype(), o.channels()));
        } else if (operands instanceof VectorOperands.TensorTensor o) {
            accesses.add(TensorAccess.read("src0", o.src0(), o.inDtypes() & 0xF, o.channels()));
            accesses.add(TensorAccess.read("src1", o.src1(), o.inDtypes() >> 4, o.channels()));
            accesses.add(TensorAccess.write("dst", o.dst(), o.outDtype(), o.channels()));
        } else if (operands instanceof VectorOperands.Memset o) {
            accesses.add(TensorAccess.write("dst", o.dst(), o.dtype(), o.channels()));
        } else if (operands instanceof VectorOperands.ScalarTensorTensor o) {
            accesses.add(TensorAccess.read("src0", o.src0(), o.inDtypes() & 0xF, o.channels()));
            accesses.add(TensorAccess.read("src1", o.src1(), o.inDtypes() >> 4, o.channels()));
            addPointer("imm0", o.immediate0Source(), o.immediate0(), o.immediate0Dtype(), o.channels(), accesses);
            accesses.add(TensorAccess.write("dst", o.dst(), o.outDtype(), o.channels()));
        } else if (operands instanceof VectorOperands.CopyPredicatedScalar o) {
            accesses.add(TensorAccess.read("predicate", o.predicate(), o.predicateDtype(), o.channels()));
            accesses.add(TensorAccess.write("dst", o.dst(), o.outDtype(), o.channels()));
        } else if (operands instanceof VectorOperands.BatchNorm o) {
            accesses.add(TensorAccess.read("src", o.src(), o.inDtype(), o.channels()));
            accesses.add(TensorAccess.write("dst", o.dst(), o.outDtype(), o.channels()));
        } else if (operands instanceof VectorOperands.ParameterLoad o) {
            accesses.add(TensorAccess.read("src", o.src(), o.inDtype(), o.channels()));
        } else if (operands instanceof VectorOperands.MatchReplace o) {
            accesses.add(TensorAccess.read("src", o.src(), o.inDtype(), o.channels()));
            accesses.add(TensorAccess.write("dst", o.dst(), o.outDtype(), o.channels()));
        } else if (operands instanceof VectorOperands.Rand2 o) {
            accesses.add(TensorAccess.write("dst", o.dst(), o.dtype(), o.channels()));
        }
        return accesses;
    }

    private static void addPointer(
            String name, int source, int address, int dtype, int partitions, List<TensorAccess> accesses) {
        if (source == POINTER) {
            accesses.add(TensorAccess.pointer(name, address, dtype, partitions));
        }
    }

    private static List<TensorAccess> ofPool(PoolOperands operands) {
        List<TensorAccess> accesses = new ArrayList<>();
        if (operands instanceof PoolOperands.TensorScalarAddress o) {
            accesses.add(TensorAccess.read("src", o.src(), o.inOutDtypes() & 0xF, o.channels()));
            addPointer(
                    "imm0",
                    o.immediate0Source(),
                    (int) o.immediate0(),
                    o.immediateDtypes() & 0xF,
                    o.channels(),
                    accesses);
            addPointer(
                    "imm1",
                    o.immediate1Source(),
                    (int) o.immediate1(),
                    o.immediateDtypes() >> 4,
                    o.channels(),
                    accesses);
            accesses.add(TensorAccess.write("dst", o.dst(), o.inOutDtypes() >> 4, o.channels()));
        } else if (operands instanceof PoolOperands.Iota o) {
            accesses.add(TensorAccess.write("dst", o.dst(), o.outDtype(), o.channels()));
        } else if (operands instanceof PoolOperands.PoolBufferLoad o) {
            accesses.add(TensorAccess.read("src", o.src(), o.inDtype(), o.channels()));
        } else if (operands instanceof PoolOperands.Gather o) {
            accesses.add(TensorAccess.read("indices", o.indices(), o.indexDtype(), o.channels()));
            accesses.add(TensorAccess.write("dst", o.dst(), o.outDtype(), o.channels()));
        } else if (operands instanceof PoolOperands.SbufCollective o) {
            accesses.add(TensorAccess.read("src", o.src(), o.inDtype(), o.channels()));
            accesses.add(TensorAccess.write("dst", o.dst(), o.outDtype(), o.channels()));
        }
        return accesses;
    }

    private static List<TensorAccess> ofRangeCheck(PseudoOperands.RangeCheck o) {
        List<TensorAccess> accesses = new ArrayList<>();
        accesses.add(TensorAccess.read("src", o.src(), o.inOutDtypes() & 0xF, o.channels()));
        addPointer("base", o.baseSource(), (int) o.base(), o.immediateDtypes() & 0xF, o.channels(), accesses);
        accesses.add(TensorAccess.write("dst", o.dst(), o.inOutDtypes() >> 4, o.channels()));
        return accesses;
    }
}
