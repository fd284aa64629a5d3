package io.nrt4j.hal.engine.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.engine.testing.Slots;
import io.nrt4j.hal.engine.testing.TestMachine;
import io.nrt4j.hal.isa.CompareOp;
import io.nrt4j.hal.isa.DmaAddress;
import io.nrt4j.hal.isa.Dtype;
import io.nrt4j.hal.isa.UpdateMode;
import io.nrt4j.hal.isa.WaitMode;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Programs that do not come to their end: exec.md §4.1. */
class DeadlockTest {
    @Test
    void namesEveryEngineItsPlaceItsSlotAndTheValueItWaitsFor() {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            bench.program(EngineType.PE, Slots.signal(5), Slots.await(6, 3))
                    .program(EngineType.ACT, Slots.nop().setWait(WaitMode.EVT_SET, 9, 0))
                    .program(EngineType.SP, Slots.halt());
            DeadlockException deadlock = catchThrowableOfType(DeadlockException.class, bench::run);
            assertThat(deadlock)
                    .hasMessageContaining("core 0 PE   pc 0x%x waits for S[6]>=3 is 0: NOP $S[6]>=3"
                            .formatted(bench.address(EngineType.PE, 1)))
                    .hasMessageContaining("core 0 ACT  pc 0x%x waits for E[9]==1 is 0: NOP"
                            .formatted(bench.address(EngineType.ACT, 0)))
                    .hasMessageContaining("core 0 DVE  pc 0x%x finished".formatted(bench.address(EngineType.DVE, 2)))
                    .hasMessageContaining("core 0 SP   pc 0x%x halted".formatted(bench.address(EngineType.SP, 1)));
            assertThat(deadlock.engines())
                    .extracting(EngineReport::state)
                    .containsExactly(
                            EngineReport.State.WAITING,
                            EngineReport.State.WAITING,
                            EngineReport.State.FINISHED,
                            EngineReport.State.FINISHED,
                            EngineReport.State.HALTED);
            assertThat(deadlock.isInCollectives()).isFalse();
        }
    }

    @Test
    void aMachineThatNobodyStartedIsADeadlockToo() {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            assertThat(catchThrowableOfType(
                                    DeadlockException.class,
                                    () -> bench.machine().run(RunLimits.of(Duration.ofSeconds(1))))
                            .engines())
                    .extracting(EngineReport::state)
                    .containsOnly(EngineReport.State.HALTED);
        }
    }

    @Test
    void aDeadlockIsSeenAtOnceAndALoopByTheWatchdog() {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            bench.program(EngineType.DVE, Slots.branch(CompareOp.ALWAYS, Dtype.INT32, 0, 0, 0));
            WatchdogException watchdog =
                    catchThrowableOfType(WatchdogException.class, () -> bench.run(Duration.ofMillis(50)));
            assertThat(watchdog)
                    .hasMessageContaining("not finished after 50 ms")
                    .hasMessageContaining(
                            "core 0 DVE  pc 0x%x ready: COMPARE_BRANCH".formatted(bench.address(EngineType.DVE, 0)));
        }
    }

    @Test
    void listsTransfersThatLackTheirDestination() {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            // A doorbell of one source descriptor and none on the other side.
            long doorbell = bench.device().addressMap().udma(0) + 0x1000 + 0x38;
            bench.program(EngineType.SP, Slots.write(doorbell, 1), Slots.await(8, 16));
            assertThat(catchThrowableOfType(DeadlockException.class, bench::run).outstanding())
                    .singleElement()
                    .asString()
                    .contains("DMA queue 0 engine 0: 1 source and 0 destination descriptors");
        }
    }

    @Test
    void transfersInFlightAreNoDeadlock() {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            bench.program(
                    EngineType.SP,
                    Slots.dynamicCopy(
                            DmaAddress.ofAbsolute(bench.hbm(TestMachine.DATA)),
                            DmaAddress.ofAbsolute(bench.hbm(TestMachine.DATA + 4096)),
                            4,
                            64,
                            8),
                    Slots.await(8, 16).setUpdate(UpdateMode.SEM_INC_COMPLETE, 9));
            bench.run();
            assertThat(bench.core().semaphores().read(9)).isEqualTo(1);
        }
    }
}
