package io.nrt4j.loader.pack.diff;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.isa.WaitMode;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.pack.NeffBuilder;
import io.nrt4j.loader.pack.TensorType;
import io.nrt4j.loader.testing.Program;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NeffDiffTest {
    private static final UUID SAME = new UUID(1, 2);

    private static List<Difference> compare(NeffBuilder left, NeffBuilder right) {
        try (ByteSource a = ByteSource.of(left.uuid(SAME).toByteArray());
                ByteSource b = ByteSource.of(right.uuid(SAME).toByteArray())) {
            return NeffDiff.compare(a, b);
        }
    }

    private static NeffBuilder model(int outputs, int firstSemaphore, int slotByte) {
        byte[] slots = new byte[128];
        slots[64 + 12] = (byte) slotByte;
        return NeffBuilder.named("m")
                .graph(g -> g.input("x", TensorType.INT8, 4)
                        .output("y", TensorType.INT8, outputs)
                        .queue("q", "in", EngineType.SP, firstSemaphore)
                        .program(EngineType.PE, slots));
    }

    @Test
    void theWayOfPackingDoesNotCount() {
        assertThat(compare(model(4, 8, 1), model(4, 8, 1).mtime(5).uncompressed()))
                .isEmpty();
    }

    @Test
    void variablesQueuesInstructionsAndHeaderAreNamed() {
        List<Difference> differences = compare(model(4, 8, 1), model(5, 24, 2).header(fields -> fields.name("n")));
        assertThat(differences)
                .contains(
                        new Difference("header", "name", "m", "n"),
                        new Difference(
                                "sg00 variables", "y", "MR_OUTPUT of 4 bytes, id 2", "MR_OUTPUT of 5 bytes, id 2"))
                .anyMatch(d -> d.area().equals("sg00 queues")
                        && d.what().equals("q")
                        && d.right().contains("24"))
                .anyMatch(d -> d.area().equals("members") && d.what().equals("sg00/PE.bin"));
    }

    private static NeffBuilder program(Slot... slots) {
        return NeffBuilder.named("m")
                .graph(g -> g.input("x", TensorType.INT8, 4).program(EngineType.DVE, Program.slots(slots)));
    }

    private static Slot nop(int semaphore) {
        return Slot.create(Opcode.NOP).setWait(WaitMode.SEM_GE_IMM, semaphore, 16);
    }

    private static List<Difference> ofTheEngine(NeffBuilder left, NeffBuilder right) {
        return compare(left, right).stream()
                .filter(d -> d.area().equals("sg00 dve"))
                .toList();
    }

    /** The texts are those of isa.md §10. */
    @Test
    void instructionsAreToldByTheirText() {
        assertThat(ofTheEngine(program(nop(24), nop(25)), program(nop(24), nop(26))))
                .containsExactly(
                        new Difference("sg00 dve", "slot 1", "NOP $S[25]>=16 cycle=0", "NOP $S[26]>=16 cycle=0"));
    }

    @Test
    void anInstructionMoreDoesNotMakeTheOthersDiffer() {
        assertThat(ofTheEngine(program(nop(24), nop(25), nop(27)), program(nop(24), nop(26), nop(25))))
                .containsExactly(
                        new Difference("sg00 dve", "slot 1 of B", "-", "NOP $S[26]>=16 cycle=0"),
                        new Difference("sg00 dve", "slot 2 of A", "NOP $S[27]>=16 cycle=0", "-"));
        assertThat(ofTheEngine(program(nop(24)), program(nop(23), nop(24))))
                .contains(new Difference("sg00 dve", "size of the program", "64 bytes", "128 bytes"))
                .hasSize(2);
    }

    @Test
    void bytesWithoutAMeaningAreToldToo() {
        assertThat(ofTheEngine(program(nop(24)), program(nop(24).setU8(63, 7))))
                .containsExactly(new Difference(
                        "sg00 dve", "slot 0", "NOP $S[24]>=16 cycle=0", "NOP $S[24]>=16 cycle=0 ?63=0x7"));
    }

    @Test
    void programsThatHaveNothingInCommonAreCutOff() {
        Slot[] ones = IntStream.range(0, 300).mapToObj(i -> nop(20)).toArray(Slot[]::new);
        Slot[] others = IntStream.range(0, 300).mapToObj(i -> nop(21)).toArray(Slot[]::new);
        assertThat(ofTheEngine(program(ones), program(others)))
                .hasSize(41)
                .endsWith(new Difference("sg00 dve", "and more slots", "-", "260 further differences"));
    }

    private static NeffBuilder sequencer(String target, String program) {
        return NeffBuilder.named("m")
                .target(target)
                .graph(g -> g.output("y", TensorType.INT8, 4)
                        .program(EngineType.SP, HexFormat.of().parseHex(program)));
    }

    private static List<Difference> ofTheSequencer(NeffBuilder left, NeffBuilder right) {
        return compare(left, right).stream()
                .filter(d -> d.area().equals("sg00 sp"))
                .toList();
    }

    /** isa-encodings.md §7.2: the SP engine of v1 has instructions of eight bytes. Files for v1 name no target. */
    @Test
    void theSequencerOfV1IsComparedByEightBytes() {
        String wait = "a401020304050607";
        String other = "a401020304050608";
        assertThat(ofTheSequencer(sequencer("", wait + wait), sequencer("", wait + other)))
                .containsExactly(new Difference(
                        "sg00 sp",
                        "slot 1",
                        "WAIT_EVENT_SET phase=1 payload=01020304050607",
                        "WAIT_EVENT_SET phase=1 payload=01020304050608"));
        assertThat(ofTheSequencer(
                        sequencer("", wait.repeat(17)), sequencer("", wait.repeat(12) + other + wait.repeat(4))))
                .extracting(Difference::what)
                .containsExactly("slot 12");
    }

    @Test
    void slotsOfDifferentSizesAreNotCompared() {
        String slots = "a401020304050607".repeat(16);
        assertThat(ofTheSequencer(sequencer("", slots), sequencer(Arch.SUNDA.target(), slots)))
                .containsExactly(new Difference("sg00 sp", "size of a slot", "8 bytes", "64 bytes"));
        assertThat(ofTheSequencer(sequencer("", ""), sequencer(Arch.SUNDA.target(), "")))
                .isEmpty();
    }

    private static NeffBuilder transfers(int semaphore, int bytes, int blocks) {
        return NeffBuilder.named("m").graph(g -> {
            g.input("x", TensorType.INT8, 64).output("y", TensorType.INT8, 64).queue("q", "in", EngineType.SP, 8);
            for (int i = 0; i < blocks; i++) {
                g.copy(EngineType.SP, "q", i, semaphore, "x", "y", bytes);
            }
        });
    }

    @Test
    void transfersAreComparedByWhatTheyMove() {
        assertThat(compare(transfers(8, 64, 2), transfers(8, 64, 2))).isEmpty();
        assertThat(compare(transfers(8, 64, 1), transfers(9, 32, 2)))
                .filteredOn(d -> d.area().equals("sg00 sp DMA"))
                .containsExactly(
                        new Difference("sg00 sp DMA", "block 0 of q", "signals S[8]", "signals S[9]"),
                        new Difference(
                                "sg00 sp DMA",
                                "block 0 of q, transfer 0",
                                "COPY x+0x0[1][64] UINT8 to y+0x0[1][64] UINT8",
                                "COPY x+0x0[1][32] UINT8 to y+0x0[1][32] UINT8"),
                        new Difference(
                                "sg00 sp DMA",
                                "block 1 of q",
                                "-",
                                "1 transfers, the first COPY x+0x0[1][32] UINT8 to y+0x0[1][32] UINT8, signals S[9]"));
    }

    @Test
    void inputsAndOutputsAreNamed() {
        assertThat(compare(model(4, 8, 1), model(5, 8, 1)))
                .contains(new Difference("outputs", "y", "int8[4]", "int8[5]"));
    }

    @Test
    void whatOnlyOneHasIsNamed() {
        assertThat(compare(model(4, 8, 1).member("extra", "abc"), model(4, 8, 1)))
                .containsExactly(new Difference("members", "extra", "3 bytes", "-"));
        assertThat(compare(model(4, 8, 1).insertionOrder(), model(4, 8, 1)))
                .containsExactly(new Difference("members", "order", "one", "another"));
    }
}
