package io.nrt4j.hal.engine.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.device.Device;
import io.nrt4j.hal.device.DeviceOptions;
import io.nrt4j.hal.dma.CollectiveOp;
import io.nrt4j.hal.dma.StridedPattern;
import io.nrt4j.hal.engine.check.MachineCheck;
import io.nrt4j.hal.engine.compute.ActivationTables;
import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.MachineFaultException;
import io.nrt4j.hal.engine.machine.CoreSpec;
import io.nrt4j.hal.engine.machine.DeadlockException;
import io.nrt4j.hal.engine.machine.Interpreter;
import io.nrt4j.hal.engine.machine.MachineOptions;
import io.nrt4j.hal.engine.machine.RunLimits;
import io.nrt4j.hal.engine.numeric.Fp8Config;
import io.nrt4j.hal.engine.testing.Slots;
import io.nrt4j.hal.isa.AluOp;
import io.nrt4j.hal.isa.CollectiveType;
import io.nrt4j.hal.isa.Dtype;
import io.nrt4j.hal.isa.Events;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.isa.UpdateMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Ranks that meet: exec.md §7.2, §7.3, §8 vectors 1 and 2. */
class CollectiveTest {
    private static final int RANKS = 2;
    private static final int DONE = 20;
    private static final long SOURCE = 0x1000_0000;
    private static final long DESTINATION = 0x1000_4000;
    private static final long PROGRAM = 0x10_0000;

    private final Device device = new Device(Arch.CAYMAN, 0, DeviceOptions.DEFAULT);

    @AfterEach
    void close() {
        device.close();
    }

    @Test
    void sumsOverRanksInPositionOrder() {
        fill(0, 1, 2, 3, 4);
        fill(1, 10, 20, 30, 40);
        run(operation(CollectiveType.ALL_REDUCE.code(), AluOp.ADD, 4), true, true);
        for (int rank = 0; rank < RANKS; rank++) {
            assertThat(floats(rank, 4)).containsExactly(11, 22, 33, 44);
            assertThat(device.core(rank).semaphores().read(DONE)).isEqualTo(1);
        }
    }

    @Test
    void takesTheLargest() {
        fill(0, 1, 20, -3, 4);
        fill(1, 10, 2, -30, 4);
        run(operation(CollectiveType.ALL_REDUCE.code(), AluOp.MAX, 4), true, true);
        assertThat(floats(1, 4)).containsExactly(10, 20, -3, 4);
    }

    @Test
    void gathersByPosition() {
        fill(0, 1, 2, 3, 4);
        fill(1, 10, 20, 30, 40);
        run(operation(CollectiveType.ALL_GATHER.code(), AluOp.BYPASS, 4), true, true);
        assertThat(floats(0, 8)).containsExactly(1, 2, 3, 4, 10, 20, 30, 40);
        assertThat(floats(1, 8)).containsExactly(1, 2, 3, 4, 10, 20, 30, 40);
    }

    @Test
    void aTypeThatIsNotKnownIsAFault() {
        MachineFaultException fault =
                catchThrowableOfType(MachineFaultException.class, () -> run(operation(77, AluOp.ADD, 4), true, true));
        assertThat(fault.kind()).isEqualTo(FaultKind.COLLECTIVE);
        assertThat(fault).hasMessageContaining("collective type 77");
    }

    @Test
    void ranksThatDisagreeAreAFault() {
        MachineFaultException fault = catchThrowableOfType(MachineFaultException.class, () -> {
            Interpreter machine = machine(true, true);
            machine.setCollectives(0, List.of(operation(1, AluOp.ADD, 4).apply(0)));
            machine.setCollectives(1, List.of(operation(1, AluOp.MAX, 4).apply(1)));
            machine.run(RunLimits.of(Duration.ofSeconds(20)));
        });
        assertThat(fault.kind()).isEqualTo(FaultKind.COLLECTIVE);
        assertThat(fault).hasMessageContaining("ranks disagree");
    }

    /** The deadlock of a rank that never comes is one of collectives: status 1200. Source: exec.md §4.1. */
    @Test
    void aRankThatNeverComesIsADeadlockOfCollectives() {
        DeadlockException deadlock =
                catchThrowableOfType(DeadlockException.class, () -> run(operation(1, AluOp.ADD, 4), true, false));
        assertThat(deadlock.isInCollectives()).isTrue();
        assertThat(deadlock).hasMessageContaining("waits for ranks [1]");
    }

    private interface OfRank {
        CollectiveOp apply(int rank);
    }

    private OfRank operation(int type, AluOp op, int elements) {
        return rank -> new CollectiveOp(
                EngineType.POOL,
                0,
                trigger(rank),
                CollectiveOp.Kind.COLLECTIVE,
                type,
                op.code(),
                Dtype.FP32.code(),
                0,
                -1,
                new StridedPattern(address(rank, SOURCE), elements * 4L, List.of(), List.of()),
                new StridedPattern(address(rank, DESTINATION), elements * 4L, List.of(), List.of()),
                elements,
                Events.update(UpdateMode.SEM_INC_COMPLETE, DONE, 0));
    }

    private void run(OfRank operation, boolean... ranksThatCome) {
        Interpreter machine = machine(ranksThatCome);
        for (int rank = 0; rank < RANKS; rank++) {
            machine.setCollectives(rank, List.of(operation.apply(rank)));
        }
        machine.run(RunLimits.of(Duration.ofSeconds(20)));
    }

    /** Every rank triggers its operation and waits for it, with all checks of the machine. */
    private Interpreter machine(boolean... ranksThatCome) {
        List<CoreSpec> specs = new ArrayList<>();
        for (int rank = 0; rank < RANKS; rank++) {
            specs.add(new CoreSpec(
                    device, device.core(rank), rank, 0, new ActivationTables(List.of(), true), Fp8Config.DEFAULT));
        }
        Interpreter machine = new Interpreter(
                specs,
                MachineOptions.defaults()
                        .withWorld(new CollectiveWorld(RANKS, List.of(List.of(List.of(0, 1)))))
                        .withChecks(EnumSet.allOf(MachineCheck.class)));
        for (int rank = 0; rank < RANKS; rank++) {
            for (EngineType engine : EngineType.values()) {
                List<Slot> slots = new ArrayList<>();
                if (engine == EngineType.POOL && ranksThatCome[rank]) {
                    slots.add(Slots.write(trigger(rank), 1));
                    slots.add(Slots.await(DONE, 1));
                }
                slots.add(Slots.end());
                slots.add(Slots.halt());
                long start = address(rank, PROGRAM * (engine.code() + 1));
                for (int i = 0; i < slots.size(); i++) {
                    device.bus()
                            .write(start + (long) i * Slot.BYTES, slots.get(i).toBytes(), 0, Slot.BYTES);
                }
                machine.start(rank, engine, start);
            }
        }
        return machine;
    }

    /** A register of a top-SP. */
    private long trigger(int rank) {
        return device.addressMap().topSp(rank);
    }

    /** A place in device memory of its own for each rank. */
    private long address(int rank, long offset) {
        return device.addressMap().hbm(0) + rank * 0x4000_0000L + offset;
    }

    private void fill(int rank, float... values) {
        for (int i = 0; i < values.length; i++) {
            device.bus().writeInt(address(rank, SOURCE) + 4L * i, Float.floatToRawIntBits(values[i]));
        }
    }

    private float[] floats(int rank, int count) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = Float.intBitsToFloat(device.bus().readInt(address(rank, DESTINATION) + 4L * i));
        }
        return values;
    }
}
