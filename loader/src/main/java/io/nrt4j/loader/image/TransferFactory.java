package io.nrt4j.loader.image;

import io.nrt4j.hal.dma.StridedPattern;
import io.nrt4j.hal.dma.Transfer;
import io.nrt4j.hal.dma.Transfer.ComputeOp;
import io.nrt4j.hal.dma.UdmaDescriptor;
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
import java.util.ArrayList;
import java.util.List;

/**
 * Binds the descriptors of a NEFF to device addresses; inputs and outputs stay pointers to be bound at execution.
 *
 * <p>Source: dma.md §5, memory.md §7.2.
 */
final class TransferFactory {
    /** Only the start of the real text is known. */
    static final LogMessage INVALID_BLOCK =
            LogMessage.error("TDRV", "drs_create_data_refill_rings", "invalid dma block: %s of variable %s");

    private final PlaceResolver places;
    private final Nlog nlog;

    TransferFactory(VariableAddresses variables, Nlog nlog) {
        this.places = new PlaceResolver(variables, nlog);
        this.nlog = nlog;
    }

    Transfer of(DmaDescriptor descriptor) {
        StridedPattern to = pattern(descriptor.to());
        if (descriptor instanceof DmaDescriptor.Copy copy) {
            return copy.isCast() ? cast(copy, to) : copy(copy, to);
        }
        if (descriptor instanceof DmaDescriptor.Transpose transpose) {
            return transpose(transpose, to);
        }
        return compute((DmaDescriptor.Compute) descriptor, to);
    }

    private Transfer copy(DmaDescriptor.Copy copy, StridedPattern to) {
        StridedPattern from = pattern(copy.from());
        if (from.bytes() != to.bytes()) {
            throw invalid("%d bytes from, %d bytes to".formatted(from.bytes(), to.bytes()), copy.to());
        }
        return new Transfer.Copy(from, to);
    }

    private Transfer cast(DmaDescriptor.Copy copy, StridedPattern to) {
        StridedPattern from = pattern(copy.from());
        Dtype source = type(copy.from());
        Dtype target = type(copy.to());
        boolean whole = from.runBytes() % source.bytes() == 0 && to.runBytes() % target.bytes() == 0;
        boolean equal = from.runs() == to.runs() && from.runBytes() / source.bytes() == to.runBytes() / target.bytes();
        if (!whole || !equal) {
            throw invalid("elements of the two sides of a cast", copy.to());
        }
        return new Transfer.Cast(from, source, to, target);
    }

    private Transfer transpose(DmaDescriptor.Transpose transpose, StridedPattern to) {
        StridedPattern from = pattern(transpose.from());
        boolean hasRows = !from.counts().isEmpty() && !to.counts().isEmpty();
        int element = transpose.elementSize();
        if (!hasRows || element <= 0 || from.bytes() != to.bytes()) {
            throw invalid("transpose shape", transpose.from());
        }
        Transfer.Transpose transfer = new Transfer.Transpose(from, to, element);
        long piece = from.runBytes() / transfer.piecesPerRow();
        boolean divides = from.runBytes() % ((long) transfer.piecesPerRow() * element) == 0;
        if (!divides || piece > UdmaDescriptor.MAX_LENGTH) {
            throw invalid("transpose row of %d bytes".formatted(from.runBytes()), transpose.from());
        }
        return transfer;
    }

    private Transfer compute(DmaDescriptor.Compute compute, StridedPattern to) {
        List<Transfer.Operand> operands = compute.operands().stream()
                .map(o -> new Transfer.Operand(pattern(o.from()), type(o.from()), o.scale()))
                .toList();
        boolean fits = to.runBytes() <= UdmaDescriptor.MAX_LENGTH;
        for (Transfer.Operand operand : operands) {
            StridedPattern from = operand.pattern();
            fits = fits && from.runs() == to.runs() && from.runBytes() <= UdmaDescriptor.MAX_LENGTH;
        }
        if (!fits || operands.isEmpty()) {
            throw invalid("operands of a computation", compute.to());
        }
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
        return places.pattern(pattern.varId(), pattern.offset(), runBytes, counts, steps);
    }

    private LoadException invalid(String what, AccessPattern pattern) {
        return nlog.fail(NrtStatus.NRT_INVALID, LoadStage.IMAGES, INVALID_BLOCK, what, pattern.variable());
    }
}
