package io.nrt4j.hal.engine.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.MachineFaultException;
import io.nrt4j.hal.engine.machine.MachineOptions;
import io.nrt4j.hal.engine.machine.Schedule;
import io.nrt4j.hal.engine.testing.Slots;
import io.nrt4j.hal.engine.testing.TestMachine;
import io.nrt4j.hal.isa.DmaAddress;
import io.nrt4j.hal.isa.Dtype;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.isa.UpdateMode;
import io.nrt4j.hal.isa.WaitMode;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Accesses that only luck orders; the order of real programs is that of exec-corpus.md §3 items 6 to 8. */
class RaceDetectorTest {
    private static final MachineOptions CHECKED = MachineOptions.defaults().withChecks(Set.of(MachineCheck.RACES));

    /** The fair schedule lets DVE write long before ACT reads; the race is there all the same. */
    @ParameterizedTest
    @ValueSource(strings = {"fair", "random:1", "random:2", "priority:3"})
    void aMissingWaitIsFoundUnderEverySchedule(String schedule) {
        try (TestMachine bench = new TestMachine(CHECKED.withSchedule(Schedule.parse(schedule)))) {
            bench.program(EngineType.DVE, Slots.memset(0x100, Dtype.FP32, 8, 2, 0))
                    .program(EngineType.ACT, Slots.copy(0x11C, 0x200, Dtype.FP32, 8, 2));
            MachineFaultException fault = catchThrowableOfType(MachineFaultException.class, bench::run);
            assertThat(fault.kind()).isEqualTo(FaultKind.RACE);
            assertThat(fault)
                    .hasMessageContaining("SBUF of core 0, partition 0, byte 0x11c")
                    .hasMessageContaining("DVE pc 0x%x MEMSET".formatted(bench.address(EngineType.DVE, 0)))
                    .hasMessageContaining("ACT pc 0x%x COPY".formatted(bench.address(EngineType.ACT, 0)));
        }
    }

    @Test
    void neighboursDoNotRace() {
        assertNoRace(Slots.memset(0x100, Dtype.FP32, 8, 2, 0), Slots.copy(0x120, 0x200, Dtype.FP32, 8, 2));
    }

    @Test
    void readersDoNotRace() {
        assertNoRace(Slots.copy(0x100, 0x200, Dtype.FP32, 8, 2), Slots.copy(0x100, 0x300, Dtype.FP32, 8, 2));
    }

    private static void assertNoRace(Slot ofVector, Slot ofScalar) {
        try (TestMachine bench = new TestMachine(CHECKED)) {
            bench.program(EngineType.DVE, ofVector).program(EngineType.ACT, ofScalar);
            assertThatCode(bench::run).doesNotThrowAnyException();
        }
    }

    @Test
    void aSemaphoreOrders() {
        try (TestMachine bench = new TestMachine(CHECKED)) {
            bench.program(EngineType.DVE, fill().setUpdate(UpdateMode.SEM_INC_COMPLETE, 6))
                    .program(EngineType.ACT, read().setWait(WaitMode.SEM_GE_IMM, 6, 1));
            assertThatCode(bench::run).doesNotThrowAnyException();
        }
    }

    /** ACT sees S[6] at 2, but asks for 1 only: what DVE did for the second count is not ordered. */
    @Test
    void aSemaphoreOrdersWhatItWasAskedForAndNoMore() {
        try (TestMachine bench = new TestMachine(CHECKED)) {
            bench.program(EngineType.DVE, Slots.signal(6), fill().setUpdate(UpdateMode.SEM_INC_COMPLETE, 6))
                    .program(EngineType.ACT, read().setWait(WaitMode.SEM_GE_IMM, 6, 1));
            assertThat(catchThrowableOfType(MachineFaultException.class, bench::run)
                            .kind())
                    .isEqualTo(FaultKind.RACE);
        }
    }

    @Test
    void anEventOrders() {
        try (TestMachine bench = new TestMachine(CHECKED)) {
            bench.program(EngineType.DVE, fill().setUpdate(UpdateMode.EVT_SET_COMPLETE, 30))
                    .program(EngineType.ACT, read().setWait(WaitMode.EVT_SET_THEN_CLEAR, 30, 0));
            assertThatCode(bench::run).doesNotThrowAnyException();
        }
    }

    @Test
    void aTransferIsOrderedBehindItsStartAndBeforeItsCompletion() {
        try (TestMachine bench = new TestMachine(CHECKED)) {
            bench.program(
                    EngineType.POOL,
                    Slots.memset(0, Dtype.FP32, 16, 1, 0),
                    transfer(bench, 8),
                    Slots.memset(0, Dtype.FP32, 16, 1, 1).setWait(WaitMode.SEM_GE_IMM, 8, 16));
            assertThatCode(bench::run).doesNotThrowAnyException();
        }
    }

    /** The engine goes on at once; the transfer may read before or after the second fill. */
    @Test
    void aTransferIsNotOrderedBeforeWhatFollowsItsStart() {
        try (TestMachine bench = new TestMachine(CHECKED)) {
            bench.program(
                    EngineType.POOL,
                    Slots.memset(0, Dtype.FP32, 16, 1, 0),
                    transfer(bench, 8),
                    Slots.memset(0, Dtype.FP32, 16, 1, 1),
                    transfer(bench, 9));
            MachineFaultException fault = catchThrowableOfType(MachineFaultException.class, bench::run);
            assertThat(fault.kind()).isEqualTo(FaultKind.RACE);
            assertThat(fault)
                    .hasMessageContaining("dynamic DMA of POOL")
                    .hasMessageContaining(
                            "started by core 0 POOL pc 0x%x DMA_DIRECT2D".formatted(bench.address(EngineType.POOL, 1)))
                    .hasMessageContaining("POOL pc 0x%x MEMSET".formatted(bench.address(EngineType.POOL, 2)));
        }
    }

    /** Two transfers of one queue complete in the order of their start; the wait for the last covers the first. */
    @Test
    void aQueueOrdersItsTransfers() {
        try (TestMachine bench = new TestMachine(CHECKED)) {
            bench.program(
                    EngineType.POOL,
                    transfer(bench, 8),
                    transfer(bench, 9),
                    Slots.memset(0, Dtype.FP32, 16, 1, 1).setWait(WaitMode.SEM_GE_IMM, 9, 16));
            assertThatCode(bench::run).doesNotThrowAnyException();
        }
    }

    @Test
    void transfersOfDifferentQueuesRace() {
        try (TestMachine bench = new TestMachine(CHECKED)) {
            bench.program(EngineType.POOL, transfer(bench, 8)).program(EngineType.SP, transfer(bench, 9));
            assertThat(catchThrowableOfType(MachineFaultException.class, bench::run)
                            .kind())
                    .isEqualTo(FaultKind.RACE);
        }
    }

    private static Slot fill() {
        return Slots.memset(0x100, Dtype.FP32, 8, 2, 0);
    }

    private static Slot read() {
        return Slots.copy(0x100, 0x200, Dtype.FP32, 8, 2);
    }

    private static Slot transfer(TestMachine bench, int semaphore) {
        return Slots.dynamicCopy(
                DmaAddress.ofAbsolute(bench.sbuf(0, 0)),
                DmaAddress.ofAbsolute(bench.hbm(TestMachine.DATA)),
                1,
                64,
                semaphore);
    }
}
