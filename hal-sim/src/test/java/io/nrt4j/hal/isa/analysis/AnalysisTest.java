package io.nrt4j.hal.isa.analysis;

import static io.nrt4j.hal.EngineType.ACT;
import static io.nrt4j.hal.EngineType.DVE;
import static io.nrt4j.hal.EngineType.PE;
import static io.nrt4j.hal.EngineType.SP;
import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.AccessPattern;
import io.nrt4j.hal.isa.Bytes;
import io.nrt4j.hal.isa.ControlOperands;
import io.nrt4j.hal.isa.DmaAddress;
import io.nrt4j.hal.isa.DmaOperands;
import io.nrt4j.hal.isa.DmaPattern;
import io.nrt4j.hal.isa.Dtype;
import io.nrt4j.hal.isa.Events;
import io.nrt4j.hal.isa.Generation;
import io.nrt4j.hal.isa.Instruction;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.PseudoOperands;
import io.nrt4j.hal.isa.UpdateMode;
import io.nrt4j.hal.isa.VectorOperands;
import io.nrt4j.hal.isa.WaitMode;
import io.nrt4j.hal.isa.check.ProgramFacts;
import io.nrt4j.hal.isa.check.ProgramFacts.Variable;
import io.nrt4j.hal.isa.check.TransferAccess;
import io.nrt4j.hal.isa.check.TransferAccess.Loop;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Small programs whose outcome is plain; the sheets' rules for waits and updates are isa.md §2 and §5.13. */
class AnalysisTest {
    private static final ProgramFacts FACTS = new ProgramFacts(
            3, 12, List.of(), Map.of(0, new Variable("SB", true, Optional.empty())), List.of(), List.of(), Map.of());

    private static CorePrograms programs(Map<EngineType, List<Instruction>> instructions) {
        return new CorePrograms(Generation.V3, FACTS, instructions);
    }

    private static Instruction nop(Events events) {
        return Instruction.of(Generation.V3, Opcode.NOP, events, new ControlOperands.Plain(0, 0, 0, 0, 0));
    }

    private static Instruction waitFor(int semaphore, int threshold) {
        return nop(Events.waitFor(WaitMode.SEM_GE_IMM, semaphore, threshold));
    }

    private static Instruction increment(int semaphore) {
        return nop(Events.update(UpdateMode.SEM_INC_COMPLETE, semaphore, 0));
    }

    /** Loads 128 rows of 512 bytes to byte 0x1000 of each partition. */
    private static Instruction load(int semaphore) {
        DmaPattern rows = new DmaPattern(512, 1, 128, 1);
        DmaPattern partitions = new DmaPattern(0x40000, 1, 128, 1);
        return Instruction.of(
                Generation.V3,
                Opcode.PSEUDO_DMA_DIRECT2D,
                Events.NONE,
                new DmaOperands.Direct2d(
                        0,
                        semaphore,
                        16,
                        0,
                        DmaAddress.ofTableRow(0, 0),
                        rows,
                        512,
                        0,
                        0,
                        DmaAddress.ofVariable(0, 0x1000),
                        partitions,
                        512,
                        Dtype.FP32.code(),
                        Dtype.FP32.code()));
    }

    private static Instruction copy(int from, int to, int elements) {
        return Instruction.of(
                Generation.V3,
                Opcode.COPY,
                Events.NONE,
                new VectorOperands.TensorReduce(
                        pattern(from, elements),
                        Dtype.FP32.code(),
                        Dtype.FP32.code(),
                        128,
                        0,
                        0,
                        0,
                        0,
                        pattern(to, elements)));
    }

    private static AccessPattern pattern(int address, int elements) {
        return AccessPattern.of(address, new int[] {1, 1, 1, 1}, new int[] {elements, 1, 1, 1});
    }

    @Test
    void enginesThatFeedEachOtherTerminate() {
        WaitSimulation simulation = WaitSimulation.run(programs(Map.of(
                PE, List.of(waitFor(24, 16), increment(5)),
                ACT, List.of(waitFor(5, 1), increment(4)),
                SP, List.of(load(24), waitFor(4, 1)))));
        assertThat(simulation.completes()).isTrue();
        assertThat(simulation.isExact()).isTrue();
        assertThat(simulation.semaphore(24)).isEqualTo(16);
        assertThat(simulation.order())
                .startsWith(new SlotReference(SP, 0))
                .endsWith(new SlotReference(SP, 1))
                .hasSize(6);
    }

    @Test
    void aThresholdThatIsNeverReachedIsNamed() {
        WaitSimulation simulation = WaitSimulation.run(
                programs(Map.of(PE, List.of(increment(5), waitFor(24, 32)), SP, List.of(load(24), waitFor(30, 1)))));
        assertThat(simulation.blocked())
                .extracting(WaitSimulation.Blocked::toString)
                .containsExactly(
                        "PE[1] waits for S[24]>=32, which stays at 16", "SP[1] waits for S[30]>=1, which stays at 0");
    }

    @Test
    void twoEnginesThatWaitForEachOtherAreBothNamed() {
        WaitSimulation simulation = WaitSimulation.run(programs(Map.of(
                PE, List.of(waitFor(4, 1), increment(5)),
                ACT, List.of(waitFor(5, 1), increment(4)))));
        assertThat(simulation.completes()).isFalse();
        assertThat(simulation.blocked())
                .extracting(WaitSimulation.Blocked::slot)
                .containsExactly(new SlotReference(PE, 0), new SlotReference(ACT, 0));
    }

    /** Both waits of an EVENT_SEMAPHORE must hold: isa.md §5.9. */
    @Test
    void theSecondWaitCounts() {
        Instruction both = Instruction.of(
                Generation.V3,
                Opcode.EVENT_SEMAPHORE,
                Events.waitFor(WaitMode.SEM_GE_IMM, 8, 1),
                new ControlOperands.EventSemaphore(0, WaitMode.SEM_GE_IMM.code(), 9, 0, 0, 1, 0));
        assertThat(WaitSimulation.run(programs(Map.of(PE, List.of(both), SP, List.of(increment(8)))))
                        .blocked())
                .extracting(WaitSimulation.Blocked::semaphore)
                .containsExactly(9);
    }

    @Test
    void theGraphSaysWhoWaitsForWhom() {
        SemaphoreGraph graph = SemaphoreGraph.of(
                programs(Map.of(PE, List.of(waitFor(24, 16), waitFor(60, 1)), SP, List.of(load(24)))));
        SemaphoreGraph.Node node = graph.node(24).orElseThrow();
        assertThat(node.producers()).containsExactly(SP);
        assertThat(node.consumers()).containsExactly(PE);
        assertThat(node.updaters()).containsExactly(new SemaphoreGraph.Updater(new SlotReference(SP, 0), true, "+=16"));
        assertThat(node.waiters()).containsExactly(new SemaphoreGraph.Waiter(new SlotReference(PE, 0), ">=16"));
        assertThat(graph.withoutUpdater())
                .extracting(SemaphoreGraph.Node::semaphore)
                .containsExactly(60);
    }

    @Test
    void readsOfTransferredAndComputedBytesAreFine() {
        UnwrittenReads reads = UnwrittenReads.of(programs(
                Map.of(SP, List.of(load(24)), DVE, List.of(copy(0x1000, 0x2000, 128), copy(0x2000, 0x3000, 128)))));
        assertThat(reads.reads()).isEmpty();
        assertThat(reads.isComplete()).isTrue();
    }

    @Test
    void theFirstUnwrittenByteIsNamed() {
        UnwrittenReads reads =
                UnwrittenReads.of(programs(Map.of(SP, List.of(load(24)), DVE, List.of(copy(0x1000, 0x2000, 129)))));
        assertThat(reads.reads())
                .extracting(UnwrittenReads.UnwrittenRead::toString)
                .containsExactly("DVE[0] reads SBUF partition 0 byte 0x1200 (src), which nothing writes");
    }

    @Test
    void partitionsCountToo() {
        Instruction narrow = Instruction.of(
                Generation.V3,
                Opcode.MEMSET,
                Events.NONE,
                new VectorOperands.Memset(4, Dtype.FP32.code(), 64, 0, 0, pattern(0x2000000, 4)));
        UnwrittenReads reads = UnwrittenReads.of(programs(Map.of(DVE, List.of(narrow, copy(0x2000000, 0, 4)))));
        assertThat(reads.reads())
                .extracting(UnwrittenReads.UnwrittenRead::toString)
                .containsExactly("DVE[1] reads PSUM partition 64 byte 0x0 (src), which nothing writes");
    }

    /** The number in such a trigger counts descriptors, though it may be the id of a block. Source: isa-encodings.md §5. */
    @Test
    void aTriggerWithARawCountStartsNoBlock() {
        ProgramFacts.Block loads = new ProgramFacts.Block(
                OptionalInt.of(24),
                OptionalInt.empty(),
                16,
                List.of(
                        new TransferAccess(0, true, 0x1000, 512, List.of(new Loop(0x40000, 128))),
                        new TransferAccess(1, true, 0, 4, List.of())));
        ProgramFacts facts = new ProgramFacts(
                3,
                12,
                List.of(),
                FACTS.variables(),
                List.of(),
                List.of(),
                Map.of(new ProgramFacts.BlockKey(SP, "q", 2), loads));
        CorePrograms byId = new CorePrograms(
                Generation.V3, facts, Map.of(SP, List.of(trigger(0)), DVE, List.of(copy(0x1000, 0x2000, 1))));
        CorePrograms byCount = new CorePrograms(
                Generation.V3, facts, Map.of(SP, List.of(trigger(1)), DVE, List.of(copy(0x1000, 0x2000, 1))));

        assertThat(SemaphoreGraph.of(byId).node(24)).isPresent();
        assertThat(SemaphoreGraph.of(byCount).node(24)).isEmpty();
        assertThat(UnwrittenReads.of(byId).reads()).isEmpty();
        assertThat(UnwrittenReads.of(byCount).reads()).hasSize(1);
        assertThat(VariableWrites.of(byId, Set.of(1)).isComplete()).isTrue();
        assertThat(VariableWrites.of(byCount, Set.of(1)).isComplete()).isFalse();
    }

    private static Instruction trigger(long useRawCount) {
        return Instruction.of(
                Generation.V3,
                Opcode.PSEUDO_DMATRIGGER,
                Events.NONE,
                new PseudoOperands.DmaTrigger(Bytes.ofText("q", 32), useRawCount, 2));
    }
}
