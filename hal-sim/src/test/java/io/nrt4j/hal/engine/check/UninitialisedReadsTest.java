package io.nrt4j.hal.engine.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.MachineFaultException;
import io.nrt4j.hal.engine.machine.MachineOptions;
import io.nrt4j.hal.engine.testing.Slots;
import io.nrt4j.hal.engine.testing.TestMachine;
import io.nrt4j.hal.isa.DmaAddress;
import io.nrt4j.hal.isa.Dtype;
import io.nrt4j.hal.isa.Slot;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Memory that holds nothing: exec.md §5. */
class UninitialisedReadsTest {
    private static final MachineOptions CHECKED =
            MachineOptions.defaults().withChecks(Set.of(MachineCheck.UNINITIALISED_READS));

    @Test
    void aByteOfTheStateBufferThatNobodyWroteIsNamed() {
        try (TestMachine bench = new TestMachine(CHECKED)) {
            bench.program(
                    EngineType.DVE,
                    Slots.memset(0x100, Dtype.FP32, 7, 2, 0),
                    Slots.copy(0x100, 0x200, Dtype.FP32, 8, 2));
            MachineFaultException fault = catchThrowableOfType(MachineFaultException.class, bench::run);
            assertThat(fault.kind()).isEqualTo(FaultKind.UNINITIALISED);
            assertThat(fault.engine()).isEqualTo(Optional.of(EngineType.DVE));
            assertThat(fault.programCounter()).isEqualTo(bench.address(EngineType.DVE, 1));
            assertThat(fault)
                    .hasMessageContaining("SBUF of core 0, partition 0, byte 0x11c")
                    .hasMessageContaining("slot COPY");
        }
    }

    @Test
    void aMachineWithoutTheCheckDoesNotMind() {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            bench.program(EngineType.DVE, Slots.copy(0x100, 0x200, Dtype.FP32, 8, 2));
            assertThatCode(bench::run).doesNotThrowAnyException();
        }
    }

    @Test
    void everyPartitionCounts() {
        try (TestMachine bench = new TestMachine(CHECKED)) {
            bench.program(
                    EngineType.DVE,
                    Slots.memset(0x100, Dtype.FP32, 8, 2, 0),
                    Slots.copy(0x100, 0x200, Dtype.FP32, 8, 3));
            assertThat(catchThrowableOfType(MachineFaultException.class, bench::run))
                    .hasMessageContaining("partition 2, byte 0x100");
        }
    }

    @Test
    void deviceMemoryHoldsWhatTheHostPutThereUnlessDeclaredOtherwise() {
        try (TestMachine bench = new TestMachine(CHECKED)) {
            long data = bench.hbm(TestMachine.DATA);
            bench.machine().undefine(0, data + 4096, 64);
            bench.program(EngineType.SP, copy(data, bench.sbuf(0, 0)), copy(data + 4096, bench.sbuf(0, 64)))
                    .program(EngineType.DVE, Slots.await(8, 32), Slots.copy(0, 0x200, Dtype.FP32, 32, 1));
            MachineFaultException fault = catchThrowableOfType(MachineFaultException.class, bench::run);
            assertThat(fault.kind()).isEqualTo(FaultKind.UNINITIALISED);
            assertThat(fault)
                    .hasMessageContaining("SBUF of core 0, partition 0, byte 0x40")
                    .hasMessageContaining("engine DVE");
        }
    }

    @Test
    void whatATransferWroteMayBeRead() {
        try (TestMachine bench = new TestMachine(CHECKED)) {
            bench.program(EngineType.SP, copy(bench.hbm(TestMachine.DATA), bench.sbuf(0, 0)))
                    .program(EngineType.DVE, Slots.await(8, 16), Slots.copy(0, 0x200, Dtype.FP32, 16, 1));
            assertThatCode(bench::run).doesNotThrowAnyException();
        }
    }

    private static Slot copy(long from, long to) {
        return Slots.dynamicCopy(DmaAddress.ofAbsolute(from), DmaAddress.ofAbsolute(to), 1, 64, 8);
    }
}
