package io.nrt4j.loader.listing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.AccessPattern;
import io.nrt4j.hal.isa.ControlOperands;
import io.nrt4j.hal.isa.DmaAddress;
import io.nrt4j.hal.isa.DmaOperands;
import io.nrt4j.hal.isa.DmaPattern;
import io.nrt4j.hal.isa.Dtype;
import io.nrt4j.hal.isa.Events;
import io.nrt4j.hal.isa.Generation;
import io.nrt4j.hal.isa.Instruction;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Operands;
import io.nrt4j.hal.isa.PseudoOperands;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.isa.UpdateMode;
import io.nrt4j.hal.isa.VectorOperands;
import io.nrt4j.hal.isa.WaitMode;
import io.nrt4j.hal.isa.check.Severity;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.container.ContainerOptions;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.listing.ProgramInspection.Problem;
import io.nrt4j.loader.manifest.Definition;
import io.nrt4j.loader.pack.GraphBuilder;
import io.nrt4j.loader.pack.NeffBuilder;
import io.nrt4j.loader.pack.TensorType;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * A kernel that loads x, copies it and stores y, without a flaw; then the same with one defect. The rules are those of
 * isa.md §7, waits and updates those of §2.
 */
class ProgramLintTest {
    private static final int ROWS = 128;
    private static final int ROW_BYTES = 512;
    private static final int PARTITION_STRIDE = 0x40000;
    private static final int LOADED = 24;
    private static final int STORED = 25;
    private static final int COPIED = 6;

    private int loadDestination = 0x1000;
    private int waitForLoad = 16;
    private int waitForCopy = 1;
    private int copyElements = ROW_BYTES / 4;
    private int storeOffset = 0;
    private int rows = ROWS;
    private int storeVariable = 2;
    private int copiedSemaphore = COPIED;

    private static Instruction slot(Opcode opcode, Events events, Operands operands) {
        return Instruction.of(Generation.V3, opcode, events, operands);
    }

    private static Instruction start() {
        return slot(Opcode.SET_ORDERING_MODE, Events.NONE, new ControlOperands.SetOrderingMode(0));
    }

    private static Instruction label() {
        return slot(Opcode.PSEUDO_BRANCH_LABEL, Events.NONE, new PseudoOperands.BranchLabel(0));
    }

    private Instruction transfer(
            int semaphore, Events events, DmaAddress from, int fromStep, DmaAddress to, int toStep) {
        return slot(
                Opcode.PSEUDO_DMA_DIRECT2D,
                events,
                new DmaOperands.Direct2d(
                        0,
                        semaphore,
                        16,
                        0,
                        from,
                        new DmaPattern(fromStep, 1, rows, 1),
                        ROW_BYTES,
                        0,
                        0,
                        to,
                        new DmaPattern(toStep, 1, rows, 1),
                        ROW_BYTES,
                        Dtype.FP32.code(),
                        Dtype.FP32.code()));
    }

    private static AccessPattern row(int address, int elements) {
        return AccessPattern.of(address, new int[] {1, 1, 1, 1}, new int[] {elements, 1, 1, 1});
    }

    private static Events waitFor(int semaphore, int threshold) {
        return Events.waitFor(WaitMode.SEM_GE_IMM, semaphore, threshold);
    }

    private Consumer<GraphBuilder> kernel() {
        Instruction load = transfer(
                LOADED,
                Events.NONE,
                DmaAddress.ofVariable(1, 0),
                ROW_BYTES,
                DmaAddress.ofVariable(0, loadDestination),
                PARTITION_STRIDE);
        Instruction store = transfer(
                STORED,
                waitFor(COPIED, waitForCopy),
                DmaAddress.ofVariable(0, 0x2000),
                PARTITION_STRIDE,
                DmaAddress.ofVariable(storeVariable, storeOffset),
                ROW_BYTES);
        Instruction copy = slot(
                Opcode.COPY,
                new Events(
                        WaitMode.SEM_GE_IMM.code(),
                        LOADED,
                        UpdateMode.SEM_INC_COMPLETE.code(),
                        copiedSemaphore,
                        waitForLoad),
                new VectorOperands.TensorReduce(
                        row(0x1000, copyElements),
                        Dtype.FP32.code(),
                        Dtype.FP32.code(),
                        ROWS,
                        0,
                        0,
                        0,
                        0,
                        row(0x2000, copyElements)));
        Instruction end = slot(Opcode.NOP, waitFor(STORED, 16), new ControlOperands.Plain(0, 0, 0, 0, 0));
        return graph -> graph.input("x", TensorType.FLOAT32, ROWS, ROW_BYTES / 4)
                .output("y", TensorType.FLOAT32, ROWS, ROW_BYTES / 4)
                .queue("qSPDynamicHW", "dynamic", EngineType.SP, LOADED)
                .program(EngineType.SP, bytes(start(), label(), load, store, end))
                .program(EngineType.DVE, bytes(start(), label(), copy));
    }

    private static byte[] bytes(Instruction... instructions) {
        ByteBuf bytes = Unpooled.buffer();
        for (Instruction instruction : instructions) {
            instruction.encode(bytes);
        }
        return Arrays.copyOf(bytes.array(), bytes.readableBytes());
    }

    private static ProgramInspection inspect(Arch target, Consumer<GraphBuilder> graph) {
        byte[] neff = NeffBuilder.named("lint").target(target).graph(graph).toByteArray();
        try (ByteSource source = ByteSource.of(neff);
                NeffListing listing = NeffListing.open(source, ContainerOptions.DEFAULT, Nlog.silent())) {
            List<Definition> definitions = listing.manifests().definitions();
            return ProgramLint.inspect(definitions.get(0), definitions);
        }
    }

    private void assertFound(String... problems) {
        assertThat(inspect(Arch.CAYMAN, kernel()).problems())
                .extracting(p -> "%s %s[%d] %s".formatted(p.severity(), p.engine(), p.slot(), p.text()))
                .containsExactly(problems);
    }

    @Test
    void aFlawlessKernelHasNoProblem() {
        ProgramInspection found = inspect(Arch.CAYMAN, kernel());
        assertThat(found.problems()).isEmpty();
        assertThat(found.isAnalysed()).isTrue();
        assertThat(found.terminates()).isTrue();
        assertThat(found.isExact()).isTrue();
        assertThat(found.allAccessesKnown()).isTrue();
    }

    @Test
    void theSemaphoresSayWhoWaitsForWhom() {
        assertThat(inspect(Arch.CAYMAN, kernel()).semaphores())
                .extracting(SemaphoreUse::semaphore, SemaphoreUse::owner, SemaphoreUse::finalValue)
                .containsExactly(
                        tuple(COPIED, "Vector", 1L),
                        tuple(LOADED, "qSyncDynamicHW", 16L),
                        tuple(STORED, "qSyncDynamicHW", 16L));
        SemaphoreUse loaded = inspect(Arch.CAYMAN, kernel()).semaphores().get(1);
        assertThat(loaded.changedBy()).containsExactly(new SemaphoreUse.Change(EngineType.SP, true, "+=16", 1));
        assertThat(loaded.awaitedBy()).containsOnlyKeys(EngineType.DVE);
        assertThat(loaded.conditions()).containsExactly(">=16");
    }

    /** The compute engine asks for more than the one transfer gives; the store then waits for the compute engine. */
    @Test
    void aThresholdThatIsNeverReached() {
        waitForLoad = 17;
        assertFound(
                "HARD DVE[2] WAIT: DVE[2] waits for S[24]>=17, which stays at 16",
                "HARD SP[3] WAIT: SP[3] waits for S[6]>=1, which stays at 0");
    }

    @Test
    void aWaitThatNothingSatisfies() {
        copiedSemaphore = 7;
        assertFound("HARD SP[3] WAIT: SP[3] waits for S[6]>=1, which stays at 0 because nothing changes it");
    }

    @Test
    void aReadOfBytesThatNothingWrites() {
        loadDestination = 0x1004;
        assertFound("SOFT DVE[2] UNWRITTEN: DVE[2] reads SBUF partition 0 byte 0x1000 (src), which nothing writes");
    }

    @Test
    void aTransferOutOfItsVariable() {
        storeOffset = 4;
        assertFound("HARD SP[3] DMA_BOUNDS: destination touches bytes 4 to 65539 of y, which has 65536");
        storeOffset = 0;
        storeVariable = 9;
        assertFound("HARD SP[3] DMA_VARIABLE: there is no variable 9");
    }

    @Test
    void aTransferOutOfTheStateBuffer() {
        loadDestination = 0x37f00;
        assertThat(inspect(Arch.CAYMAN, kernel()).problems())
                .extracting(Problem::text)
                .anyMatch(text -> text.startsWith("DMA_BOUNDS: destination SB+0x37f00"));
    }

    @Test
    void anAccessOutOfThePartition() {
        copyElements = 57344;
        assertThat(inspect(Arch.CAYMAN, kernel()).problems())
                .filteredOn(p -> p.severity() == Severity.HARD)
                .extracting(Problem::text)
                .anyMatch(text -> text.startsWith("MEMORY_RANGE: src touches bytes 4096 to 233471"));
    }

    private static Optional<List<OutputLint.UnwrittenOutput>> outputs(
            Set<String> inPlace, List<Consumer<GraphBuilder>> graphs) {
        NeffBuilder builder = NeffBuilder.named("outputs").target(Arch.CAYMAN);
        graphs.forEach(builder::graph);
        try (ByteSource source = ByteSource.of(builder.toByteArray());
                NeffListing listing = NeffListing.open(source, ContainerOptions.DEFAULT, Nlog.silent())) {
            return OutputLint.of(listing.manifests().definitions(), inPlace);
        }
    }

    @Test
    void everyByteOfAnOutputHasToBeWritten() {
        assertThat(outputs(Set.of(), List.of(kernel())).orElseThrow()).isEmpty();
        rows = 127;
        Consumer<GraphBuilder> allButTheLastRow = kernel();
        assertThat(outputs(Set.of(), List.of(allButTheLastRow)).orElseThrow())
                .extracting(OutputLint.UnwrittenOutput::text)
                .containsExactly("OUTPUT: nothing writes byte 65024 of output y, and 512 of its 65536 bytes in all");
        assertThat(outputs(Set.of("y"), List.of(allButTheLastRow)).orElseThrow())
                .isEmpty();
    }

    /** isa.md §8: the cores share the outputs of the same name. */
    @Test
    void theCoresOfANeffWriteAnOutputTogether() {
        rows = 100;
        Consumer<GraphBuilder> first = kernel();
        rows = 64;
        storeOffset = 64 * ROW_BYTES;
        Consumer<GraphBuilder> second = kernel();
        assertThat(outputs(Set.of(), List.of(first, second)).orElseThrow()).isEmpty();
        assertThat(outputs(Set.of(), List.of(second, second)).orElseThrow())
                .extracting(OutputLint.UnwrittenOutput::firstByte, OutputLint.UnwrittenOutput::missing)
                .containsExactly(tuple(0L, 64L * ROW_BYTES));
    }

    @Test
    void whereAnythingElseMayWriteNothingIsSaid() {
        rows = 1;
        Consumer<GraphBuilder> withCustomOperator = kernel().andThen(graph -> graph.program(
                EngineType.POOL, bytes(start(), label(), slot(Opcode.CUSTOM_OP_HEADER, Events.NONE, opaque()))));
        assertThat(outputs(Set.of(), List.of(withCustomOperator))).isEmpty();
    }

    private static Operands opaque() {
        return Instruction.decode(Slot.create(Opcode.CUSTOM_OP_HEADER), Generation.V3)
                .operands();
    }

    /** A program of noise breaks the same few rules in every slot; of each the first sixteen are told in full. */
    @Test
    void manyProblemsOfAKindAreCounted() {
        byte[] noise = new byte[1000 * Slot.BYTES];
        ProgramInspection found = inspect(
                Arch.CAYMAN, graph -> graph.output("y", TensorType.FLOAT32, 32).program(EngineType.PE, noise));
        assertThat(found.isAnalysed()).isFalse();
        assertThat(found.problems()).hasSize(17);
        assertThat(found.problems().get(16).text())
                .isEqualTo("OPCODE_DEFINED: from here on 984 more like those before");
    }

    @Test
    void noiseIsNoException() {
        SplittableRandom random = new SplittableRandom(4);
        List<Arch> architectures = List.of(Arch.values());
        for (int i = 0; i < 40; i++) {
            byte[] noise = new byte[random.nextInt(600)];
            random.nextBytes(noise);
            Arch arch = architectures.get(i % architectures.size());
            assertThat(inspect(
                                    arch,
                                    graph -> graph.output("y", TensorType.FLOAT32, 32)
                                            .program(EngineType.POOL, noise)
                                            .program(EngineType.SP, noise))
                            .isAnalysed())
                    .isIn(true, false);
        }
    }

    @Test
    void tooManySlotsAreNotAnalysed() {
        Instruction nop = slot(Opcode.NOP, Events.NONE, new ControlOperands.Plain(0, 0, 0, 0, 0));
        byte[] one = bytes(nop);
        byte[] many = new byte[(DeclaredPrograms.MOST_SLOTS + 1) * Slot.BYTES];
        for (int at = 0; at < many.length; at += one.length) {
            System.arraycopy(one, 0, many, at, one.length);
        }
        System.arraycopy(bytes(start(), label()), 0, many, 0, 2 * Slot.BYTES);
        ProgramInspection found = inspect(
                Arch.CAYMAN, graph -> graph.output("y", TensorType.FLOAT32, 32).program(EngineType.PE, many));
        assertThat(found.isAnalysed()).isFalse();
        assertThat(found.problems())
                .extracting(Problem::text)
                .containsExactly(
                        "SIZE: 524297 slots of all engines are too many to look for waits and unwritten bytes");
    }
}
