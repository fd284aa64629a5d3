package io.nrt4j.examples;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.hal.device.DeviceOptions;
import io.nrt4j.hal.device.Instance;
import io.nrt4j.hal.engine.machine.DeadlockException;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.isa.WaitMode;
import io.nrt4j.loader.LoadOptions;
import io.nrt4j.loader.LoadedModel;
import io.nrt4j.loader.NeffLoader;
import io.nrt4j.loader.Placement;
import io.nrt4j.loader.PlacementChooser;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.pack.NeffBuilder;
import io.nrt4j.loader.pack.TensorType;
import io.nrt4j.runtime.execution.ExecutionException;
import io.nrt4j.runtime.execution.ExecutionOptions;
import io.nrt4j.runtime.execution.ModelExecutor;
import io.nrt4j.runtime.execution.ModelTensors;
import java.util.List;

/**
 * A program in which one engine waits for a semaphore that nobody raises. On a device that is a timeout after thirty
 * seconds; here it is found at once, with what every engine waits for.
 */
public final class CatchDeadlock {
    private static final int SEMAPHORE = 40;
    private static final int NEVER_REACHED = 3;

    private CatchDeadlock() {}

    /** Prints who waits for what. */
    public static void main(String[] args) {
        waiting().forEach(System.out::println);
    }

    static List<String> waiting() {
        try (Instance instance = new Instance(InstanceType.TRN2_3XLARGE, 1, DeviceOptions.DEFAULT);
                ByteSource source = ByteSource.of(neff());
                LoadedModel model = new NeffLoader(LoadOptions.DEFAULT)
                        .load(source, PlacementChooser.fixed(new Placement(instance, 0)), Nlog.silent());
                ModelTensors tensors = ModelTensors.allocate(model)) {
            ModelExecutor.of(model, ExecutionOptions.DEFAULT).execute(List.of(tensors.bindings()));
            return List.of();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof DeadlockException deadlock) {
                return deadlock.engines().stream()
                        .filter(engine -> !engine.waiting().isEmpty())
                        .map(engine -> engine.engine() + " waits for " + engine.waiting())
                        .toList();
            }
            throw e;
        }
    }

    private static byte[] neff() {
        Slot wait = Slot.create(Opcode.NOP).setWait(WaitMode.SEM_GE_IMM, SEMAPHORE, NEVER_REACHED);
        return NeffBuilder.named("stuck.neff")
                .target(Arch.CAYMAN)
                .graph(graph -> graph.input("x", TensorType.FLOAT32, 4)
                        .output("y", TensorType.FLOAT32, 4)
                        .program(EngineType.DVE, wait.toBytes()))
                .toByteArray();
    }
}
