package io.nrt4j.loader.manifest;

import static io.nrt4j.loader.manifest.SmallModel.DEF;
import static io.nrt4j.loader.manifest.SmallModel.KELF;
import static io.nrt4j.loader.manifest.SmallModel.POOL;
import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the queues and DMA blocks of a definition become. */
class DmaParserTest {
    /** manifest.md §6: in the order of their names. */
    @Test
    void queues() {
        SmallModel.cayman().load(m -> {
            List<DmaQueue> queues = m.definitions().get(0).queues();
            assertThat(queues).extracting(DmaQueue::name).containsExactly("qActSpill0", "qPoolDynamic", "qPoolIO0");
            assertThat(queues)
                    .extracting(DmaQueue::ringType)
                    .containsExactly(DmaRingType.DATA, DmaRingType.DATA, DmaRingType.IN);
            assertThat(queues.get(0).semaphores()).containsExactly(9);
            assertThat(queues.get(0).numQueues()).isEqualTo(1);
            assertThat(queues.get(0).instances()).containsExactly("i0", "i1");
            assertThat(queues.get(1).isDynamic()).isTrue();
            assertThat(queues.get(1).dge()).isEqualTo(new DmaQueue.DescriptorGeneration.Software(0, 16384));
            assertThat(queues.get(2).numQueues()).isEqualTo(2);
            assertThat(queues.get(2).fabricPath()).isEqualTo("main");
        });
        SmallModel.cayman()
                .set(DEF, "/dma_queue/qActSpill0/indirect_memcpy", "true")
                .load(m -> assertThat(m.definitions()
                                .get(0)
                                .queue("qActSpill0")
                                .orElseThrow()
                                .ringType())
                        .isEqualTo(DmaRingType.INDIRECT_MEMCPY));
        SmallModel.cayman()
                .set(
                        DEF,
                        "/dma_queue/e",
                        "{'type': 'embedding_update', 'owner': 'sp'," + " 'embedding_update_sync_semaphore': 4}")
                .load(m -> assertThat(
                                m.definitions().get(0).queue("e").orElseThrow().syncSemaphore())
                        .isEqualTo(OptionalInt.of(4)));
    }

    /** manifest.md §7.2. */
    @Test
    void blocks() {
        SmallModel.cayman().load(m -> {
            List<DmaBlock> blocks =
                    m.definitions().get(0).engine(EngineType.POOL).dmaBlocks();
            assertThat(blocks.get(0).ring()).isEqualTo("qPoolIO0");
            assertThat(blocks.get(0).semaphore()).hasValue(24);
            assertThat(blocks.get(0).function()).isEmpty();
            DmaDescriptor.Copy copy =
                    (DmaDescriptor.Copy) blocks.get(0).descriptors().get(0);
            Optional<DmaDtype> float32 = Optional.of(DmaDtype.FLOAT32);
            assertThat(copy.from())
                    .isEqualTo(new AccessPattern("x", 1, 0, new long[] {32, 4}, new long[] {1, 32}, float32));
            assertThat(copy.to())
                    .isEqualTo(new AccessPattern("SB", 0, 0, new long[] {32, 4}, new long[] {1, 262144}, float32));
            assertThat(copy.from().bytes()).isEqualTo(128);
            assertThat(copy.isCast()).isFalse();
            DmaBlock second = blocks.get(1);
            assertThat(second.ring()).as("the instance wins").isEqualTo("i0");
            assertThat(second.function()).isEqualTo("f");
            assertThat(second.sectionStart()).isTrue();
            assertThat(second.event()).hasValue(3);
            assertThat(second.remoteSemaphores()).containsExactly(5);
            assertThat(second.priorityClass()).isEqualTo(2);
            DmaDescriptor.Compute fma =
                    (DmaDescriptor.Compute) second.descriptors().get(0);
            assertThat(fma.operands()).extracting(DmaDescriptor.Operand::scale).containsExactly(0.5f, 1f);
            assertThat(fma.sources()).extracting(AccessPattern::variable).containsExactly("x", "tmp");
            DmaDescriptor.Transpose transpose =
                    (DmaDescriptor.Transpose) second.descriptors().get(1);
            assertThat(transpose.shape()).containsExactly(1L, 1L, 4L, 4L);
            assertThat(transpose.elementSize()).isEqualTo(2);
            assertThat(transpose.from().step(1)).isEqualTo(-8);
            assertThat(transpose.tilingDimensions()).isEqualTo(2);
            DmaDescriptor.Compute min =
                    (DmaDescriptor.Compute) second.descriptors().get(2);
            assertThat(min.constant())
                    .contains(new DmaDescriptor.Constant(DmaDtype.FLOAT32, Float.floatToRawIntBits(-2.5f)));
            assertThat(second.resetsEngineRoundRobin(fma, Arch.CAYMAN)).isTrue();
            assertThat(second.resetsEngineRoundRobin(fma, Arch.SUNDA)).isFalse();
            assertThat(blocks.get(0).resetsEngineRoundRobin(copy, Arch.CAYMAN)).isFalse();
        });
    }

    /** manifest.md §7.2: {@code function_start} holds for the blocks that follow on the same queue set. */
    @Test
    void aFunctionOwnsTheBlocksThatFollow() {
        String block = "{'id': %d, 'queue': '%s', 'desc': []}";
        SmallModel.cayman()
                .set(
                        POOL,
                        "/dma",
                        "[{'id': 0, 'queue': 'qPoolIO0', 'desc': []},"
                                + "{'id': 0, 'queue': 'qPoolIO0', 'function_start': 'f', 'desc': []},"
                                + block.formatted(1, "qActSpill0") + "," + block.formatted(1, "qPoolIO0") + ","
                                + "{'id': 0, 'queue': 'qPoolIO0', 'function_start': 'g', 'desc': []},"
                                + block.formatted(2, "qPoolIO0") + "]")
                .load(m -> assertThat(
                                m.definitions().get(0).engine(EngineType.POOL).dmaBlocks())
                        .extracting(DmaBlock::function)
                        .containsExactly("", "f", "", "f", "g", "g"));
    }

    /** manifest.md §7.2: the 19 texts. */
    @Test
    void dmaTypes() {
        assertThat(Stream.of(
                                "float8e3",
                                "float8e4",
                                "float8e5",
                                "float16",
                                "float32",
                                "float32r",
                                "bfloat16",
                                "uint8",
                                "uint16",
                                "uint32",
                                "uint64",
                                "int8",
                                "int16",
                                "int32",
                                "int64",
                                "float8_e4m3fn",
                                "float8_e4m3fn_x4",
                                "float8_e5m2_x4",
                                "float4_e2m1fn_x4")
                        .map(text -> DmaDtype.fromText(text).orElseThrow())
                        .map(d -> d.code() + ":" + d.sdmaCode() + ":" + d.bytes()))
                .containsExactly(
                        "1:13:1", "2:14:1", "3:15:1", "4:7:2", "5:10:4", "6:11:4", "7:6:2", "8:3:1", "9:5:2", "10:9:4",
                        "11:1:8", "12:2:1", "13:4:2", "14:8:4", "15:12:8", "2:14:1", "10:9:4", "10:9:4", "9:5:2");
        assertThat(DmaDtype.fromText("float8")).isEmpty();
    }

    /** manifest.md §7.2: a scale of the descriptor serves the sources that have none. */
    @Test
    void aScaleOfTheDescriptorIsTheDefault() {
        SmallModel.cayman()
                .set(POOL, "/dma/1/desc/0/scale", "3")
                .load(m -> assertThat(compute(m, 0).operands())
                        .extracting(DmaDescriptor.Operand::scale)
                        .containsExactly(0.5f, 3f));
    }

    /** manifest.md §7.2: 16 sources, on mariana 32. */
    @Test
    void marianaTakesMoreSources() {
        String source = "{'from':'x','from_off':0,'from_sizes':[4],'from_steps':[1],'from_dtype':'int8'}";
        SmallModel.cayman()
                .set(KELF, "/target", "'mariana'")
                .on(Arch.MARIANA)
                .set(POOL, "/dma/1/desc/0/from_arr", Refusal.list(source, 32))
                .load(m -> assertThat(compute(m, 0).operands()).hasSize(32));
    }

    /** manifest.md §7.2: three types of constants; without a type, or without a bound to give, there is none. */
    @Test
    void constants() {
        assertThat(constant("int32", "-7")).contains(new DmaDescriptor.Constant(DmaDtype.INT32, -7));
        assertThat(constant("uint32", "4294967295")).contains(new DmaDescriptor.Constant(DmaDtype.UINT32, -1));
        assertThat(constant("float32", "2")).contains(new DmaDescriptor.Constant(DmaDtype.FLOAT32, 0x40000000));
        SmallModel.cayman()
                .remove(POOL, "/dma/1/desc/2/constant_dtype")
                .load(m -> assertThat(compute(m, 2).constant()).isEmpty());
        SmallModel.cayman()
                .set(POOL, "/dma/1/desc/2/op", "'add'")
                .load(m -> assertThat(compute(m, 2).constant()).isEmpty());
    }

    @Test
    void operations() {
        for (DmaOp op : List.of(DmaOp.FMA, DmaOp.ADD, DmaOp.MIN, DmaOp.MAX)) {
            SmallModel.cayman()
                    .set(POOL, "/dma/1/desc/2/op", "'" + op.name().toLowerCase(Locale.ROOT) + "'")
                    .load(m -> assertThat(compute(m, 2).op()).isEqualTo(op));
        }
        SmallModel.cayman()
                .set(POOL, "/dma/0/desc/0/op", "'cast'")
                .set(POOL, "/dma/0/desc/0/to_dtype", "'bfloat16'")
                .load(m -> assertThat(descriptor(m, 0, 0)).isInstanceOfSatisfying(DmaDescriptor.Copy.class, c -> {
                    assertThat(c.isCast()).isTrue();
                    assertThat(c.tilingDimensions()).isEqualTo(1);
                }));
        SmallModel.cayman()
                .remove(POOL, "/dma/0/desc/0/op")
                .load(m -> assertThat(descriptor(m, 0, 0).op()).isEqualTo(DmaOp.COPY));
        SmallModel.cayman()
                .remove(POOL, "/dma/1/desc/1/transpose_op")
                .set(POOL, "/dma/1/desc/1/op", "'transpose'")
                .load(m -> assertThat(descriptor(m, 1, 1).op()).isEqualTo(DmaOp.TRANSPOSE));
    }

    /** manifest.md §7.2: bytes where the file names no type. */
    @Test
    void patternsWithoutATypeMoveBytes() {
        SmallModel.cayman().remove(POOL, "/dma/0/desc/0/from_dtype").load(m -> {
            AccessPattern from = descriptor(m, 0, 0).sources().get(0);
            assertThat(from.dtype()).isEmpty();
            assertThat(from.dtypeOrBytes()).isEqualTo(DmaDtype.UINT8);
        });
    }

    @Test
    void bytesOfAPatternDoNotOverflow() {
        long half = 1L << 32;
        assertThat(pattern(half, half >> 2).bytes()).isEqualTo(1L << 62);
        assertThat(pattern(half, half >> 1).bytes()).isEqualTo(Long.MAX_VALUE);
        assertThat(pattern(half, half, 2).bytes()).isEqualTo(Long.MAX_VALUE);
    }

    private static AccessPattern pattern(long... sizes) {
        return new AccessPattern("x", 1, 0, sizes, new long[sizes.length], Optional.empty());
    }

    private static Optional<DmaDescriptor.Constant> constant(String dtype, String value) {
        AtomicReference<Optional<DmaDescriptor.Constant>> constant = new AtomicReference<>(Optional.empty());
        SmallModel.cayman()
                .set(POOL, "/dma/1/desc/2/constant_dtype", "'" + dtype + "'")
                .set(POOL, "/dma/1/desc/2/constant", value)
                .load(m -> constant.set(compute(m, 2).constant()));
        return constant.get();
    }

    private static DmaDescriptor.Compute compute(Manifest manifest, int descriptor) {
        return (DmaDescriptor.Compute) descriptor(manifest, 1, descriptor);
    }

    private static DmaDescriptor descriptor(Manifest manifest, int block, int descriptor) {
        return manifest.definitions()
                .get(0)
                .engine(EngineType.POOL)
                .dmaBlocks()
                .get(block)
                .descriptors()
                .get(descriptor);
    }
}
