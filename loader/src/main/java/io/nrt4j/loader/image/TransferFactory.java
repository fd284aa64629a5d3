package io.nrt4j.loader.image;

import io.nrt4j.hal.dma.StridedPattern;
import io.nrt4j.hal.dma.TensorPointer;
import io.nrt4j.hal.dma.Transfer;
import io.nrt4j.hal.dma.Transfer.ComputeOp;
import io.nrt4j.hal.isa.Dtype;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.manifest.AccessPattern;
import io.nrt4j.loader.manifest.DmaDescriptor;
import io.nrt4j.loader.manifest.DmaDtype;
import io.nrt4j.loader.manifest.DmaOp;
import io.nrt4j.loader.manifest.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Binds the descriptors of a NEFF to device addresses; inputs and outputs stay pointers to be bound at execution.
 *
 * <p>Source: dma.md §5, memory.md §7.2.
 */
final class TransferFactory {
    /** Only the start of the real text is known. */
    static final LogMessage INVALID_BLOCK =
            LogMessage.error("TDRV", "drs_create_data_refill_rings", "invalid dma block: %s of variable %s");

    private final VariableAddresses variables;
    private final Nlog nlog;

    TransferFactory(VariableAddresses variables, Nlog nlog) {
        this.variables = variables;
        this.nlog = nlog;
    }

    Transfer of(DmaDescriptor descriptor) {
        StridedPattern to = pattern(descriptor.to());
        if (descriptor instanceof DmaDescriptor.Copy copy) {
            StridedPattern from = pattern(copy.from());
            return copy.isCast()
                    ? new Transfer.Cast(from, type(copy.from()), to, type(copy.to()))
                    : new Transfer.Copy(from, to);
        }
        if (descriptor instanceof DmaDescriptor.Transpose transpose) {
            StridedPattern from = pattern(transpose.from());
            boolean hasRows = !from.counts().isEmpty() && !to.counts().isEmpty();
            if (!hasRows || transpose.elementSize() <= 0 || from.runBytes() % transpose.elementSize() != 0) {
                throw invalid("transpose shape", transpose.from());
            }
            return new Transfer.Transpose(from, to, transpose.elementSize());
        }
        DmaDescriptor.Compute compute = (DmaDescriptor.Compute) descriptor;
        List<Transfer.Operand> operands = compute.operands().stream()
                .map(o -> new Transfer.Operand(pattern(o.from()), type(o.from()), o.scale()))
                .toList();
        return new Transfer.Compute(
                operation(compute.op()),
                operands,
                compute.constant().isPresent(),
                compute.constant().map(TransferFactory::value).orElse(0.0),
                to,
                type(compute.to()));
    }

    private static ComputeOp operation(DmaOp op) {
        return switch (op) {
            case FMA -> ComputeOp.FMA;
            case MIN -> ComputeOp.MIN;
            case MAX -> ComputeOp.MAX;
            case ADD -> ComputeOp.ADD;
            case COPY, TRANSPOSE -> throw new IllegalArgumentException(op + " computes nothing");
        };
    }

    private static double value(DmaDescriptor.Constant constant) {
        return switch (constant.dtype()) {
            case FLOAT32 -> Float.intBitsToFloat(constant.bits());
            case UINT32 -> Integer.toUnsignedLong(constant.bits());
            default -> constant.bits();
        };
    }

    private Dtype type(AccessPattern pattern) {
        DmaDtype dtype = pattern.dtypeOrBytes();
        return Dtype.fromCode(dtype.sdmaCode()).orElseThrow(() -> invalid("dtype " + dtype, pattern));
    }

    /** Dimension 0 is the run when its step is one byte, else a dimension of one-byte runs. */
    private StridedPattern pattern(AccessPattern pattern) {
        if (pattern.dimensions() == 0) {
            throw invalid("no dimensions", pattern);
        }
        boolean run = pattern.step(0) == 1 || pattern.size(0) == 1;
        List<Long> counts = new ArrayList<>();
        List<Long> steps = new ArrayList<>();
        for (int d = run ? 1 : 0; d < pattern.dimensions(); d++) {
            if (pattern.size(d) <= 0) {
                throw invalid("extent " + pattern.size(d), pattern);
            }
            counts.add(pattern.size(d));
            steps.add(pattern.step(d));
        }
        long runBytes = run ? pattern.size(0) : 1;
        if (runBytes <= 0) {
            throw invalid("extent " + runBytes, pattern);
        }
        long base = place(pattern, extent(runBytes, counts, steps));
        return new StridedPattern(base, runBytes, counts, steps);
    }

    /** Bytes from the offset to behind the last byte; dimensions that go back reach nothing further. */
    private static long extent(long runBytes, List<Long> counts, List<Long> steps) {
        long end = runBytes;
        for (int d = 0; d < counts.size(); d++) {
            long reach = (counts.get(d) - 1) * Math.max(0, steps.get(d));
            boolean overflows = Math.multiplyHigh(counts.get(d) - 1, Math.max(0, steps.get(d))) != 0 || reach < 0;
            end = overflows || end + reach < 0 ? Long.MAX_VALUE : end + reach;
        }
        return end;
    }

    private long place(AccessPattern pattern, long extent) {
        Optional<Variable> variable = variables.variable(pattern.varId());
        boolean tensor = variable.isPresent()
                && (variable.get() instanceof Variable.Input || variable.get() instanceof Variable.Output);
        if (!tensor) {
            return variables.resolve(pattern.varId(), pattern.offset(), extent);
        }
        variables.checkRange(pattern.varId(), pattern.offset(), extent);
        return TensorPointer.of(pattern.varId(), pattern.offset());
    }

    private LoadException invalid(String what, AccessPattern pattern) {
        return nlog.fail(NrtStatus.NRT_INVALID, LoadStage.IMAGES, INVALID_BLOCK, what, pattern.variable());
    }
}
