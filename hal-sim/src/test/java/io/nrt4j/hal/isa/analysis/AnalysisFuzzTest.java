package io.nrt4j.hal.isa.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.Generation;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.isa.check.Finding;
import io.nrt4j.hal.isa.check.ProgramFacts;
import io.nrt4j.hal.isa.check.ProgramFacts.Block;
import io.nrt4j.hal.isa.check.ProgramFacts.BlockKey;
import io.nrt4j.hal.isa.check.ProgramFacts.Queue;
import io.nrt4j.hal.isa.check.ProgramFacts.QueueKind;
import io.nrt4j.hal.isa.check.ProgramFacts.Variable;
import io.nrt4j.hal.isa.check.TransferAccess;
import io.nrt4j.hal.isa.check.TransferAccess.Loop;
import io.nrt4j.hal.isa.check.Validator;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Programs and declarations of noise: rules and analysis answer, whatever they are given. */
class AnalysisFuzzTest {
    private static final long SEED = 20261129;
    private static final List<Opcode> OPCODES = List.of(Opcode.values());
    private static final List<EngineType> ENGINES = List.of(EngineType.values());
    private static final List<QueueKind> QUEUE_KINDS = List.of(QueueKind.values());
    private static final List<Generation> GENERATIONS =
            List.of(Generation.V2, Generation.V3, Generation.V4, Generation.V5);

    private final SplittableRandom random = new SplittableRandom(SEED);
    private int undecided;
    private int stuck;

    @Test
    void aFewPrograms() {
        fuzz(400);
    }

    @Tag("fuzz")
    @Test
    void manyPrograms() {
        fuzz(30_000);
    }

    private void fuzz(int programs) {
        for (int i = 0; i < programs; i++) {
            Generation generation = any(GENERATIONS);
            ProgramFacts facts = facts();
            Map<EngineType, ByteBuf> streams = new EnumMap<>(EngineType.class);
            for (EngineType engine : EngineType.values()) {
                streams.put(engine, stream(generation));
                for (Finding finding : new Validator(generation, facts).check(engine, streams.get(engine))) {
                    assertThat(finding.toString()).isNotEmpty();
                }
            }
            analyse(CorePrograms.decode(generation, facts, streams));
        }
        assertThat(undecided).isPositive().isLessThan(programs);
        assertThat(stuck).isPositive().isLessThan(programs);
    }

    private void analyse(CorePrograms core) {
        for (SemaphoreGraph.Node node : SemaphoreGraph.of(core).nodes()) {
            assertThat(node.semaphore()).isBetween(0, 255);
        }
        WaitSimulation simulation = WaitSimulation.run(core);
        simulation.blocked().forEach(blocked -> assertThat(blocked.toString()).isNotEmpty());
        stuck += simulation.completes() ? 0 : 1;
        UnwrittenReads reads = UnwrittenReads.of(core);
        reads.reads().forEach(read -> assertThat(read.partition()).isBetween(0, 127));
        undecided += reads.isComplete() ? 0 : 1;
    }

    /** Up to eight slots, noisy or sparse, most of them of the opcodes whose effects are looked at. */
    private ByteBuf stream(Generation generation) {
        List<Opcode> defined =
                OPCODES.stream().filter(o -> o.existsIn(generation)).toList();
        List<Opcode> chosen = List.of(
                Opcode.EVENT_SEMAPHORE,
                Opcode.NOP,
                Opcode.COPY,
                Opcode.MEMSET,
                Opcode.MATMUL,
                Opcode.TENSOR_TENSOR_ARITH_OP,
                Opcode.PSEUDO_DMATRIGGER,
                Opcode.PSEUDO_DMA_DIRECT2D,
                Opcode.PSEUDO_DMAMEMCPY_FULL_IND,
                Opcode.EVENT_SEMAPHORE_RANGE_CLEAR);
        byte[] bytes = new byte[random.nextInt(9) * Slot.BYTES];
        boolean sparse = random.nextBoolean();
        for (int at = 0; at < bytes.length; at++) {
            boolean zero = sparse && random.nextInt(3) != 0;
            bytes[at] = zero ? 0 : (byte) random.nextInt();
        }
        for (int at = 0; at < bytes.length; at += Slot.BYTES) {
            List<Opcode> from = random.nextInt(4) == 0 ? defined : chosen;
            Opcode opcode = any(from);
            bytes[at] = (byte) opcode.code();
            if (opcode == Opcode.PSEUDO_DMATRIGGER) {
                byte[] queue = "q".getBytes(StandardCharsets.US_ASCII);
                Arrays.fill(bytes, at + 12, at + 52, (byte) 0);
                System.arraycopy(queue, 0, bytes, at + 12, queue.length);
                bytes[at + 48] = (byte) random.nextInt(3);
            }
            if (random.nextBoolean()) {
                bytes[at + Slot.WAIT_MODE] = (byte) random.nextInt(16);
                bytes[at + Slot.UPDATE_MODE] = (byte) (0x10 + random.nextInt(16));
            }
        }
        return Unpooled.wrappedBuffer(bytes);
    }

    private ProgramFacts facts() {
        IntFunction<BlockKey> key = id -> new BlockKey(any(ENGINES), "q", id);
        Map<BlockKey, Block> blocks = new HashMap<>();
        for (int id = 0; id < 3; id++) {
            blocks.put(
                    key.apply(id),
                    new Block(
                            OptionalInt.of(anyNumber()),
                            OptionalInt.of(anyNumber()),
                            anyNumber(),
                            IntStream.range(0, random.nextInt(4))
                                    .mapToObj(i -> access())
                                    .toList()));
        }
        List<Queue> queues = Arrays.stream(EngineType.values())
                .map(e -> new Queue("q", Optional.of(e), anyNumber(), List.of(anyNumber()), any(QUEUE_KINDS)))
                .toList();
        return new ProgramFacts(
                random.nextInt(20),
                random.nextInt(20),
                queues,
                Map.of(
                        0,
                        new Variable("SB", true, Optional.empty()),
                        1,
                        new Variable("v", false, Optional.of(anyLong()))),
                List.of(0, anyNumber()),
                List.of(Set.of(1)),
                blocks);
    }

    private TransferAccess access() {
        List<Loop> loops = IntStream.range(0, random.nextInt(4))
                .mapToObj(i -> new Loop(anyLong(), random.nextInt(3) == 0 ? anyLong() : random.nextInt(64)))
                .toList();
        return new TransferAccess(random.nextInt(2), random.nextInt(3) != 0, anyLong(), anyLong(), loops);
    }

    private <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private int anyNumber() {
        return random.nextInt(4) == 0 ? random.nextInt() : random.nextInt(-2, 300);
    }

    /** Small, large, at an end of the range, or near a stride of the state buffer. */
    private long anyLong() {
        return switch (random.nextInt(5)) {
            case 0 -> random.nextLong();
            case 1 -> random.nextBoolean() ? Long.MAX_VALUE : Long.MIN_VALUE;
            case 2 -> (long) random.nextInt(-128, 129) * 0x40000 + random.nextInt(-4, 4);
            default -> random.nextInt(0x10000);
        };
    }
}
