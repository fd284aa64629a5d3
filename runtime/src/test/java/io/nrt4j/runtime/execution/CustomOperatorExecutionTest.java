package io.nrt4j.runtime.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.memory.AllocationOwner;
import io.nrt4j.hal.memory.AllocationRequest;
import io.nrt4j.hal.memory.AllocationScope;
import io.nrt4j.hal.memory.DeviceAllocation;
import io.nrt4j.hal.memory.MemoryUsage;
import io.nrt4j.hal.q7.PoolCall;
import io.nrt4j.hal.q7.PoolFunctions;
import io.nrt4j.loader.LoadOptions;
import io.nrt4j.loader.LoadedModel;
import io.nrt4j.loader.testing.CustomOperatorModel;
import io.nrt4j.loader.testing.MiniLibrary;
import io.nrt4j.loader.testing.TestLoad;
import io.nrt4j.loader.ucode.UcodeOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Instructions of POOL that reach the functions of a library: q7.md §6.3, §7.2. */
class CustomOperatorExecutionTest {
    private static final long SIZE = 128 * 4 * 4;

    @Test
    void aRegisteredFunctionIsCalledOncePerInstruction() {
        List<PoolCall> calls = new ArrayList<>();
        assertThat(run(Opcode.EXTENDED_INST, 7, PoolFunctions.none().with(0xF0, 7, calls::add)))
                .isEmpty();
        assertThat(calls).singleElement().satisfies(call -> {
            assertThat(call.library()).isEqualTo("mini.so");
            assertThat(call.kernel().address()).isEqualTo(0x18020);
            assertThat(call.cpuCount()).isEqualTo(8);
        });
    }

    @Test
    void aRegisteredFunctionReplacesWhatTheInterpreterKnows() {
        List<PoolCall> calls = new ArrayList<>();
        assertThat(run(Opcode.IOTA, 0, PoolFunctions.none().with(0x7E, 0, calls::add)))
                .isEmpty();
        assertThat(calls).hasSize(1);
    }

    @Test
    void nativeCodeIsANamedFault() {
        assertThat(run(Opcode.EXTENDED_INST, 7, PoolFunctions.none()))
                .contains("opcode 0xf0 specialization 7 is Xtensa code at 0x18020 of library mini.so: not emulated");
    }

    @Test
    void anUnknownFunctionIsANamedFault() {
        assertThat(run(Opcode.EXTENDED_INST, 99, PoolFunctions.none())).contains("UNKNOWN EXTENDED OPCODE=99");
    }

    @Test
    void theExtendedNopOfTheRuntimesOwnLibraryRuns() {
        assertThat(run(Opcode.EXTENDED_INST, 0, PoolFunctions.none())).isEmpty();
    }

    /** Executes one instruction of POOL; gives the message of the failure, empty for success. */
    private static String run(Opcode opcode, int specialization, PoolFunctions functions) {
        byte[] program =
                Slot.create(opcode).setU8(Slot.OPERANDS, specialization).toBytes();
        byte[] neff = CustomOperatorModel.builder(
                        Arch.CAYMAN,
                        MiniLibrary.mini2(),
                        CustomOperatorModel.library(),
                        graph -> graph.program(EngineType.POOL, program))
                .toByteArray();
        LoadOptions options =
                LoadOptions.DEFAULT.withUcode(UcodeOptions.defaults().withFunctions(functions));
        try (TestLoad load = new TestLoad(InstanceType.TRN2_3XLARGE, 1, options);
                LoadedModel model = load.load(neff);
                AllocationScope tensors = model.core().device().heap().open(AllocationOwner.RUNTIME)) {
            TensorBindings bindings =
                    new TensorBindings(Map.of("x", tensor(model, tensors)), Map.of("y", tensor(model, tensors)));
            ModelExecutor executor = ModelExecutor.of(model, ExecutionOptions.DEFAULT);
            ExecutionException failure =
                    catchThrowableOfType(ExecutionException.class, () -> executor.execute(List.of(bindings)));
            return failure == null ? "" : String.valueOf(failure.getMessage());
        }
    }

    private static TensorPlace tensor(LoadedModel model, AllocationScope tensors) {
        DeviceAllocation memory = tensors.allocate(
                new AllocationRequest(model.core().core(0).index(), MemoryUsage.TENSOR, SIZE, 0, "tensor"));
        return new TensorPlace(memory.address(), SIZE);
    }
}
