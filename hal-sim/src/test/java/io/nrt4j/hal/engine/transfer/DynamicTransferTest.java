package io.nrt4j.hal.engine.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.MachineFaultException;
import io.nrt4j.hal.engine.machine.MachineOptions;
import io.nrt4j.hal.engine.machine.RunResult;
import io.nrt4j.hal.engine.machine.Schedule;
import io.nrt4j.hal.engine.sequencer.Notification;
import io.nrt4j.hal.engine.sequencer.RegisterBank;
import io.nrt4j.hal.engine.testing.Slots;
import io.nrt4j.hal.engine.testing.TestMachine;
import io.nrt4j.hal.isa.DmaAddress;
import io.nrt4j.hal.isa.DmaExtension;
import io.nrt4j.hal.isa.DmaOperands;
import io.nrt4j.hal.isa.DmaPattern;
import io.nrt4j.hal.isa.Dtype;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Slot;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Generated descriptors: isa.md §5.13, dma.md §8, exec-corpus.md §3 item 10 and §5. */
class DynamicTransferTest {
    private static final int SEMAPHORE = 8;
    private static final long OFFSET_REGISTER = 0x28L << 56;

    @Test
    void copiesRunsAndAddsTheIncrementOnce() {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            fill(bench, 64);
            bench.program(
                    EngineType.SP, direct(bench, new DmaPattern(16, 64, 2, 2), 16, new DmaPattern(8, 0, 8, 1), 8));
            bench.run();
            // The first pattern's inner loop takes words 0..3 and 4..7, its outer loop goes on at word 16.
            assertThat(words(bench, 16)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
            assertThat(bench.core().semaphores().read(SEMAPHORE)).isEqualTo(16);
        }
    }

    /** Source: isa.md §13. */
    @Test
    void aRunOfSizeZeroIsTheLargestOne() {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            bench.device().bus().writeInt(bench.hbm(TestMachine.DATA + 0xFFFC), 7);
            bench.program(EngineType.SP, direct(bench, new DmaPattern(0, 0, 1, 1), 0, new DmaPattern(0, 0, 1, 1), 0));
            bench.run();
            assertThat(bench.word(target(bench) + 0xFFFC)).isEqualTo(7);
        }
    }

    /** Types that differ are converted in flight, rounded to nearest even: exec-corpus.md §6, fp32 to fp16. */
    @ParameterizedTest
    @CsvSource({
        "0x3F801000, 0x3C00",
        "0x3F801001, 0x3C01",
        "0x3F803000, 0x3C02",
        "0x477FF000, 0x7C00",
        "0x80000000, 0x8000"
    })
    void convertsElements(String single, String half) {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            bench.device()
                    .bus()
                    .writeInt(bench.hbm(TestMachine.DATA), Long.decode(single).intValue());
            Slot slot = direct(bench, new DmaPattern(4, 0, 1, 1), 4, new DmaPattern(2, 0, 1, 1), 2);
            bench.program(EngineType.SP, slot.setU8(62, Dtype.FP32.code()).setU8(63, Dtype.FP16.code()));
            bench.run();
            assertThat(words(bench, 1)[0] & 0xFFFF).isEqualTo(Integer.decode(half));
        }
    }

    @Test
    void sidesThatDoNotFitAreAFault() {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            bench.program(EngineType.SP, direct(bench, new DmaPattern(4, 0, 3, 1), 4, new DmaPattern(4, 0, 2, 1), 4));
            MachineFaultException fault = fault(bench);
            assertThat(fault.kind()).isEqualTo(FaultKind.BAD_OPERAND);
            assertThat(fault)
                    .hasMessageContaining("12 source bytes do not fill 8 destination bytes")
                    .hasMessageContaining("dynamic DMA of SP");
        }
    }

    @Test
    void aRunOfNoWholeElementsIsMisaligned() {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            Slot slot = direct(bench, new DmaPattern(6, 0, 1, 1), 6, new DmaPattern(6, 0, 1, 1), 6);
            bench.program(EngineType.SP, slot.setU8(62, Dtype.FP32.code()).setU8(63, Dtype.FP32.code()));
            assertThat(fault(bench).kind()).isEqualTo(FaultKind.MISALIGNED);
        }
    }

    @Test
    void aTransferOutOfAllMemoriesIsOutOfBounds() {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            Slot slot = direct(bench, new DmaPattern(4, 0, 1, 1), 4, new DmaPattern(4, 0, 1, 1), 4);
            bench.program(EngineType.SP, slot.setI64(40, bench.sbuf(0, 0) + 0x38000));
            assertThat(fault(bench).kind()).isEqualTo(FaultKind.OUT_OF_BOUNDS);
        }
    }

    /** Row 2 of the table whose base registers 130 and 131 hold. Source: dma.md §8.2. */
    @Test
    void takesAddressesFromTheTable() {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            fill(bench, 64);
            table(bench, bench.hbm(TestMachine.DATA));
            bench.program(EngineType.SP, tableBase(bench));
            bench.program(EngineType.SP, copy(bench, DmaAddress.ofTableRow(2, 12)));
            bench.run();
            assertThat(words(bench, 2)).containsExactly(3, 4);
        }
    }

    /**
     * A register is read when the instruction issues: the transfer is still to come when the register changes. Source:
     * exec-corpus.md §3 item 10; under a priority schedule the engine runs far ahead of its transfers.
     */
    @ParameterizedTest
    @CsvSource({"fair", "random:1", "random:2", "priority:1", "priority:2", "priority:3"})
    void readsRegistersAtIssue(String schedule) {
        MachineOptions options = MachineOptions.defaults().withSchedule(Schedule.parse(schedule));
        try (TestMachine bench = new TestMachine(options)) {
            fill(bench, 64);
            table(bench, bench.hbm(TestMachine.DATA));
            bench.program(
                    EngineType.SP,
                    tableBase(bench),
                    Slots.move(5, 12),
                    copy(bench, new DmaAddress(OFFSET_REGISTER | 2L << 32 | 5)),
                    Slots.move(5, 100),
                    Slots.await(SEMAPHORE, 16));
            bench.run();
            assertThat(words(bench, 2)).containsExactly(3, 4);
        }
    }

    /** Legal offsets reach the bound and no further; the program goes on. Source: exec.md §4 (1006), §10. */
    @ParameterizedTest
    @CsvSource({"12, true", "16, true", "17, false", "-1, false"})
    void checksTheOffsetAgainstItsBound(int offset, boolean legal) {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            fill(bench, 64);
            table(bench, bench.hbm(TestMachine.DATA));
            Slot bounded =
                    copy(bench, new DmaAddress(OFFSET_REGISTER | 2L << 32 | 5)).setU8(38, 0x80 | 61);
            bench.program(EngineType.SP, tableBase(bench), Slots.move(5, offset), Slots.move(61, 16), bounded);
            RunResult result = bench.run();
            List<Notification> reports = result.notifications().stream()
                    .filter(n -> n.subject() == Notification.Subject.BOUND_CHECK)
                    .toList();
            assertThat(reports).hasSize(legal ? 0 : 1);
            assertThat(words(bench, 1)[0] != 0).isEqualTo(legal);
            assertThat(bench.core().semaphores().read(SEMAPHORE)).isEqualTo(16);
        }
    }

    /** One 32-bit row number per partition; rows count steps of the indirect side. Source: exec-sunda.md §5 (0xD4). */
    @Test
    void gathersRowsByAnIndexVector() {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            fill(bench, 64);
            int[] rows = {5, 0, 7};
            for (int p = 0; p < rows.length; p++) {
                bench.device().bus().writeInt(bench.sbuf(p, 0x100), rows[p]);
            }
            bench.program(EngineType.POOL, gather(bench, 0));
            bench.run();
            assertThat(words(bench, 6)).containsExactly(10, 11, 0, 1, 14, 15);
        }
    }

    @Test
    void skipsAndReportsIndicesBeyondTheBound() {
        try (TestMachine bench = new TestMachine(MachineOptions.defaults())) {
            fill(bench, 64);
            bench.device().bus().writeInt(bench.sbuf(0, 0x100), 8);
            bench.device().bus().writeInt(bench.sbuf(1, 0x100), 7);
            bench.program(EngineType.POOL, Slots.move(61, 7), gather(bench, 0x80 | 61));
            RunResult result = bench.run();
            assertThat(result.notifications())
                    .filteredOn(n -> n.subject() == Notification.Subject.BOUND_CHECK)
                    .singleElement()
                    .satisfies(n -> assertThat(n.code()).isEqualTo(2));
            assertThat(words(bench, 4)).containsExactly(0, 0, 14, 15);
        }
    }

    private static Slot gather(TestMachine bench, int bound) {
        return Slots.of(
                Opcode.DMA_INDIRECT,
                new DmaOperands.Indirect1d(
                        SEMAPHORE,
                        16,
                        3,
                        DmaExtension.SOURCE_INDIRECT,
                        DmaAddress.ofAbsolute(bench.hbm(TestMachine.DATA)),
                        8,
                        1,
                        8,
                        DmaAddress.ofAbsolute(target(bench)),
                        8,
                        3,
                        8,
                        0x100,
                        0,
                        Dtype.UINT8.code(),
                        Dtype.UINT8.code(),
                        bound,
                        0,
                        0,
                        0));
    }

    private static Slot direct(TestMachine bench, DmaPattern source, int run, DmaPattern target, int targetRun) {
        return Slots.of(
                Opcode.DMAMEMCPY,
                new DmaOperands.Direct2d(
                        0,
                        SEMAPHORE,
                        16,
                        0,
                        DmaAddress.ofAbsolute(bench.hbm(TestMachine.DATA)),
                        source,
                        run,
                        0,
                        0,
                        DmaAddress.ofAbsolute(target(bench)),
                        target,
                        targetRun,
                        Dtype.UINT8.code(),
                        Dtype.UINT8.code()));
    }

    private static Slot copy(TestMachine bench, DmaAddress from) {
        return Slots.dynamicCopy(from, DmaAddress.ofAbsolute(target(bench)), 1, 8, SEMAPHORE);
    }

    private static Slot tableBase(TestMachine bench) {
        return Slots.load(bench.hbm(TestMachine.DATA + 0x8000), RegisterBank.TABLE_BASE, 2);
    }

    /** A table of three rows, the last of which is an address; and its own address behind the data. */
    private static void table(TestMachine bench, long address) {
        long table = bench.hbm(TestMachine.DATA + 0x9000);
        bench.device().bus().writeInt(table + 16, (int) address);
        bench.device().bus().writeInt(table + 20, (int) (address >>> 32));
        bench.device().bus().writeInt(bench.hbm(TestMachine.DATA + 0x8000), (int) table);
        bench.device().bus().writeInt(bench.hbm(TestMachine.DATA + 0x8004), (int) (table >>> 32));
    }

    private static void fill(TestMachine bench, int words) {
        for (int i = 0; i < words; i++) {
            bench.device().bus().writeInt(bench.hbm(TestMachine.DATA + 4L * i), i);
        }
    }

    private static long target(TestMachine bench) {
        return bench.hbm(TestMachine.DATA + 0x4000);
    }

    private static int[] words(TestMachine bench, int count) {
        int[] words = new int[count];
        for (int i = 0; i < count; i++) {
            words[i] = bench.word(target(bench) + 4L * i);
        }
        return words;
    }

    private static MachineFaultException fault(TestMachine bench) {
        return catchThrowableOfType(MachineFaultException.class, bench::run);
    }
}
