package io.nrt4j.hal.engine.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.dma.DmaRegisters;
import io.nrt4j.hal.dma.DmaSide;
import io.nrt4j.hal.dma.QueueRegister;
import io.nrt4j.hal.dma.UdmaDescriptor;
import io.nrt4j.hal.engine.check.MachineCheck;
import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.MachineFaultException;
import io.nrt4j.hal.engine.machine.MachineOptions;
import io.nrt4j.hal.engine.machine.Schedule;
import io.nrt4j.hal.engine.testing.Slots;
import io.nrt4j.hal.engine.testing.TestMachine;
import io.nrt4j.hal.isa.DmaAddress;
import io.nrt4j.hal.isa.Dtype;
import io.nrt4j.hal.isa.Slot;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rings of descriptors and their doorbells: dma.md §1, §5.3, §9; exec-corpus.md §3. */
class StaticRingTest {
    private static final int CAST = 1;
    private static final int TRANSPOSE = 2;
    private static final int ONE = 0x7000;

    private final ByteBuf sources = Unpooled.buffer();
    private final ByteBuf destinations = Unpooled.buffer();

    @Test
    void aPacketWaitsForBothSides() {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            fill(bench);
            copy(bench, 0, 0x4000, 8);
            signal(bench, 8);
            ring(bench, 1, 2, 2);
            bench.program(EngineType.SP, Slots.await(8, 1));
            bench.run();
            assertThat(bench.word(data(bench, 0x4004))).isEqualTo(1);
            assertThat(bench.core().semaphores().read(8)).isEqualTo(1);
        }
    }

    /** One packet of two sources fills three destinations. Source: dma.md §9 item 1. */
    @Test
    void aPacketsBytesFillItsDestinationsInOrder() {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            fill(bench);
            UdmaDescriptor.source(data(bench, 0), 8, true, false).encode(sources);
            UdmaDescriptor.source(data(bench, 16), 16, false, true).encode(sources);
            for (int i = 0; i < 3; i++) {
                UdmaDescriptor.destination(data(bench, 0x4000 + 32 * i), 8).encode(destinations);
            }
            signal(bench, 8);
            ring(bench, 1, 3, 4);
            bench.program(EngineType.SP, Slots.await(8, 1));
            bench.run();
            List<Integer> words = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                words.add(bench.word(data(bench, 0x4000 + 32 * i)));
                words.add(bench.word(data(bench, 0x4004 + 32 * i)));
            }
            assertThat(words).containsExactly(0, 1, 4, 5, 6, 7);
        }
    }

    /**
     * A broadcast doorbell reaches the engines that its upper half does not exclude. The window is one of engine 0's
     * blocks on cayman and outside of all blocks on sunda. Source: dma.md §1.
     */
    @ParameterizedTest
    @EnumSource(
            value = Arch.class,
            names = {"SUNDA", "CAYMAN"})
    void aBroadcastDoorbellLeavesExcludedEnginesOut(Arch arch) {
        try (TestMachine bench = new TestMachine(arch, MachineOptions.defaults())) {
            fill(bench);
            copy(bench, 0, 0x4000, 8);
            ringBases(bench, 0);
            sources.clear();
            destinations.clear();
            copy(bench, 0, 0x5000, 8);
            signal(bench, 8);
            ringBases(bench, 1);
            DmaRegisters registers = registers(bench);
            for (DmaSide side : DmaSide.values()) {
                bench.program(
                        EngineType.SP,
                        Slots.write(registers.broadcast(side, 3, QueueRegister.TAIL_INCREMENT), 0xFFFD0002));
            }
            bench.program(EngineType.SP, Slots.await(8, 1));
            bench.run();
            assertThat(bench.word(data(bench, 0x5004))).isEqualTo(1);
            assertThat(bench.word(data(bench, 0x4004))).isZero();
        }
    }

    /** Within a ring packets keep their order under every schedule. Source: exec-corpus.md §3 item 6. */
    @ParameterizedTest
    @ValueSource(strings = {"fair", "random:1", "random:2", "random:3", "priority:1", "priority:2"})
    void aRingCompletesInOrder(String schedule) {
        MachineOptions options = MachineOptions.defaults().withSchedule(Schedule.parse(schedule));
        try (TestMachine bench = new TestMachine(options)) {
            fill(bench);
            for (int i = 0; i < 20; i++) {
                copy(bench, 4 * i, 0x4000, 4);
            }
            signal(bench, 8);
            ring(bench, 1, 21, 21);
            bench.program(EngineType.SP, Slots.await(8, 1));
            bench.run();
            assertThat(bench.word(data(bench, 0x4000))).isEqualTo(19);
        }
    }

    /** A packet starts when both sides have descriptors: the report names the doorbell that came last. */
    @ParameterizedTest
    @EnumSource
    void aRaceNamesTheDoorbellThatStartedThePacket(DmaSide last) {
        MachineOptions options = MachineOptions.defaults().withChecks(Set.of(MachineCheck.RACES));
        try (TestMachine bench = new TestMachine(options)) {
            copy(bench, 0, 0x4000, 8);
            signal(bench, 8);
            ringBases(bench, 1);
            DmaSide first = last == DmaSide.M2S ? DmaSide.S2M : DmaSide.M2S;
            bench.program(EngineType.SP, doorbell(bench, 1, first, 2), doorbell(bench, 1, last, 2), Slots.await(8, 1));
            bench.program(
                    EngineType.POOL,
                    Slots.dynamicCopy(
                            DmaAddress.ofAbsolute(data(bench, 0)),
                            DmaAddress.ofAbsolute(data(bench, 0x4000)),
                            1,
                            64,
                            9));
            MachineFaultException fault = catchThrowableOfType(MachineFaultException.class, bench::run);
            assertThat(fault.kind()).isEqualTo(FaultKind.RACE);
            assertThat(fault).hasMessageContaining("[started by core 0 SP pc 0x%x", bench.address(EngineType.SP, 5));
        }
    }

    /** Of two rings either may be first; some order shows each. Source: exec-corpus.md §3 item 6. */
    @Test
    void ringsCompleteInAnyOrder() {
        boolean[] last = new boolean[2];
        for (int seed = 0; seed < 40; seed++) {
            StaticRingTest rings = new StaticRingTest();
            MachineOptions options = MachineOptions.defaults().withSchedule(Schedule.random(seed));
            try (TestMachine bench = new TestMachine(options)) {
                rings.fill(bench);
                rings.copy(bench, 4, 0x4000, 4);
                rings.signal(bench, 8);
                rings.ring(bench, 1, 2, 2);
                rings.sources.clear();
                rings.destinations.clear();
                rings.copy(bench, 8, 0x4000, 4);
                rings.signal(bench, 9);
                rings.ring(bench, 2, 2, 2);
                bench.program(EngineType.SP, Slots.await(8, 1), Slots.await(9, 1));
                bench.run();
                last[bench.word(data(bench, 0x4000)) - 1] = true;
            }
        }
        assertThat(last).containsOnly(true);
    }

    /** int8 to fp32 by value, not by bits. Source: exec-corpus.md §3 item 3. */
    @Test
    void castsElements() {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            bench.device().bus().writeInt(data(bench, 0), 0x0201FF00);
            UdmaDescriptor.source(data(bench, 0), 4, true, false).encode(sources);
            meta(sources, CAST, Dtype.INT8.code() | Dtype.FP32.code() << 8);
            UdmaDescriptor.destination(data(bench, 0x4000), 16).encode(destinations);
            signal(bench, 8);
            ring(bench, 1, 3, 2);
            bench.program(EngineType.SP, Slots.await(8, 1));
            bench.run();
            float[] values = new float[4];
            for (int i = 0; i < 4; i++) {
                values[i] = Float.intBitsToFloat(bench.word(data(bench, 0x4000 + 4 * i)));
            }
            assertThat(values).containsExactly(0, -1, 1, 2);
        }
    }

    /** to[j][i] = from[i][j] for two rows of three elements of two bytes. Source: exec-corpus.md §3 item 4. */
    @Test
    void transposesTiles() {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            bench.device().bus().writeInt(data(bench, 0), 0x00020001);
            bench.device().bus().writeInt(data(bench, 4), 0x00040003);
            bench.device().bus().writeInt(data(bench, 8), 0x00060005);
            UdmaDescriptor.source(data(bench, 0), 6, true, false).encode(sources);
            UdmaDescriptor.source(data(bench, 6), 6, false, false).encode(sources);
            meta(sources, TRANSPOSE, 2 | 4 << 8);
            UdmaDescriptor.destination(data(bench, 0x4000), 6).encode(destinations);
            UdmaDescriptor.destination(data(bench, 0x4002), 6).encode(destinations);
            meta(destinations, TRANSPOSE, 2 | 4 << 8);
            signal(bench, 8);
            ring(bench, 1, 4, 4);
            bench.program(EngineType.SP, Slots.await(8, 1));
            bench.run();
            assertThat(bench.word(data(bench, 0x4000))).isEqualTo(0x00040001);
            assertThat(bench.word(data(bench, 0x4004))).isEqualTo(0x00050002);
            assertThat(bench.word(data(bench, 0x4008))).isEqualTo(0x00060003);
        }
    }

    @Test
    void destinationsThatAreLongerThanTheirPacketAreAFault() {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            UdmaDescriptor.source(data(bench, 0), 8).encode(sources);
            UdmaDescriptor.destination(data(bench, 0x4000), 12).encode(destinations);
            ring(bench, 1, 1, 1);
            bench.program(EngineType.SP, Slots.await(8, 1));
            MachineFaultException fault = catchThrowableOfType(MachineFaultException.class, bench::run);
            assertThat(fault.kind()).isEqualTo(FaultKind.BAD_DESCRIPTOR);
            assertThat(fault)
                    .hasMessageContaining("DMA queue 3 engine 1")
                    .hasMessageContaining("ends 4 bytes before its destination descriptors");
        }
    }

    @Test
    void anUnknownOperationIsAFault() {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            UdmaDescriptor.source(data(bench, 0), 8, true, false).encode(sources);
            meta(sources, 7, 0);
            UdmaDescriptor.destination(data(bench, 0x4000), 8).encode(destinations);
            ring(bench, 1, 2, 1);
            bench.program(EngineType.SP, Slots.await(8, 1));
            assertThat(catchThrowableOfType(MachineFaultException.class, bench::run)
                            .kind())
                    .isEqualTo(FaultKind.BAD_DESCRIPTOR);
        }
    }

    /** A reset puts a ring back to its start; the descriptors stay. Source: dma.md §9 item 5. */
    @Test
    void aResetRingStartsAnew() {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            fill(bench);
            copy(bench, 4, 0x4000, 4);
            signal(bench, 8);
            ring(bench, 1, 2, 2);
            DmaRegisters registers = registers(bench);
            bench.program(EngineType.SP, Slots.await(8, 1), Slots.write(data(bench, 4), 77));
            for (DmaSide side : DmaSide.values()) {
                bench.program(
                        EngineType.SP,
                        Slots.write(
                                registers.register(1, side, 3, QueueRegister.SOFTWARE_CONTROL),
                                QueueRegister.RESET_QUEUE),
                        Slots.write(registers.register(1, side, 3, QueueRegister.TAIL_INCREMENT), 2));
            }
            bench.program(EngineType.SP, Slots.await(8, 2));
            bench.run();
            assertThat(bench.word(data(bench, 0x4000))).isEqualTo(77);
        }
    }

    private void copy(TestMachine bench, int from, int to, int bytes) {
        UdmaDescriptor.source(data(bench, from), bytes).encode(sources);
        UdmaDescriptor.destination(data(bench, to), bytes).encode(destinations);
    }

    /** Adds one to a semaphore, by a copy of the word 1 to its face. */
    private void signal(TestMachine bench, int semaphore) {
        bench.device().bus().writeInt(data(bench, ONE), 1);
        UdmaDescriptor.source(data(bench, ONE), 4).encode(sources);
        UdmaDescriptor.destination(bench.device().addressMap().semaphoreIncrement(0, semaphore), 4)
                .encode(destinations);
    }

    private static void meta(ByteBuf ring, int operation, int operand) {
        new UdmaDescriptor(UdmaDescriptor.META | UdmaDescriptor.LAST, operation << 20, operand).encode(ring);
    }

    /** Puts the descriptors into the rings of queue 3 of an engine and lets SP ring for some of them. */
    private void ring(TestMachine bench, int engine, int m2s, int s2m) {
        ringBases(bench, engine);
        bench.program(
                EngineType.SP, doorbell(bench, engine, DmaSide.S2M, s2m), doorbell(bench, engine, DmaSide.M2S, m2s));
    }

    private static Slot doorbell(TestMachine bench, int engine, DmaSide side, int descriptors) {
        return Slots.write(registers(bench).register(engine, side, 3, QueueRegister.TAIL_INCREMENT), descriptors);
    }

    private void ringBases(TestMachine bench, int engine) {
        DmaRegisters registers = registers(bench);
        for (DmaSide side : DmaSide.values()) {
            ByteBuf ring = side == DmaSide.M2S ? sources : destinations;
            byte[] bytes = new byte[ring.readableBytes()];
            ring.getBytes(ring.readerIndex(), bytes);
            long base = data(bench, 0x10000 + engine * 0x4000 + (side == DmaSide.M2S ? 0 : 0x2000));
            bench.device().bus().write(base, bytes, 0, bytes.length);
            bench.program(
                    EngineType.SP,
                    Slots.write(registers.register(engine, side, 3, QueueRegister.RING_BASE_LOW), (int) base),
                    Slots.write(
                            registers.register(engine, side, 3, QueueRegister.RING_BASE_HIGH), (int) (base >>> 32)));
        }
    }

    private static DmaRegisters registers(TestMachine bench) {
        return DmaRegisters.of(bench.device().addressMap(), 0);
    }

    private void fill(TestMachine bench) {
        for (int i = 0; i < 64; i++) {
            bench.device().bus().writeInt(data(bench, 4 * i), i);
        }
    }

    private static long data(TestMachine bench, int offset) {
        return bench.hbm(TestMachine.DATA + offset);
    }
}
