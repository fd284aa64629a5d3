package io.nrt4j.runtime.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.MachineFaultException;
import io.nrt4j.hal.isa.ControlOperands;
import io.nrt4j.hal.isa.Events;
import io.nrt4j.hal.isa.Generation;
import io.nrt4j.hal.isa.Instruction;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.isa.UpdateMode;
import io.nrt4j.hal.isa.WaitMode;
import io.nrt4j.loader.LoadedModel;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.pack.NeffBuilder;
import io.nrt4j.loader.testing.Program;
import io.nrt4j.loader.testing.TestLoad;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The statuses of programs that do what they must not: exec.md §4.1, §4.2; errors.md §8. */
class FaultStatusTest {
    @Test
    void anEventThatIsSetTwice() {
        Slot set = Slot.create(Opcode.NOP).setUpdate(UpdateMode.EVT_SET_COMPLETE, 200);
        ExecutionException failure = run(set, set);
        assertThat(failure.status()).isEqualTo(NrtStatus.NRT_EXEC_COMPLETED_WITH_ERR);
        assertThat(failure.getCause())
                .isInstanceOfSatisfying(
                        MachineFaultException.class,
                        fault -> assertThat(fault.kind()).isEqualTo(FaultKind.EVENT));
    }

    @Test
    void anInstructionThatTheEngineCannotRun() {
        Slot move = Slot.create(Opcode.MOVE);
        Instruction.of(Generation.V3, Opcode.MOVE, Events.NONE, ControlOperands.Move.immediate(64, 1))
                .encode(move);
        ExecutionException failure = run(move);
        assertThat(failure.status()).isEqualTo(NrtStatus.NRT_EXEC_COMPLETED_WITH_ERR);
        assertThat(failure).hasMessageContaining("there is no register 64").hasMessageContaining("engine POOL");
    }

    @Test
    void aWaitThatIsNeverSatisfied() {
        ExecutionException failure = run(Slot.create(Opcode.NOP).setWait(WaitMode.SEM_GE_IMM, 100, 3));
        assertThat(failure.status()).isEqualTo(NrtStatus.NRT_TIMEOUT);
        assertThat(failure).hasMessageContaining("waits for S[100]>=3 is 0");
    }

    /** Executes a program of POOL. */
    private static ExecutionException run(Slot... slots) {
        byte[] neff = NeffBuilder.named("program")
                .target(Arch.CAYMAN)
                .graph(Program.program(EngineType.POOL, slots))
                .toByteArray();
        try (TestLoad load = TestLoad.on(InstanceType.TRN2_3XLARGE, 1);
                LoadedModel model = load.load(neff);
                ModelTensors tensors = ModelTensors.allocate(model)) {
            ModelExecutor executor = ModelExecutor.of(model, ExecutionOptions.DEFAULT);
            return catchThrowableOfType(ExecutionException.class, () -> executor.execute(List.of(tensors.bindings())));
        }
    }
}
