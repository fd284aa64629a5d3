package io.nrt4j.loader.image;

import static io.nrt4j.loader.image.TranslatedSlots.mainSlots;
import static io.nrt4j.loader.image.TranslatedSlots.opcodes;
import static io.nrt4j.loader.image.TranslatedSlots.slot;
import static io.nrt4j.loader.image.TranslatedSlots.translated;
import static io.nrt4j.loader.testing.Program.program;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.hal.isa.Events;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.isa.WaitMode;
import io.nrt4j.loader.pack.GraphBuilder;
import io.nrt4j.loader.pack.TensorType;
import io.nrt4j.loader.testing.Program;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What the pseudo instructions of DMA become: image-assembly.md §10; dma.md §6, §8; exec-sunda.md §5. */
class PseudoDmaTranslationTest {
    private static final InstanceType TRN2 = InstanceType.TRN2_3XLARGE;
    private static final InstanceType TRN1 = InstanceType.TRN1_2XLARGE;
    /** Core 0 of an emulated trn2 (hal.md §3.3). */
    private static final long TPB = 0x2000000000L;

    private static Consumer<GraphBuilder> copying(Slot... slots) {
        return graph -> graph.input("in", TensorType.FLOAT32, 32)
                .output("out", TensorType.FLOAT32, 32)
                .virtual("scratch", 4096, 0)
                .queue("qPoolIO0", "in", EngineType.POOL, 8)
                .queue("qPoolSpill", "data", EngineType.POOL, 24)
                .copy(EngineType.POOL, "qPoolIO0", 0, 8, "in", "scratch", 128)
                .copy(EngineType.POOL, "qPoolSpill", 0, 24, "scratch", "scratch", 128)
                .program(EngineType.POOL, Program.slots(slots));
    }

    /** dma.md §6: a single run is a doorbell for all engines and one for engine 0; queue 1, as data sets come first. */
    @Test
    void aTriggerRingsTheDoorbellsOfItsBlock() {
        Slot trigger = Program.trigger("qPoolIO0", 0).setWait(WaitMode.SEM_GE_IMM, 6, 1);
        List<Slot> slots = mainSlots(Program.load(TRN2, copying(trigger)), EngineType.POOL);
        assertThat(opcodes(slots)).containsExactly(0xA5, 0xA5);
        assertThat(slots.get(0).i64(16)).isEqualTo(0x10020A2038L);
        assertThat(slots.get(0).i64(24)).isEqualTo(0x1002082038L);
        assertThat(slots.get(0).i64(32)).isEqualTo(1);
        assertThat(slots.get(1).i64(32)).isEqualTo(0xFFFE0001L);
        assertThat(Events.decode(slots.get(0))).isEqualTo(Events.waitFor(WaitMode.SEM_GE_IMM, 6, 1));
        assertThat(Events.decode(slots.get(1))).isEqualTo(Events.NONE);
    }

    @Test
    void aDataTriggerRingsTheSourceSideOnly() {
        List<Slot> slots = mainSlots(Program.load(TRN2, copying(Program.trigger("qPoolSpill", 0))), EngineType.POOL);
        assertThat(slots.get(0).i64(16)).isEqualTo(0x1002081038L);
        assertThat(slots.get(0).u8(13)).isZero();
    }

    @Test
    void aRawCountIsRungOnBothSides() {
        Slot raw = Program.trigger("qPoolIO0", 5).setI32(44, 1);
        List<Slot> slots = mainSlots(Program.load(TRN2, copying(raw)), EngineType.POOL);
        assertThat(slots).hasSize(1);
        assertThat(List.of(slots.get(0).i64(32), slots.get(0).i64(40))).containsExactly(5L, 5L);
    }

    @Test
    void aRearmResetsAndPostsAgain() {
        Slot io = Program.text(Slot.create(Opcode.PSEUDO_DMAREARM), 12, "qPoolIO0");
        Slot data = Program.text(Slot.create(Opcode.PSEUDO_DMAREARM), 12, "qPoolSpill");
        assertThat(mainSlots(Program.load(TRN2, copying(io)), EngineType.POOL)).hasSize(1);
        // One engine has a run more than the others: two writes post the destination side.
        assertThat(mainSlots(Program.load(TRN2, copying(data)), EngineType.POOL))
                .hasSize(3);
    }

    @Test
    void aSwapSetsTheRingsOfAnInstanceUp() {
        ObjectNode queue = JsonNodeFactory.instance
                .objectNode()
                .put("type", "data")
                .put("owner", "pool")
                .put("num_queues", 16);
        queue.putArray("queue_instances").add("a").add("b");
        ObjectNode block = JsonNodeFactory.instance.objectNode().put("id", 0).put("instance_name", "b");
        block.putArray("desc");
        Slot swap = Program.text(Slot.create(Opcode.PSEUDO_DMASWAP_QUEUE_SET), 12, "b");
        CoreProgram program = Program.load(
                TRN2,
                program(EngineType.POOL, swap).andThen(g -> g.queue("q", queue).dma(EngineType.POOL, block)));
        assertThat(program.queues()).extracting(q -> q.set().name()).containsExactly("a", "b");
        assertThat(program.queues()).extracting(StaticQueue::isInitial).containsExactly(true, false);
        // Reset, twelve stores, one post.
        assertThat(mainSlots(program, EngineType.POOL)).hasSize(14);
    }

    /** dma.md §8.1, the worked example's shape: a state-buffer place becomes an address, a table row stays. */
    @Test
    void aDynamicDmaGetsAddresses() {
        Slot direct = slot(Opcode.PSEUDO_DMA_DIRECT2D)
                .setI64(16, 0x2000000000000000L)
                .setU16(32, 128)
                .setU16(34, 1)
                .setU16(36, 512)
                .setI64(40, 0x1000000000036500L)
                .setU16(56, 1)
                .setU16(58, 1)
                .setU16(60, 512);
        Consumer<GraphBuilder> graph = program(EngineType.SP, direct).andThen(PseudoDmaTranslationTest::addressTable);
        List<Slot> slots = mainSlots(Program.load(TRN2, graph), EngineType.SP);
        assertThat(slots).hasSize(1);
        Slot loaded = slots.get(0);
        assertThat(loaded.opcodeCode()).isEqualTo(0xB8);
        assertThat(loaded.i64(16)).isEqualTo(0x2000000000000000L);
        assertThat(loaded.i64(40)).isEqualTo(TPB + 0x36500);
        assertThat(Events.decode(loaded)).isEqualTo(Events.decode(direct));
    }

    private static void addressTable(GraphBuilder graph) {
        ObjectNode table = JsonNodeFactory.instance.objectNode().put("type", "dge-table");
        table.putArray("list").add(1).add(2);
        graph.variable("DGETable0", table);
    }

    /** image-assembly.md §10: bound 0x10000000, step 1024 x 128, run 1024 gives 0x0FFE0000. */
    @Test
    void aBoundedDynamicDmaGetsAMoveAndLosesItsExtension() {
        Slot direct = Slot.create(Opcode.PSEUDO_DMA_DIRECT2D)
                .setI64(16, 0x2800000000000005L)
                .setI32(24, 1024)
                .setU16(32, 128)
                .setU16(34, 1)
                .setU16(36, 1024)
                .setU8(38, 0x80 | 61)
                .setI64(40, 0x1000000000000000L)
                .setU16(56, 1)
                .setU16(58, 1)
                .setU16(60, 1024);
        Slot extension = Slot.create(Opcode.PSEUDO_EXTENSION).setI32(12, 0x10000000);
        Consumer<GraphBuilder> graph =
                program(EngineType.SP, direct, extension).andThen(PseudoDmaTranslationTest::addressTable);
        CoreProgram program = Program.load(TRN2, graph);
        List<Slot> slots = mainSlots(program, EngineType.SP);
        assertThat(opcodes(slots)).containsExactly(0xA7, 0xB8);
        assertThat(slots.get(0).u8(24)).isEqualTo(61);
        assertThat(slots.get(0).i32(32)).isEqualTo(0x0FFE0000);
        assertThat(program.image(EngineType.SP).patches().in(PatchSection.MAIN))
                .extracting(PatchLocation::type)
                .containsExactly(PatchType.INSERT, PatchType.DELETE);
    }

    @Test
    void anIndirectDynamicDmaTakesItsIndexFromTheExtension() {
        Slot direct = Slot.create(Opcode.PSEUDO_DMA_DIRECT2D)
                .setU8(13, 24)
                .setU8(14, 16)
                .setU8(15, 1)
                .setI64(16, 0x2000000000000000L)
                .setI32(24, 128)
                .setU16(32, 128)
                .setU16(34, 1)
                .setU16(36, 128)
                .setU8(38, 0x80 | 61)
                .setI64(40, 0x1000000000004000L)
                .setI32(48, 0x40000)
                .setU16(56, 128)
                .setU16(58, 1)
                .setU16(60, 128);
        Slot extension = Slot.create(Opcode.PSEUDO_EXTENSION)
                .setU8(1, 4)
                .setU8(2, 128)
                .setI32(4, 0x18000)
                .setI32(12, 143872);
        Consumer<GraphBuilder> graph =
                program(EngineType.POOL, direct, extension).andThen(PseudoDmaTranslationTest::addressTable);
        List<Slot> slots = mainSlots(Program.load(TRN2, graph), EngineType.POOL);
        assertThat(opcodes(slots)).containsExactly(0xA7, 0xBB);
        // 1124 rows of 128 bytes: the largest legal index.
        assertThat(slots.get(0).i32(32)).isEqualTo(1123);
        Slot indirect = slots.get(1);
        assertThat(List.of(indirect.u8(12), indirect.u8(13), indirect.u8(14), indirect.u8(15)))
                .containsExactly(24, 16, 128, 4);
        assertThat(indirect.i64(32)).isEqualTo(TPB + 0x4000);
        assertThat(indirect.i32(48)).isEqualTo(0x18000);
        assertThat(indirect.u8(58)).isEqualTo(0x80 | 61);
    }

    @Test
    void transposesExistOnCaymanOnly() {
        Slot transpose = Slot.create(Opcode.PSEUDO_DMA_DIRECT2D)
                .setU8(13, 24)
                .setU8(15, 2)
                .setI64(16, 0x1000000000000000L)
                .setI64(40, 0x1000000000000000L)
                .setU8(62, 7)
                .setU8(63, 7);
        List<Slot> slots = translated(EngineType.POOL, transpose);
        assertThat(opcodes(slots)).containsExactly(0xBD);
        assertThat(List.of(
                        slots.get(0).u8(14), slots.get(0).u8(15), slots.get(0).u8(62)))
                .containsExactly(7, 7, 24);
    }

    /** exec-sunda.md §5 (0xC4, 0xD6): the check's label becomes a distance, the copy counts twice per queue. */
    @Test
    void aGuardedIndirectCopyIsCheckedAndCounted() {
        ObjectNode queue = JsonNodeFactory.instance
                .objectNode()
                .put("type", "data")
                .put("owner", "pool")
                .put("num_queues", 4)
                .put("indirect_memcpy", true);
        queue.putArray("semaphore_set").add(40);
        Slot check = Slot.create(Opcode.PSEUDO_RANGE_CHECK).setI32(48, 3).setI32(52, 0x1234);
        Slot copy = Slot.create(Opcode.PSEUDO_DMAMEMCPY_FULL_IND)
                .setI32(12, 0x50)
                .setI32(24, 1)
                .setI32(28, 128)
                .setI32(32, 0x2FDE0)
                .setI32(36, 4)
                .setI32(40, 0x40000)
                .setI32(44, 1)
                .setI32(48, 128)
                .setI32(52, 8);
        Slot label = Slot.create(Opcode.PSEUDO_BRANCH_LABEL).setI32(12, 3);
        CoreProgram program =
                Program.load(TRN1, program(EngineType.POOL, check, copy, label).andThen(g -> g.queue("qInd", queue)));
        List<Slot> slots = mainSlots(program, EngineType.POOL);
        assertThat(opcodes(slots)).containsExactly(0x9C, 0xBB);
        assertThat(slots.get(0).i32(48)).isEqualTo(128);
        assertThat(slots.get(0).i32(52)).isEqualTo(0x1234);
        Slot indirect = slots.get(1);
        assertThat(List.of(indirect.u8(12), indirect.u8(13), indirect.u8(14), indirect.u8(15)))
                .containsExactly(40, 8, 128, 4);
        assertThat(indirect.i64(32)).isEqualTo(0xFFFC0000000L + 0x2FDE0);
        assertThat(indirect.u8(61)).isEqualTo(IndirectMemcpyLowering.ADDRESS_INDICES);
    }
}
