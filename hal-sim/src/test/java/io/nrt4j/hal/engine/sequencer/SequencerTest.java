package io.nrt4j.hal.engine.sequencer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.MachineFaultException;
import io.nrt4j.hal.engine.machine.DeadlockException;
import io.nrt4j.hal.engine.machine.MachineOptions;
import io.nrt4j.hal.engine.machine.RunLimits;
import io.nrt4j.hal.engine.machine.RunResult;
import io.nrt4j.hal.engine.testing.Slots;
import io.nrt4j.hal.engine.testing.TestMachine;
import io.nrt4j.hal.isa.ControlOperands;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.isa.UpdateMode;
import io.nrt4j.hal.isa.WaitMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Waits, updates and notifications of slots: isa.md §1.2, §2; exec.md §4, §6. */
class SequencerTest {
    private static final int OURS = 20;
    private static final int DONE = 21;

    /** Semaphore 20 holds 5. Source: isa.md §2.1, the strict reading of SEM_GT in §12. */
    @ParameterizedTest
    @CsvSource({
        "SEM_EQ_IMM, 5, true", "SEM_EQ_IMM, 4, false", "SEM_LT_IMM, 6, true", "SEM_LT_IMM, 5, false",
        "SEM_LE_IMM, 5, true", "SEM_LE_IMM, 4, false", "SEM_GT_IMM, 4, true", "SEM_GT_IMM, 5, false",
        "SEM_GE_IMM, 5, true", "SEM_GE_IMM, 6, false", "UNORDERED, 99, true", "NONE, 99, true",
        "SEM_GE_IMM, -1, false", "SEM_LT_IMM, -1, true"
    })
    void waitsCompareUnsigned(WaitMode mode, int threshold, boolean passes) {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            bench.core().semaphores().set(OURS, 5);
            bench.program(EngineType.ACT, Slots.signal(DONE).setWait(mode, OURS, threshold));
            assertThat(finishes(bench)).isEqualTo(passes);
            assertThat(bench.core().semaphores().read(DONE)).isEqualTo(passes ? 1 : 0);
        }
    }

    /** The value field names a register. Source: isa.md §2.1. */
    @ParameterizedTest
    @CsvSource({"SEM_EQ_REG, 5, true", "SEM_EQ_REG, 6, false", "SEM_GE_REG, 5, true", "SEM_GE_REG, 6, false"})
    void waitsCompareWithRegisters(WaitMode mode, int content, boolean passes) {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            bench.core().semaphores().set(OURS, 5);
            bench.program(
                    EngineType.ACT, Slots.move(7, content), Slots.signal(DONE).setWait(mode, OURS, 7));
            assertThat(finishes(bench)).isEqualTo(passes);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "EVT_SET, true, true, true", "EVT_SET, false, false, false", "EVT_SET_THEN_CLEAR, true, true, false",
        "EVT_SET_THEN_CLEAR, false, false, false", "EVT_CLEAR, false, true, false", "EVT_CLEAR, true, false, true"
    })
    void waitsForEvents(WaitMode mode, boolean set, boolean passes, boolean setAfterwards) {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            if (set) {
                bench.core().events().set(30);
            }
            bench.program(EngineType.ACT, Slots.nop().setWait(mode, 30, 0));
            assertThat(finishes(bench)).isEqualTo(passes);
            assertThat(bench.core().events().isSet(30)).isEqualTo(setAfterwards);
        }
    }

    /** Semaphore 20 holds 5, the operand is 3. Source: isa.md §2.2. */
    @ParameterizedTest
    @CsvSource({
        "SEM_INC_READ, 6",
        "SEM_INC_COMPLETE, 6",
        "SEM_DEC_READ, 4",
        "SEM_DEC_COMPLETE, 4",
        "SEM_ADD_IMM_READ, 8",
        "SEM_ADD_IMM_COMPLETE, 8",
        "SEM_SUB_IMM_COMPLETE, 2",
        "SEM_WR_IMM_COMPLETE, 3",
        "NONE, 5"
    })
    void updatesSemaphores(UpdateMode mode, long after) {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            bench.core().semaphores().set(OURS, 5);
            bench.program(EngineType.DVE, Slots.nop().setUpdate(mode, OURS).setI32(Slot.SEMAPHORE_VALUE, 3));
            bench.run();
            assertThat(bench.core().semaphores().read(OURS)).isEqualTo(after);
        }
    }

    @Test
    void anUpdateMayWriteARegister() {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            bench.program(
                    EngineType.DVE,
                    Slots.move(9, 1234),
                    Slots.nop().setUpdate(UpdateMode.SEM_WR_REG_COMPLETE, OURS).setI32(Slot.SEMAPHORE_VALUE, 9));
            bench.run();
            assertThat(bench.core().semaphores().read(OURS)).isEqualTo(1234);
        }
    }

    /** An inc beside a threshold: the value is the threshold's. Source: isa.md §1.2. */
    @Test
    void aSlotMayWaitAndCount() {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            bench.core().semaphores().set(OURS, 5);
            bench.program(
                    EngineType.PE,
                    Slots.nop().setWait(WaitMode.SEM_GE_IMM, OURS, 5).setUpdate(UpdateMode.SEM_INC_COMPLETE, OURS));
            bench.run();
            assertThat(bench.core().semaphores().read(OURS)).isEqualTo(6);
        }
    }

    /** Both waits of 0xA0 must hold, and its update has a value of its own. Source: isa.md §5.9, exec-corpus.md §6. */
    @ParameterizedTest
    @CsvSource({"5, 7, true", "6, 7, false", "5, 8, false"})
    void anEventSemaphoreHasTwoWaitsAndAnUpdateWithItsOwnValue(int first, int second, boolean passes) {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            bench.core().semaphores().set(OURS, 5);
            bench.core().semaphores().set(OURS + 2, 7);
            Slot slot = Slots.of(
                    Opcode.EVENT_SEMAPHORE,
                    new ControlOperands.EventSemaphore(
                            0,
                            WaitMode.SEM_EQ_IMM.code(),
                            OURS + 2,
                            UpdateMode.SEM_WR_IMM_COMPLETE.code(),
                            DONE,
                            second,
                            99));
            bench.program(EngineType.SP, slot.setWait(WaitMode.SEM_EQ_IMM, OURS, first));
            assertThat(finishes(bench)).isEqualTo(passes);
            assertThat(bench.core().semaphores().read(DONE)).isEqualTo(passes ? 99 : 0);
        }
    }

    /** Source: exec.md §6: status 1004 later on. */
    @Test
    void aSemaphoreBelowZeroIsAFault() {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            bench.program(EngineType.DVE, Slots.nop().setUpdate(UpdateMode.SEM_DEC_COMPLETE, OURS));
            MachineFaultException fault = fault(bench);
            assertThat(fault.kind()).isEqualTo(FaultKind.SEMAPHORE);
            assertThat(fault).hasMessageContaining("semaphore 20 would become -1");
        }
    }

    @Test
    void anEventThatIsSetTwiceIsAFault() {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            Slot set = Slots.nop().setUpdate(UpdateMode.EVT_SET_COMPLETE, 30);
            bench.program(EngineType.DVE, set, set);
            MachineFaultException fault = fault(bench);
            assertThat(fault.kind()).isEqualTo(FaultKind.EVENT);
            assertThat(fault.programCounter()).isEqualTo(bench.address(EngineType.DVE, 1));
        }
    }

    @Test
    void namesEngineSlotAndOpcodeOfAFault() {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            bench.program(EngineType.ACT, Slots.nop(), Slot.create(Opcode.MATMUL));
            MachineFaultException fault = fault(bench);
            assertThat(fault.kind()).isEqualTo(FaultKind.ILLEGAL_OPCODE);
            assertThat(fault.engine()).isEqualTo(Optional.of(EngineType.ACT));
            assertThat(fault.opcode()).isEqualTo(Opcode.MATMUL.code());
            assertThat(fault)
                    .hasMessageContaining("MATMUL on engine ACT")
                    .hasMessageContaining("pc 0x%x".formatted(bench.address(EngineType.ACT, 1)))
                    .hasMessageContaining("slot MATMUL 02100000");
        }
    }

    @ParameterizedTest
    @CsvSource({"WAIT_MODE, wait mode 0x55", "UPDATE_MODE, update mode 0x55"})
    void modesThatTheSheetsDoNotDefineAreFaults(String field, String message) {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            int offset = field.equals("WAIT_MODE") ? Slot.WAIT_MODE : Slot.UPDATE_MODE;
            bench.program(EngineType.ACT, Slots.nop().setU8(offset, 0x55));
            assertThat(fault(bench)).hasMessageContaining(message);
        }
    }

    @Test
    void runsWhereTheProgramIsReplaced() {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            bench.program(EngineType.DVE, Slots.signal(OURS)).run();
            bench.device()
                    .bus()
                    .write(bench.address(EngineType.DVE, 0), Slots.signal(DONE).toBytes(), 0, Slot.BYTES);
            for (EngineType engine : EngineType.values()) {
                bench.machine().start(0, engine, bench.address(engine, 0));
            }
            bench.machine().run(RunLimits.of(Duration.ofSeconds(20)));
            assertThat(bench.core().semaphores().read(OURS)).isEqualTo(1);
            assertThat(bench.core().semaphores().read(DONE)).isEqualTo(1);
        }
    }

    /** Hints 2 and 3 are start and end of an inference. Source: exec.md §4. */
    @Test
    void tellsTheHostWhatNotifySlotsSay() {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            bench.program(EngineType.PE, Slots.notify(Notification.START));
            RunResult result = bench.run();
            List<Notification> ofPe = new ArrayList<>(result.notifications());
            ofPe.removeIf(n -> n.engine() != EngineType.PE);
            assertThat(ofPe)
                    .containsExactly(
                            new Notification(
                                    0,
                                    EngineType.PE,
                                    bench.address(EngineType.PE, 0),
                                    Notification.Subject.PROGRESS,
                                    Notification.START),
                            new Notification(
                                    0,
                                    EngineType.PE,
                                    bench.address(EngineType.PE, 1),
                                    Notification.Subject.PROGRESS,
                                    Notification.END));
            assertThat(result.notifications()).hasSize(6);
        }
    }

    @Test
    void aProgramThatRunsOutOfMemoryIsAFault() {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            bench.machine().start(0, EngineType.PE, bench.sbuf(0, 0));
            MachineFaultException fault = catchThrowableOfType(
                    MachineFaultException.class, () -> bench.machine().run(RunLimits.of(Duration.ofSeconds(20))));
            assertThat(fault.kind()).isEqualTo(FaultKind.BAD_PROGRAM_COUNTER);
        }
    }

    private static boolean finishes(TestMachine bench) {
        try {
            bench.run();
            return true;
        } catch (DeadlockException e) {
            return false;
        }
    }

    private static MachineFaultException fault(TestMachine bench) {
        return catchThrowableOfType(MachineFaultException.class, bench::run);
    }
}
