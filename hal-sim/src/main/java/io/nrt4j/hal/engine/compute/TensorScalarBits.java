package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.numeric.ElementCodec;
import io.nrt4j.hal.engine.numeric.IntegerAlu;
import io.nrt4j.hal.engine.operand.OnChipOperand;
import io.nrt4j.hal.isa.AluOp;
import io.nrt4j.hal.isa.ImmediateSource;
import io.nrt4j.hal.isa.VectorOperands;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Integers and bits between a tensor and scalars: 0x53 and 0x54, its form with scalars in memory, and the integer
 * operations of 0x43 and 0x44.
 *
 * <p>Scalars are raw bits of the input type, in the slot or one per partition. Source: isa-encodings.md §3, isa.md §4.4
 * (operations from 0xC4), exec-sunda.md §5.
 */
final class TensorScalarBits extends ComputeOperation {
    private final OnChipOperand source;
    private final OnChipOperand destination;
    private final Stage first;
    private final Stage second;
    private final boolean bitvec;

    /**
     * One of the two operations.
     *
     * @param type of its operands
     * @param zeroExtends whether it takes them as unsigned, else by the sign of their type
     * @param immediate bits of the scalar
     * @param pointer the scalar in memory; empty for an immediate
     * @param reversed whether the scalar is the left operand
     */
    private record Stage(
            AluOp op,
            ElementCodec type,
            boolean zeroExtends,
            int immediate,
            Optional<OnChipOperand> pointer,
            boolean reversed) {
        /** A word as this operation takes it. */
        long extended(long word) {
            int spare = Long.SIZE - type.type().bits();
            return zeroExtends ? word << spare >>> spare : type.integer(word);
        }

        long scalar(int channel, long[] buffer) {
            if (pointer.isEmpty()) {
                return extended(Integer.toUnsignedLong(immediate));
            }
            pointer.get().readBits(channel, buffer);
            return extended(buffer[0]);
        }

        long apply(long value, long scalar) {
            int width = type.type().bits();
            return reversed ? IntegerAlu.apply(op, scalar, value, width) : IntegerAlu.apply(op, value, scalar, width);
        }
    }

    private TensorScalarBits(
            CoreUnits units,
            OnChipOperand source,
            OnChipOperand destination,
            Stage first,
            Stage second,
            boolean bitvec) {
        super(units, sources(source, first, second), List.of(destination));
        this.source = source;
        this.destination = destination;
        this.first = first;
        this.second = second;
        this.bitvec = bitvec;
    }

    private static List<OnChipOperand> sources(OnChipOperand source, Stage... stages) {
        return Stream.concat(
                        Stream.of(source), Stream.of(stages).map(Stage::pointer).flatMap(Optional::stream))
                .toList();
    }

    /**
     * @param bitvec whether elements are bare bits, not numbers
     * @param pointers whether the opcode says that scalars are in memory
     */
    static TensorScalarBits of(VectorOperands.TensorScalar in, boolean bitvec, boolean pointers, OperandBinder binder) {
        OperandBinder.expect(in.accumulatorCommand(), 0, "accumulator command");
        OnChipOperand source = binder.tensor(in.src(), in.inDtype(), in.channels());
        OnChipOperand destination = binder.tensor(in.dst(), in.outDtype(), in.channels());
        OperandBinder.expectSameCount(source, destination);
        boolean sameKind = bitvec
                ? source.codec().bytes() == destination.codec().bytes()
                : source.codec().type().isInteger();
        if (!sameKind) {
            throw new InstructionFaultException(
                    FaultKind.BAD_DTYPE,
                    "%s to %s in integer arithmetic"
                            .formatted(
                                    source.codec().type().text(),
                                    destination.codec().type().text()));
        }
        int reverse = in.reverseOperands();
        int source0 = pointers ? ImmediateSource.POINTER.code() : in.immediate0Source();
        int source1 = pointers ? ImmediateSource.POINTER.code() : in.immediate1Source();
        return new TensorScalarBits(
                binder.units(),
                source,
                destination,
                stage(in.op0(), source0, in.immediate0(), (reverse & 1) != 0, source, bitvec, binder),
                stage(in.op1(), source1, in.immediate1(), (reverse & 2) != 0, source, bitvec, binder),
                bitvec);
    }

    private static Stage stage(
            int code,
            int from,
            int bits,
            boolean reversed,
            OnChipOperand source,
            boolean bitvec,
            OperandBinder binder) {
        AluOp op = bitvec ? bitOp(code) : integerOp(code);
        ElementCodec type = source.codec();
        boolean zeroExtends = bitvec || op.isUnsigned();
        if (op == AluOp.BYPASS) {
            return new Stage(op, type, zeroExtends, 0, Optional.empty(), false);
        }
        if (from == ImmediateSource.POINTER.code()) {
            OnChipOperand pointer = binder.pointer(bits, type, source.channels());
            return new Stage(op, type, zeroExtends, 0, Optional.of(pointer), reversed);
        }
        OperandBinder.expect(from, ImmediateSource.INSTRUCTION.code(), "source of an immediate");
        return new Stage(op, type, zeroExtends, bits, Optional.empty(), reversed);
    }

    /** The bit-vector operation of a code. */
    static AluOp bitOp(int code) {
        AluOp op = AluOp.of(code);
        if (!op.isBitvec() || !IntegerAlu.has(op)) {
            throw new InstructionFaultException(FaultKind.BAD_OPERAND, op + " on bits");
        }
        return op;
    }

    private static AluOp integerOp(int code) {
        AluOp op = AluOp.of(code);
        boolean fits = op == AluOp.BYPASS || op.isInteger();
        if (!fits || !IntegerAlu.has(op)) {
            throw new InstructionFaultException(FaultKind.BAD_OPERAND, op + " on integers");
        }
        return op;
    }

    @Override
    void compute(CoreUnits units) {
        int count = source.elements();
        boolean changesSign = second.op() != AluOp.BYPASS && first.zeroExtends() != second.zeroExtends();
        long[] row = units.scratch().words(0, count);
        long[] buffer = units.scratch().words(1, 1);
        for (int c = 0; c < source.channels(); c++) {
            source.readBits(c, row);
            long firstScalar = first.scalar(c, buffer);
            long secondScalar = second.scalar(c, buffer);
            for (int i = 0; i < count; i++) {
                long value = first.apply(first.extended(row[i]), firstScalar);
                row[i] = second.apply(changesSign ? second.extended(value) : value, secondScalar);
            }
            if (bitvec) {
                destination.writeBits(c, row);
            } else {
                destination.writeIntegers(c, row);
            }
        }
    }
}
