package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.operand.OnChipOperand;
import io.nrt4j.hal.isa.AluOp;
import io.nrt4j.hal.isa.ImmediateSource;
import io.nrt4j.hal.isa.PoolOperands;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * 0x74 TENSOR_SCALAR_ADDR: integer {@code (in op0 imm0) op1 imm1} modulo the output's width, to compute addresses.
 *
 * <p>An immediate is 64 bits of the slot or one value per partition. Source: exec-sunda.md §5.
 */
final class AddressArithmetic extends ComputeOperation {
    private final OnChipOperand source;
    private final OnChipOperand destination;
    private final Stage first;
    private final Stage second;

    /** One of the two operations; the operand in memory is empty for an immediate. */
    private record Stage(AluOp op, long immediate, Optional<OnChipOperand> pointer) {
        long operand(int channel, long[] buffer) {
            if (pointer.isEmpty()) {
                return immediate;
            }
            pointer.get().readIntegers(channel, buffer);
            return buffer[0];
        }

        long apply(long value, long operand) {
            return switch (op) {
                case ADD -> value + operand;
                case MULTIPLY -> value * operand;
                default -> value;
            };
        }
    }

    private AddressArithmetic(
            CoreUnits units, OnChipOperand source, OnChipOperand destination, Stage first, Stage second) {
        super(units, sources(source, first, second), List.of(destination));
        this.source = source;
        this.destination = destination;
        this.first = first;
        this.second = second;
    }

    private static List<OnChipOperand> sources(OnChipOperand source, Stage... stages) {
        List<OnChipOperand> all = new ArrayList<>(List.of(source));
        for (Stage stage : stages) {
            stage.pointer().ifPresent(all::add);
        }
        return all;
    }

    static AddressArithmetic of(PoolOperands.TensorScalarAddress in, OperandBinder binder) {
        OperandBinder.expect(in.reverseOperands(), 0, "operand order");
        int channels = in.channels();
        OnChipOperand source = binder.tensor(in.src(), OperandBinder.low(in.inOutDtypes()), channels);
        OnChipOperand destination = binder.tensor(in.dst(), OperandBinder.high(in.inOutDtypes()), channels);
        OperandBinder.expectSameCount(source, destination);
        AluOp firstOp = op(in.op0());
        AluOp secondOp = op(in.op1());
        return new AddressArithmetic(
                binder.units(),
                source,
                destination,
                in.immediate0Source() == ImmediateSource.INSTRUCTION.code() || firstOp == AluOp.BYPASS
                        ? new Stage(firstOp, in.immediate0(), Optional.empty())
                        : pointer(firstOp, in.immediate0(), OperandBinder.low(in.immediateDtypes()), channels, binder),
                in.immediate1Source() == ImmediateSource.INSTRUCTION.code() || secondOp == AluOp.BYPASS
                        ? new Stage(secondOp, in.immediate1(), Optional.empty())
                        : pointer(
                                secondOp, in.immediate1(), OperandBinder.high(in.immediateDtypes()), channels, binder));
    }

    private static AluOp op(int code) {
        AluOp op = AluOp.of(code);
        if (op != AluOp.BYPASS && op != AluOp.ADD && op != AluOp.MULTIPLY) {
            throw new InstructionFaultException(FaultKind.BAD_OPERAND, op + " on addresses");
        }
        return op;
    }

    private static Stage pointer(AluOp op, long address, int dtype, int channels, OperandBinder binder) {
        return new Stage(op, 0, Optional.of(binder.pointer((int) address, binder.codec(dtype), channels)));
    }

    @Override
    void compute(CoreUnits units) {
        int count = source.elements();
        long[] row = units.scratch().words(0, count);
        long[] buffer = units.scratch().words(1, 1);
        for (int c = 0; c < source.channels(); c++) {
            source.readIntegers(c, row);
            long firstOperand = first.operand(c, buffer);
            long secondOperand = second.operand(c, buffer);
            for (int i = 0; i < count; i++) {
                row[i] = second.apply(first.apply(row[i], firstOperand), secondOperand);
            }
            destination.writeBits(c, row);
        }
    }
}
