package io.nrt4j.hal.engine.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.MachineFaultException;
import io.nrt4j.hal.engine.machine.MachineOptions;
import io.nrt4j.hal.engine.testing.Slots;
import io.nrt4j.hal.engine.testing.TestMachine;
import io.nrt4j.hal.isa.AluOp;
import io.nrt4j.hal.isa.Bytes;
import io.nrt4j.hal.isa.CompareOp;
import io.nrt4j.hal.isa.ControlOperands;
import io.nrt4j.hal.isa.DmaAddress;
import io.nrt4j.hal.isa.Dtype;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.RangeClearMode;
import io.nrt4j.hal.isa.Slot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the sequencers do by themselves: isa-encodings.md §4, image-assembly.md §6. */
class ControlTest {
    private static final int RESULT = 12;

    /** Registers wrap at 32 bits. Source: exec-corpus.md §5 (0xA8). */
    @ParameterizedTest
    @CsvSource({
        "ADD, UINT32, 0xFFFFFFFF, 2, 1",
        "SUBTRACT, UINT32, 1, 2, 0xFFFFFFFF",
        "MULTIPLY, UINT32, 0x10001, 0x10000, 0x10000",
        "MAX, INT32, 0xFFFFFFFF, 1, 1",
        "MAX, UINT32, 0xFFFFFFFF, 1, 0xFFFFFFFF",
        "MIN, INT32, 0xFFFFFFFF, 1, 0xFFFFFFFF",
        "DIVIDE, UINT32, 0xFFFFFFFE, 2, 0x7FFFFFFF",
        "BITWISE_AND, UINT32, 0xF0F0, 0xFF00, 0xF000",
        "LOGICAL_SHIFT_LEFT, UINT32, 1, 31, 0x80000000",
        "LOGICAL_SHIFT_LEFT, UINT32, 1, 32, 0",
        "ARITH_SHIFT_RIGHT, INT32, 0x80000000, 31, 0xFFFFFFFF",
        "IS_LT, INT32, 0xFFFFFFFF, 0, 1",
        "IS_LT, UINT32, 0xFFFFFFFF, 0, 0",
        "MULTIPLY, FP32, 0x40000000, 0x40400000, 0x40C00000"
    })
    void arithmeticOnRegisters(AluOp op, Dtype type, String a, String b, String result) {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            bench.program(EngineType.POOL, Slots.move(4, word(a)), Slots.alu(op, type, 5, 4, word(b)), store(bench, 5));
            bench.run();
            assertThat(bench.word(bench.hbm(TestMachine.DATA))).isEqualTo(word(result));
        }
    }

    private static int word(String text) {
        return Long.decode(text).intValue();
    }

    /** Writes a register to the first word of the data. */
    private static Slot store(TestMachine bench, int register) {
        byte[] registers = new byte[32];
        registers[0] = (byte) register;
        return memory(Opcode.TENSOR_STORE, Dtype.UINT32, 0, bench.hbm(TestMachine.DATA), registers, 1);
    }

    private static Slot memory(Opcode opcode, Dtype type, int source, long address, byte[] data, int count) {
        return Slots.of(
                opcode,
                new ControlOperands.Memory2d(
                        type.code(), source, count, 1, DmaAddress.ofAbsolute(address), 1, 1, Bytes.of(data)));
    }

    @Test
    void divisionByZeroIsAFault() {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            bench.program(EngineType.POOL, Slots.alu(AluOp.DIVIDE, Dtype.INT32, 5, 4, 0));
            assertThat(fault(bench).kind()).isEqualTo(FaultKind.BAD_OPERAND);
        }
    }

    /** Register 4 holds 3. The branch, if taken, skips the signal. Source: isa-encodings.md §4 (0xA9). */
    @ParameterizedTest
    @CsvSource({
        "LT, INT32, 3, false",
        "LT, INT32, 4, true",
        "LE, INT32, 3, true",
        "EQ, INT32, 3, true",
        "EQ, INT32, 4, false",
        "NE, INT32, 3, false",
        "GE, INT32, 3, true",
        "GT, INT32, 3, false",
        "GT, INT32, -1, true",
        "GT, UINT32, -1, false",
        "ALWAYS, INT32, 0, true"
    })
    void branchesOnAComparison(CompareOp comparison, Dtype type, int with, boolean taken) {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            bench.program(
                    EngineType.SP, Slots.move(4, 3), Slots.branch(comparison, type, 4, with, 2), Slots.signal(20));
            bench.run();
            assertThat(bench.core().semaphores().read(20)).isEqualTo(taken ? 0 : 1);
        }
    }

    @Test
    void loopsBackwards() {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            bench.program(
                    EngineType.SP,
                    Slots.move(4, 0),
                    Slots.signal(20),
                    Slots.alu(AluOp.ADD, Dtype.INT32, 4, 4, 1),
                    Slots.branch(CompareOp.LT, Dtype.INT32, 4, 10, -2));
            bench.run();
            assertThat(bench.core().semaphores().read(20)).isEqualTo(10);
        }
    }

    @Test
    void aBranchBesideASlotIsAFault() {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            bench.program(
                    EngineType.SP,
                    Slots.branch(CompareOp.ALWAYS, Dtype.INT32, 0, 0, 0).setI64(48, 32));
            assertThat(fault(bench).kind()).isEqualTo(FaultKind.BAD_PROGRAM_COUNTER);
        }
    }

    /** Narrow loads widen by the sign of their type; 64-bit elements take two registers. */
    @ParameterizedTest
    @CsvSource({"INT8, 0xFFFFFF85", "UINT8, 0x85", "INT16, 0xFFFFD785", "UINT16, 0xD785", "UINT32, 0xC3B2D785"})
    void loadsWiden(Dtype type, String expected) {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            long from = bench.hbm(TestMachine.DATA + 64);
            bench.device().bus().writeInt(from, 0xC3B2D785);
            byte[] registers = new byte[32];
            registers[0] = RESULT;
            bench.program(
                    EngineType.ACT, memory(Opcode.TENSOR_LOAD, type, 0, from, registers, 1), store(bench, RESULT));
            bench.run();
            assertThat(bench.word(bench.hbm(TestMachine.DATA))).isEqualTo(word(expected));
        }
    }

    @Test
    void storesImmediates() {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            long to = bench.hbm(TestMachine.DATA);
            byte[] values = new byte[32];
            values[0] = 1;
            values[2] = 2;
            bench.program(EngineType.ACT, memory(Opcode.TENSOR_STORE, Dtype.UINT16, 1, to, values, 2));
            bench.run();
            assertThat(bench.word(to)).isEqualTo(0x0002_0001);
        }
    }

    @Test
    void anElementAcrossItsBoundaryIsMisaligned() {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            bench.program(EngineType.ACT, Slots.load(bench.hbm(TestMachine.DATA + 2), 4, 1));
            assertThat(fault(bench).kind()).isEqualTo(FaultKind.MISALIGNED);
        }
    }

    @Test
    void aLoadFromNowhereIsOutOfBounds() {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            bench.program(EngineType.ACT, Slots.load(0x7F_FFFF_FFFF_FF00L, 4, 1));
            assertThat(fault(bench).kind()).isEqualTo(FaultKind.OUT_OF_BOUNDS);
        }
    }

    @Test
    void registersBeyondTheBankAreFaults() {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            bench.program(EngineType.ACT, Slots.move(64, 1));
            assertThat(fault(bench)).hasMessageContaining("there is no register 64");
        }
    }

    /** Registers 128 and 129 are the program counter. Source: isa-encodings.md §4 (0xA7). */
    @Test
    void theProgramCounterIsReadOnly() {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            bench.program(EngineType.ACT, Slots.nop(), store(bench, 128));
            bench.run();
            assertThat(bench.word(bench.hbm(TestMachine.DATA))).isEqualTo((int) bench.address(EngineType.ACT, 1));
        }
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            bench.program(EngineType.ACT, Slots.move(128, 1));
            assertThat(fault(bench)).hasMessageContaining("read-only");
        }
    }

    /** Both ends belong to the range. Source: isa-encodings.md §4 (0xB0). */
    @Test
    void clearsARangeOfSemaphores() {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            for (int id = 19; id <= 24; id++) {
                bench.core().semaphores().set(id, 7);
            }
            bench.program(
                    EngineType.PE,
                    Slots.of(
                            Opcode.EVENT_SEMAPHORE_RANGE_CLEAR,
                            new ControlOperands.RangeClear(
                                    RangeClearMode.RANGE.code(), 20, 23, Bytes.of(new byte[32]))));
            bench.run();
            assertThat(bench.core().semaphores().read(19)).isEqualTo(7);
            assertThat(bench.core().semaphores().read(20)).isZero();
            assertThat(bench.core().semaphores().read(23)).isZero();
            assertThat(bench.core().semaphores().read(24)).isEqualTo(7);
        }
    }

    /** The faces of the semaphores: increment at +0x1800, decrement at +0x1C00, set at +0x1400. Source: exec.md §6. */
    @Test
    void writesReachSemaphoresThroughTheirFaces() {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            long read = bench.device().addressMap().semaphoreRead(0, 20);
            bench.program(
                    EngineType.PE,
                    Slots.write(read + 0x400, 9),
                    Slots.write(read + 0x800, 5),
                    Slots.write(read + 0xC00, 2),
                    Slots.await(20, 12));
            bench.run();
            assertThat(bench.core().semaphores().read(20)).isEqualTo(12);
        }
    }

    @Test
    void aWriteBesideARegisterIsMisaligned() {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            bench.program(EngineType.PE, Slots.write(bench.device().addressMap().semaphoreSet(0, 20) + 2, 9));
            assertThat(fault(bench).kind()).isEqualTo(FaultKind.MISALIGNED);
        }
    }

    private static MachineFaultException fault(TestMachine bench) {
        return catchThrowableOfType(MachineFaultException.class, bench::run);
    }
}
