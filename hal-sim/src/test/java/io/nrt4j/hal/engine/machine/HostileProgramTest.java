package io.nrt4j.hal.engine.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.dma.DmaRegisters;
import io.nrt4j.hal.dma.DmaSide;
import io.nrt4j.hal.dma.QueueRegister;
import io.nrt4j.hal.dma.UdmaDescriptor;
import io.nrt4j.hal.engine.check.MachineCheck;
import io.nrt4j.hal.engine.fault.MachineFaultException;
import io.nrt4j.hal.engine.testing.Slots;
import io.nrt4j.hal.engine.testing.TestMachine;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.memory.AddressMap;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Programs and rings that no compiler made end in the machine's own faults, soon. */
class HostileProgramTest {
    private static final Duration LIMIT = Duration.ofMillis(100);
    private static final int SLOTS = 4;
    private static final int DESCRIPTORS = 24;

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void randomSlotsEndInNamedFaults() {
        assertThat(run(300, 1, this::slots)).containsKeys("MachineFaultException", "finished");
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void randomRingsEndInNamedFaults() {
        assertThat(run(300, 2, this::rings)).containsKey("MachineFaultException");
    }

    @Tag("fuzz")
    @Test
    @Timeout(value = 4, unit = TimeUnit.HOURS)
    void manyRandomSlotsEndInNamedFaults() {
        System.out.println(run(Integer.getInteger("nrt4j.fuzz.cases", 100_000), 3, this::slots));
    }

    @Tag("fuzz")
    @Test
    @Timeout(value = 4, unit = TimeUnit.HOURS)
    void manyRandomRingsEndInNamedFaults() {
        System.out.println(run(Integer.getInteger("nrt4j.fuzz.cases", 100_000), 4, this::rings));
    }

    private interface Hostility {
        void prepare(TestMachine bench, SplittableRandom random);
    }

    /** Runs cases; gives how often each kind of end came. Anything but the machine's own ends fails the test. */
    private static Map<String, Integer> run(int cases, long seed, Hostility hostility) {
        Map<String, Integer> ends = new TreeMap<>();
        for (int i = 0; i < cases; i++) {
            SplittableRandom random = new SplittableRandom(seed * 1_000_003 + i);
            Set<MachineCheck> checks = i % 8 == 0 ? EnumSet.allOf(MachineCheck.class) : Set.of();
            Arch arch = i % 4 == 0 ? Arch.SUNDA : Arch.CAYMAN;
            MachineOptions options = MachineOptions.defaults()
                    .withSchedule(i % 2 == 0 ? Schedule.fair() : Schedule.random(i))
                    .withChecks(checks)
                    .withNanReports(true);
            try (TestMachine bench = new TestMachine(arch, options)) {
                hostility.prepare(bench, random);
                ends.merge(end(bench), 1, Integer::sum);
            } catch (RuntimeException | Error e) {
                throw new AssertionError("case " + i + " of seed " + seed, e);
            }
        }
        return ends;
    }

    private static String end(TestMachine bench) {
        try {
            bench.run(LIMIT);
            return "finished";
        } catch (MachineFaultException | DeadlockException | WatchdogException e) {
            assertThat(e.getMessage()).isNotBlank();
            return e.getClass().getSimpleName();
        }
    }

    private void slots(TestMachine bench, SplittableRandom random) {
        for (EngineType engine : EngineType.values()) {
            int count = random.nextInt(2) == 0 ? 0 : random.nextInt(SLOTS);
            for (int i = 0; i < count; i++) {
                bench.program(engine, slot(bench, random, engine));
            }
        }
    }

    /** Opcodes of the engine, everything else random: wild, mostly zero, or small numbers in the places of fields. */
    private static Slot slot(TestMachine bench, SplittableRandom random, EngineType engine) {
        List<Opcode> opcodes = Arrays.stream(Opcode.values())
                .filter(o -> o.engines().contains(engine) && !o.isPseudo())
                .toList();
        byte[] bytes = new byte[Slot.BYTES];
        Slot slot = Slot.at(Unpooled.wrappedBuffer(bytes), 0);
        switch (random.nextInt(4)) {
            case 0 -> random.nextBytes(bytes);
            case 1 -> {
                for (int i = 0; i < bytes.length; i++) {
                    bytes[i] = (byte) (random.nextInt(6) == 0 ? random.nextInt() : 0);
                }
            }
            default -> plausible(slot, random);
        }
        slot.setU8(Slot.OPCODE, opcodes.get(random.nextInt(opcodes.size())).code());
        slot.setU8(Slot.WORD_LENGTH, Slot.LENGTH_IN_WORDS);
        if (random.nextInt(6) > 0) {
            slot.setI64(Slot.WAIT_MODE, 0);
        }
        for (int at = 16; at < Slot.BYTES; at += Long.BYTES) {
            if (random.nextInt(12) == 0) {
                slot.setI64(at, place(bench, random));
            }
        }
        return slot;
    }

    /** Small steps and counts, known element types and numbers of channels where most layouts have them. */
    private static void plausible(Slot slot, SplittableRandom random) {
        int[] small = {0, 0, 1, 1, 2, 4, 8, 32, 64, 128, 255, 512};
        for (int at = Slot.OPERANDS; at < Slot.BYTES; at += Short.BYTES) {
            slot.setU16(at, small[random.nextInt(small.length)]);
        }
        int type = random.nextInt(16);
        slot.setU8(32, type).setU8(33, random.nextInt(3) == 0 ? random.nextInt(16) : type);
        slot.setU8(34, new int[] {1, 2, 32, 128}[random.nextInt(4)]);
        if (random.nextInt(3) == 0) {
            slot.setU8(12, type | type << 4)
                    .setU8(13, type)
                    .setU8(14, random.nextInt(32))
                    .setU8(15, 32);
        }
    }

    private static long place(TestMachine bench, SplittableRandom random) {
        AddressMap map = bench.device().addressMap();
        return switch (random.nextInt(6)) {
            case 0 -> bench.sbuf(0, 0) + random.nextInt(1 << 25);
            case 1 -> map.psum(0) + random.nextInt(1 << 22);
            case 2 -> map.semaphoreIncrement(0, 0) + 4L * random.nextInt(400);
            case 3 -> map.udma(random.nextInt(16)) + (random.nextInt(1 << 18) & ~3);
            case 4 -> map.regions().get(random.nextInt(map.regions().size())).base() + (random.nextInt(1 << 16) & ~3);
            default -> bench.hbm(random.nextInt(1 << 28));
        };
    }

    private void rings(TestMachine bench, SplittableRandom random) {
        DmaRegisters registers = DmaRegisters.of(bench.device().addressMap(), 0);
        for (int queue = 0; queue < 2; queue++) {
            for (DmaSide side : DmaSide.values()) {
                long ring = bench.hbm(TestMachine.DATA + (queue * 2L + (side == DmaSide.M2S ? 0 : 1)) * 0x10000);
                byte[] bytes = ring(bench, random);
                bench.device().bus().write(ring, bytes, 0, bytes.length);
                bench.program(
                        EngineType.SP,
                        Slots.write(registers.register(queue, side, queue, QueueRegister.RING_BASE_LOW), (int) ring),
                        Slots.write(registers.register(queue, side, queue, QueueRegister.RING_BASE_HIGH), (int)
                                (ring >>> 32)));
            }
        }
        for (int i = 0; i < 6; i++) {
            int queue = random.nextInt(2);
            DmaSide side = random.nextBoolean() ? DmaSide.M2S : DmaSide.S2M;
            int count = random.nextInt(8) == 0 ? random.nextInt() : random.nextInt(DESCRIPTORS);
            bench.program(
                    EngineType.SP,
                    Slots.write(registers.register(queue, side, queue, QueueRegister.TAIL_INCREMENT), count));
        }
        bench.program(EngineType.DVE, Slots.await(8, 1 + random.nextInt(3)));
    }

    private static byte[] ring(TestMachine bench, SplittableRandom random) {
        byte[] bytes = new byte[DESCRIPTORS * UdmaDescriptor.SIZE];
        for (int i = 0; i < DESCRIPTORS; i++) {
            boolean wild = random.nextInt(6) == 0;
            int length = random.nextInt(3) > 0 ? 64 : random.nextInt(1 << 16);
            int control = wild ? random.nextInt() : length | 3 << 26 | (random.nextInt(5) == 0 ? 1 << 23 : 0);
            var buffer = Unpooled.wrappedBuffer(bytes, i * UdmaDescriptor.SIZE, UdmaDescriptor.SIZE);
            buffer.setIntLE(0, control);
            buffer.setIntLE(4, random.nextInt());
            buffer.setLongLE(8, random.nextInt(8) == 0 ? random.nextLong() : place(bench, random));
        }
        return bytes;
    }
}
