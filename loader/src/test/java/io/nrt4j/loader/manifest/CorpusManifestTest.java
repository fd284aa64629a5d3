package io.nrt4j.loader.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.loader.archive.ArchiveOptions;
import io.nrt4j.loader.archive.ArchiveReader;
import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.container.NeffContainer;
import io.nrt4j.loader.container.NeffHeader;
import io.nrt4j.loader.diagnostics.LogLevel;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.testing.Corpus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What the parser makes of real files. Expected values: corpus/manifest.json and the tables of manifest.md. */
@Tag("corpus")
class CorpusManifestTest {
    /** Read on first use, as the corpus may be absent. */
    private static final class Oracle {
        static final JsonNode FILES = Corpus.manifest();
    }

    static Stream<Path> neffs() {
        return Corpus.neffs();
    }

    @ParameterizedTest
    @MethodSource("neffs")
    void everyFileParsesForItsTarget(Path file) throws IOException {
        JsonNode expected = oracle(file);
        Nlog nlog = Nlog.silent();
        try (MemberTable members = members(file)) {
            Manifest manifest = ManifestParser.parse(
                    members, ManifestOptions.forArch(targetOf(expected)).withStrict(true), nlog);
            assertThat(manifest.kelf().target()).isEqualTo(targetOf(expected));
            assertThat(manifest.definitions()).hasSize(expected.get("graphs").asInt());
            assertThat(variableTypes(manifest)).isEqualTo(counts(expected.get("vars")));
            assertThat(queueTypes(manifest)).isEqualTo(texts(expected.get("queue_types")));
            assertThat(dmaBlocks(manifest).count())
                    .isEqualTo(expected.get("dma_entries").asLong());
            assertThat(slots(manifest)).isEqualTo(slots(expected.get("opcodes")));
            assertThat(nlog.records()).extracting(LogRecord::level).doesNotContain(LogLevel.ERROR);
            manifest.definitions().forEach(CorpusManifestTest::assertBlocksBelongToTheQueuesOfTheirEngine);
            ManifestInspection inspection = ManifestInspector.inspect(members);
            assertInspectionFindsTheSame(inspection, manifest);
            assertThat(ManifestLint.lint(header(file), members, inspection)).isEmpty();
        }
    }

    /** corpus/dialects.md §6: the invariants of all DMA entries of sunda and cayman files. */
    private static void assertBlocksBelongToTheQueuesOfTheirEngine(Definition graph) {
        for (EngineProgram program : graph.engines().values()) {
            Set<String> ids = new HashSet<>();
            for (DmaBlock block : program.dmaBlocks()) {
                DmaQueue queue = graph.queue(block.ring()).orElseThrow();
                boolean fits = graph.target() == Arch.TONGA
                        || (queue.semaphores().contains(block.semaphore().orElseThrow())
                                && queue.owner().equals(Optional.of(program.engine())));
                assertThat(fits && ids.add(block.ring() + " " + block.id()))
                        .as("%s %s block %s", graph.name(), program.engine(), block.id())
                        .isTrue();
            }
        }
    }

    private static void assertInspectionFindsTheSame(ManifestInspection inspection, Manifest manifest) {
        assertThat(inspection.problems()).isEmpty();
        assertThat(inspection.graph()).contains(manifest.graph());
        assertThat(inspection.kelf()).contains(manifest.kelf());
        assertThat(inspection.definitions())
                .usingElementComparator((a, b) -> sameButForBytes(a, b) ? 0 : 1)
                .isEqualTo(manifest.definitions());
    }

    /** manifest.md §7.1. */
    @ParameterizedTest
    @CsvSource({
        "nkipy-matmul_small, 0, 12, 5, 7, 2, 3",
        "nkipy-matmul_small, 1, 12, 5, 7, 2, 3",
        "nkipy-matmul_large, 0, 21269, 103, 6873, 1101, 449",
        "nkipy-matmul_large, 1, 21269, 103, 6873, 1101, 449",
        "tkf-baseline_attention, 0, 124, 23, 8, 20, 7",
        "tkf-baseline_bf16_s1024, 0, 430, 80, 11, 65, 22",
        "tkf-fused_attention, 0, 124, 11, 7, 19, 3",
        "tkf-baseline_attention, 1, 2, 2, 2, 2, 2",
        "tkf-fused_attention, 1, 2, 2, 2, 2, 2",
    })
    void slotsPerEngine(String name, int graph, int pe, int act, int pool, int dve, int sp) throws IOException {
        withManifest(Corpus.neff(name + ".neff"), (manifest, log) -> {
            Definition definition = manifest.definitions().get(graph);
            assertThat(Stream.of(EngineType.values())
                            .map(engine -> definition.engine(engine).slots()))
                    .containsExactly(pe, act, pool, dve, sp);
        });
    }

    /** manifest.md §2.2. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nkipy-matmul_small | x float16 [128, 256] 65536; y float16 [256, 128] 65536"
                        + " | output0 float16 [128, 128] 32768",
                "nkipy-matmul_large | x float16 [128, 32768] 8388608; y float16 [32768, 65536] 4294967296"
                        + " | output0 float16 [128, 65536] 16777216",
                "tkf-baseline_attention | k_ref float32 [128, 512] 262144; q_ref float32 [128, 512] 262144;"
                        + " v_ref float32 [128, 512] 262144 | kernel_out float32 [512, 128] 262144",
                "tkf-baseline_bf16_s1024 | k_ref bfloat16 [128, 1024] 262144; q_ref bfloat16 [128, 1024] 262144;"
                        + " v_ref bfloat16 [128, 1024] 262144 | kernel_out bfloat16 [1024, 128] 262144",
            })
    void tensorMaps(String name, String inputs, String outputs) throws IOException {
        withManifest(Corpus.neff(name + ".neff"), (manifest, log) -> {
            assertThat(text(manifest.graph().inputs())).isEqualTo(inputs);
            assertThat(text(manifest.graph().outputs())).isEqualTo(outputs);
        });
    }

    /** manifest.md §9, the worked example. */
    @Test
    void matmulSmall() throws IOException {
        withManifest(Corpus.neff("nkipy-matmul_small.neff"), (manifest, log) -> {
            assertThat(manifest.graph().kelfMember()).isEqualTo("kelf-0.json");
            assertThat(manifest.hloMacCount()).hasValue(4194304);
            assertThat(manifest.kelf().version()).isEqualTo(new Kelf.Version(0, 5, ""));
            assertThat(manifest.kelf().graphs())
                    .containsExactly(
                            new Kelf.KelfGraph("sg00", "sg00/def.json"), new Kelf.KelfGraph("sg01", "sg01/def.json"));
            Definition graph = manifest.definitions().get(0);
            assertThat(graph.target()).isEqualTo(Arch.CAYMAN);
            assertThat(graph.variables())
                    .extracting(Variable::name)
                    .containsExactly("SB", "x", "y", "output0", "identity_82_sg0000", "DGETable0");
            assertThat(graph.variables())
                    .extracting(Variable::memRefType)
                    .containsExactly(
                            MemRefType.MR_SB,
                            MemRefType.MR_INPUT,
                            MemRefType.MR_INPUT,
                            MemRefType.MR_OUTPUT,
                            MemRefType.MR_BUFFER,
                            MemRefType.MR_PTR_TABLE);
            Variable.FileBuffer constant =
                    (Variable.FileBuffer) graph.variables().get(4);
            assertThat(constant.alignment()).isEqualTo(32768);
            assertThat(constant.payload().member()).isEqualTo("sg00/value_sg0000_identity_82_CRSM.npy");
            assertThat(constant.payload().size()).isEqualTo(32768);
            assertThat(constant.payload().chunks().get(0).getUnsignedShortLE(258))
                    .as("memory.md §3: second diagonal element, 1.0 in half precision")
                    .isEqualTo(0x3C00);
            assertThat(((Variable.DgeTable) graph.variables().get(5)).varIds()).containsExactly(1, 2, 3);
            assertThat(graph.queues()).extracting(DmaQueue::name).containsExactly("qPoolDynamic", "qSPDynamicHW");
            DmaQueue software = graph.queues().get(0);
            assertThat(software.owner()).contains(EngineType.POOL);
            assertThat(software.dge()).isEqualTo(new DmaQueue.DescriptorGeneration.Software(0, 16384));
            assertThat(software.semaphores()).startsWith(24).endsWith(39).hasSize(16);
            assertThat(graph.queues().get(1).dge()).isEqualTo(new DmaQueue.DescriptorGeneration.Hardware());
            assertThat(graph.collectives()).isEqualTo(new Collectives(ReplicaGroups.NONE, SourceTargetPairs.NONE, 0));
            assertThat(graph.fp8()).contains(new Fp8ConversionConfig(true, 8, 15, true, false, false));
            assertThat(graph.stateBufferReservations())
                    .containsExactly(
                            new StateBufferReservation(StateBufferReservation.Type.EVTACCEL, 229368, 8, 0, 128));
            assertThat(graph.ucodeLibraries()).isEmpty();
            assertThat(graph.activation().semaphore()).hasValue(12);
            ActivationFunctionSet set = graph.activation().sets().get(0);
            assertThat(set.name()).isEqualTo("exp_and_others");
            assertThat(set.buckets().readableBytes()).isEqualTo(30112);
            assertThat(set.controls().readableBytes()).isEqualTo(2848);
            assertThat(set.profiles())
                    .extracting(ActivationProfile::funcId)
                    .containsExactly(7, 1, 128, 3, 4, 33, 31, 130, 2, 6, 12, 13, 11, 35, 30);
            assertThat(set.profiles().get(0).fnanResult()).isEqualTo(0x7FC00000);
            assertThat(Float.intBitsToFloat(set.profiles().get(0).fzeroResult()))
                    .isEqualTo(1f);
            DveTables tables = graph.dveTables().orElseThrow();
            assertThat(Stream.of(tables.opcode(), tables.controlFast(), tables.controlSlow(), tables.datapath())
                            .map(table -> table.orElseThrow().readableBytes()))
                    .containsExactly(1024, 4096, 4096, 16384);
            assertThat(tables.control()).isEmpty();
            assertThat(graph.declarations())
                    .isEqualTo(new Definition.Declarations("0.6", List.of("neff_feature_vnc"), 12, 3));
            assertThat(log).extracting(LogRecord::level).doesNotContain(LogLevel.WARN, LogLevel.ERROR);
        });
    }

    /** manifest.md §5.2 and §9. */
    @ParameterizedTest
    @CsvSource({
        "nkipy-matmul_large, 8388608, 0",
        "nkipy-matmul_small, 0, 0",
        "tkf-baseline_attention, 1048576, 1",
        "tkf-fused_attention, 0, 1"
    })
    void scratchpadAndWarnings(String name, long scratchpad, int warnings) throws IOException {
        withManifest(Corpus.neff(name + ".neff"), (manifest, log) -> {
            assertThat(manifest.definitions().get(0).scratchpadSize(BackingBuffer.LOCAL))
                    .isEqualTo(scratchpad);
            assertThat(log.stream().filter(r -> r.level() == LogLevel.WARN))
                    .hasSize(warnings)
                    .allSatisfy(r -> assertThat(r.message()).isEqualTo("Unable to find hlo_stats.json in the NEFF"));
        });
    }

    /** Buffers are left out: the leak detector of the tests makes their comparison take minutes. */
    private static boolean sameButForBytes(Definition a, Definition b) {
        return a.variables().stream()
                        .map(Variable::attributes)
                        .toList()
                        .equals(b.variables().stream().map(Variable::attributes).toList())
                && a.queues().equals(b.queues())
                && a.engines().keySet().equals(b.engines().keySet())
                && a.engines().keySet().stream()
                        .allMatch(
                                e -> a.engine(e).dmaBlocks().equals(b.engine(e).dmaBlocks())
                                        && a.engine(e)
                                                .programMember()
                                                .equals(b.engine(e).programMember()))
                && a.collectives().equals(b.collectives())
                && a.fp8().equals(b.fp8())
                && a.declarations().equals(b.declarations());
    }

    private interface ManifestCheck {
        void accept(Manifest manifest, List<LogRecord> log);
    }

    private static void withManifest(Path file, ManifestCheck check) throws IOException {
        Arch arch = targetOf(oracle(file));
        Nlog nlog = Nlog.silent();
        try (MemberTable members = members(file)) {
            check.accept(ManifestParser.parse(members, ManifestOptions.forArch(arch), nlog), nlog.records());
        }
    }

    private static JsonNode oracle(Path file) {
        return Oracle.FILES.get(file.getFileName().toString());
    }

    private static NeffHeader header(Path file) throws IOException {
        try (ByteSource source = ByteSource.open(file)) {
            return NeffContainer.preflight(source, Nlog.silent());
        }
    }

    private static MemberTable members(Path file) throws IOException {
        try (ByteSource source = ByteSource.open(file)) {
            ByteSource payload = source.window(NeffHeader.SIZE, source.size() - NeffHeader.SIZE);
            return ArchiveReader.read(payload, ArchiveOptions.DEFAULT, Nlog.silent());
        }
    }

    private static Arch targetOf(JsonNode expected) {
        return switch (expected.path("target").asText("")) {
            case "sunda" -> Arch.SUNDA;
            case "cayman" -> Arch.CAYMAN;
            default -> Arch.TONGA;
        };
    }

    private static Map<String, Long> variableTypes(Manifest manifest) {
        return manifest.definitions().stream()
                .flatMap(graph -> graph.variables().stream())
                .collect(Collectors.groupingBy(v -> v.memRefType().text(), TreeMap::new, Collectors.counting()));
    }

    private static Set<String> queueTypes(Manifest manifest) {
        return manifest.definitions().stream()
                .flatMap(graph -> graph.queues().stream())
                .map(q -> q.typeText() + (q.indirectMemcpy() ? "!" : "") + (q.pinned() ? "*" : ""))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Stream<DmaBlock> dmaBlocks(Manifest manifest) {
        return manifest.definitions().stream()
                .flatMap(graph -> graph.engines().values().stream())
                .flatMap(program -> program.dmaBlocks().stream());
    }

    private static Map<String, Long> slots(Manifest manifest) {
        Map<String, Long> slots = new TreeMap<>();
        for (Definition graph : manifest.definitions()) {
            graph.engines().values().stream()
                    .filter(program -> program.slots() > 0)
                    .forEach(p -> slots.merge(p.engine().name(), (long) p.slots(), Long::sum));
        }
        return slots;
    }

    private static Map<String, Long> slots(JsonNode opcodes) {
        Map<String, Long> slots = new TreeMap<>();
        opcodes.properties().forEach(engine -> {
            long sum = 0;
            for (JsonNode count : engine.getValue()) {
                sum += count.asLong();
            }
            if (sum > 0) {
                slots.put(engine.getKey(), sum);
            }
        });
        return slots;
    }

    private static Map<String, Long> counts(JsonNode object) {
        Map<String, Long> counts = new TreeMap<>();
        object.properties().forEach(e -> counts.put(e.getKey(), e.getValue().asLong()));
        return counts;
    }

    private static Set<String> texts(JsonNode array) {
        Set<String> texts = new TreeSet<>();
        array.forEach(e -> texts.add(e.asText()));
        return texts;
    }

    private static String text(Map<String, TensorInfo> tensors) {
        return tensors.values().stream()
                .map(t -> t.name() + " " + t.dtypeText() + " " + t.shape() + " " + t.size())
                .collect(Collectors.joining("; "));
    }
}
