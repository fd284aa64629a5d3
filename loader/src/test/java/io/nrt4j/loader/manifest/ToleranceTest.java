package io.nrt4j.loader.manifest;

import static io.nrt4j.loader.manifest.SmallModel.ACT;
import static io.nrt4j.loader.manifest.SmallModel.DEF;
import static io.nrt4j.loader.manifest.SmallModel.DVE;
import static io.nrt4j.loader.manifest.SmallModel.KELF;
import static io.nrt4j.loader.manifest.SmallModel.NEFF;
import static io.nrt4j.loader.manifest.SmallModel.POOL;
import static io.nrt4j.loader.manifest.SmallModel.SET;
import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.loader.diagnostics.LogLevel;
import io.nrt4j.loader.diagnostics.LogRecord;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What the runtime lets pass, and the warnings it prints for it. */
class ToleranceTest {
    /** A change, and the warnings after which the load goes on. */
    private record Tolerated(String what, UnaryOperator<SmallModel> change, List<LogRecord> warnings) {
        @Override
        public String toString() {
            return what;
        }
    }

    static Stream<Tolerated> tolerated() {
        return Stream.of(
                tolerated(
                        "manifest.md §10: members nobody opens",
                        m -> m.text("info.json", "{").text("x.dbg", "")),
                tolerated("manifest.md §7.3: act_info is not opened", m -> m.set(ACT, "/act_info", "'absent.json'")),
                tolerated(
                        "container.md §14.5: a debug file that is not there",
                        m -> m.set(DEF, "/debug_info", "{'wavegraph': 'wavegraph-bin.json'}")),
                tolerated(
                        "manifest.md §1.1: unknown keys",
                        m -> m.set(DEF, "/new_key", "[1]")
                                .set(DEF, "/var/x/#comment", "'c'")
                                .set(KELF, "/x", "1")
                                .set(NEFF, "/y", "1")
                                .set(POOL, "/dma/0/z", "{}")),
                tolerated("manifest.md §7.1: a program of no bytes", m -> m.bytes("sg00/Pool.bin", new byte[0])),
                tolerated("manifest.md §7.1: a broken last slot", m -> m.bytes("sg00/Pool.bin", new byte[100])),
                tolerated("manifest.md §7.1: no dma key", m -> m.remove(POOL, "/dma")),
                tolerated(
                        "manifest.md §4: optional sections",
                        m -> m.remove(DEF, "/replica_groups")
                                .remove(DEF, "/src_target_pairs")
                                .remove(DEF, "/cc_streams")
                                .remove(DEF, "/fp8_conversion_config")
                                .remove(DEF, "/name")),
                tolerated("manifest.md §7.6: one group set without groups", m -> m.set(DEF, "/replica_groups", "[[]]")),
                tolerated(
                        "manifest.md §7.4: an empty list is present",
                        m -> m.set(DEF, "/runtime_statebuffer_reservation", "[]")),
                tolerated(
                        "manifest.md §7.4: a reservation with other values waits for staging",
                        m -> m.set(DEF, "/runtime_statebuffer_reservation/0/offset", "0")),
                tolerated(
                        "memory.md §2.3: no inputs",
                        m -> m.set(DEF, "/var", "{'y': {'type': 'output', 'var_id': 0, 'size': 1}}")
                                .remove(POOL, "/dma")),
                tolerated(
                        "manifest.md §5.1: of npy only two bytes and a length count",
                        m -> m.bytes("sg00/w.npy", new byte[] {(byte) 0x93, 0x4E, 0, 0, 0, 0, 9, 9, 1, 0, 0, 0})),
                tolerated(
                        "manifest.md §5.1: npy shorter than its header",
                        m -> m.bytes("sg00/w.npy", new byte[] {(byte) 0x93, 0x4E})),
                tolerated(
                        "manifest.md §13: more semaphores than queues",
                        m -> m.set(DEF, "/dma_queue/qPoolIO0/semaphore_set", "[1, 2, 3]")),
                tolerated(
                        "manifest.md §6: a queue set that nobody uses",
                        m -> m.set(DEF, "/dma_queue/q", "{'type': 'out', 'owner': 'sp'}")),
                tolerated(
                        "inf1: pinned queues have no owner",
                        m -> m.set(DEF, "/dma_queue/q", "{'type': 'data', 'pinned': true}")),
                tolerated(
                        "dma.md §2: act_load queues",
                        m -> m.set(DEF, "/dma_queue/q", "{'type': 'act_load', 'owner': 'act'}")),
                tolerated(
                        "manifest.md §2.1: dtype bool",
                        m -> m.set(NEFF, "/attrs/dltype/1/1", "'bool'"),
                        warn("NMGR", "parse_neff_json", "Unknown dtype: bool, defaulting to UNKNOWN")),
                tolerated(
                        "manifest.md §1: no hlo_stats.json",
                        m -> m.drop("hlo_stats.json"),
                        warn("NMGR", "kmgr_load_nn_nc", "Unable to find hlo_stats.json in the NEFF")),
                tolerated(
                        "manifest.md §4: an engine without a key",
                        m -> m.remove(DEF, "/sp"),
                        warn(
                                "NEFF",
                                "kelf_load_from_neff",
                                "Engine sp not found in NEFF sg00/def.json, using empty placeholder")),
                tolerated(
                        "manifest.md §4: no engine at all",
                        m -> m.remove(DEF, "/pe")
                                .remove(DEF, "/act")
                                .remove(DEF, "/pool")
                                .remove(DEF, "/dve")
                                .remove(DEF, "/sp"),
                        Stream.of("pe", "act", "pool", "dve", "sp")
                                .map(e -> warn(
                                        "NEFF",
                                        "kelf_load_from_neff",
                                        "Engine " + e + " not found in NEFF sg00/def.json, using empty placeholder"))
                                .toArray(LogRecord[]::new)),
                tolerated(
                        "manifest.md §13: a queue without owner",
                        m -> m.set(DEF, "/dma_queue/q", "{'type': 'data'}"),
                        warn("NEFF", "parse_one_dma_ring", "DMA queue q has no owner")),
                tolerated(
                        "manifest.md §13: a queue name twice",
                        m -> m.text(
                                DEF,
                                m.content(DEF)
                                        .replace(
                                                "\"dma_queue\":{",
                                                "\"dma_queue\":{\"qPoolIO0\":{\"type\":\"in\",\"owner\":\"pool\"},")),
                        warn(
                                "NEFF",
                                "kelf_load_from_neff",
                                "DMA queue qPoolIO0 appears more than once, using the first")),
                tolerated(
                        "manifest.md §7.3: two dve_tables",
                        m -> m.set(DVE, "/dve_tables/1", "{}"),
                        warn("NEFF", "parse_dve_tables", "sg00/DVE.json has 2 dve_tables, using the first")),
                tolerated(
                        "errors.md A4: another arch by choice",
                        m -> m.on(Arch.MARIANA).options(o -> o.withAllowLegacyNeff(true)),
                        warn(
                                "NEFF",
                                "load",
                                "Loading a NEFF compiled for a different arch, NEFF arch: v3, instance arch: v4")),
                tolerated(
                        "container.md §8.3: no reservation by choice",
                        m -> m.remove(DEF, "/runtime_statebuffer_reservation")
                                .options(o -> o.withAllowLegacyNeff(true))),
                tolerated(
                        "container.md §8.3: no reservation on sunda",
                        m -> m.remove(DEF, "/runtime_statebuffer_reservation")
                                .set(KELF, "/target", "'sunda'")
                                .on(Arch.SUNDA)));
    }

    @ParameterizedTest
    @MethodSource("tolerated")
    void loads(Tolerated change) {
        List<LogRecord> log = change.change().apply(SmallModel.cayman()).load();
        assertThat(log.stream().filter(r -> r.level() == LogLevel.WARN || r.level() == LogLevel.ERROR))
                .containsExactlyElementsOf(change.warnings());
    }

    /** image-assembly.md §2 #12: metrics never fail the load; the parser's own line stays in the log. */
    @Test
    void brokenMetricsDoNotEndTheLoad() {
        SmallModel model = SmallModel.cayman().text("hlo_stats.json", "{");
        List<LogRecord> log = model.load(m -> assertThat(m.hloMacCount()).isEmpty());
        assertThat(log).extracting(LogRecord::message).contains("Unable to parse: hlo_stats.json - 3");
    }

    @Test
    void theOldestFilesCallItKelp() {
        SmallModel.cayman()
                .rename(NEFF, "kelp.json")
                .load(m -> assertThat(m.graph().inputs()).containsOnlyKeys("n", "x"));
    }

    /** container.md §8.2. */
    @ParameterizedTest
    @CsvSource({
        "sunda, SUNDA",
        "v2, SUNDA",
        "'', SUNDA",
        "cayman, CAYMAN",
        "v3, CAYMAN",
        "mariana, MARIANA",
        "v4, MARIANA"
    })
    void targetTexts(String text, Arch arch) {
        SmallModel.cayman()
                .set(KELF, "/target", "'" + text + "'")
                .on(arch)
                .load(m -> assertThat(m.kelf().target()).isEqualTo(arch));
    }

    @ParameterizedTest
    @CsvSource({"SUNDA", "CAYMAN", "MARIANA"})
    void aStarIsEveryTarget(Arch arch) {
        SmallModel.cayman()
                .set(KELF, "/target", "'*'")
                .on(arch)
                .load(m -> assertThat(m.definitions().get(0).target()).isEqualTo(arch));
    }

    /** container.md §8.2: without target the file is for inf1 on an inf1 instance, for SUNDA on any other. */
    @ParameterizedTest
    @CsvSource({"TONGA, TONGA", "SUNDA, SUNDA"})
    void noTarget(Arch instance, Arch target) {
        SmallModel.cayman()
                .remove(KELF, "/target")
                .on(instance)
                .load(m -> assertThat(m.kelf().target()).isEqualTo(target));
    }

    /** manifest.md §4.2. */
    @Test
    void theInf1Dialect() {
        SmallModel model = SmallModel.cayman()
                .remove(KELF, "/target")
                .on(Arch.TONGA)
                .remove(DEF, "/dve")
                .remove(DEF, "/sp")
                .remove(DEF, "/var/w/size")
                .remove(DEF, "/var/raw/size")
                .set(ACT, "/activation_functions", "['EXP', 'RELU']")
                .remove(ACT, "/act_semaphore");
        List<LogRecord> log = model.load(m -> {
            Definition graph = m.definitions().get(0);
            assertThat(graph.engines()).containsOnlyKeys(EngineType.PE, EngineType.ACT, EngineType.POOL);
            assertThat(graph.variable("w").orElseThrow().size()).isEqualTo(16);
            assertThat(graph.variable("raw").orElseThrow().size()).isEqualTo(8);
            assertThat(graph.activation().functions()).containsExactly("EXP", "RELU");
            assertThat(graph.activation().semaphore()).isEmpty();
        });
        assertThat(log).extracting(LogRecord::level).doesNotContain(LogLevel.WARN);
    }

    /** manifest.md §1.1: the first of two equal keys counts. */
    @Test
    void theFirstOfTwoEqualKeysCounts() {
        SmallModel model = SmallModel.cayman();
        model.text(DEF, model.content(DEF).replace("\"pe\":\"PE.json\"", "\"pe\":\"PE.json\",\"pe\":\"absent.json\""));
        model.text(KELF, model.content(KELF).replace("}]", "}],\"graphs\":7"));
        model.load(m -> assertThat(m.definitions().get(0).engine(EngineType.PE).jsonMember())
                .isEqualTo("sg00/PE.json"));
    }

    /** manifest.md §4: a bare count is accepted, and 1 is the default. */
    @ParameterizedTest
    @CsvSource({"{}, 1", "{'num_streams': 0}, 0", "{'num_streams': 3}, 3"})
    void streams(String json, int streams) {
        SmallModel.cayman()
                .set(DEF, "/cc_streams", json)
                .load(m -> assertThat(m.definitions().get(0).collectives().streams())
                        .isEqualTo(streams));
        SmallModel.cayman()
                .remove(DEF, "/cc_streams")
                .set(DEF, "/num_streams", "4")
                .load(m -> assertThat(m.definitions().get(0).collectives().streams())
                        .isEqualTo(4));
    }

    /** manifest.md §7.3. */
    @Test
    void dveTablesMayBeABareObjectOrTheOlderForm() {
        SmallModel.cayman()
                .set(DVE, "/dve_tables", "{'control_table': 'fast.bin', 'opcode_table': 'op.bin'}")
                .load(m -> {
                    DveTables tables = m.definitions().get(0).dveTables().orElseThrow();
                    assertThat(tables.control()).isPresent();
                    assertThat(tables.controlFast()).isEmpty();
                });
        SmallModel.cayman()
                .set(DVE, "/dve_tables", "[]")
                .load(m -> assertThat(m.definitions().get(0).dveTables()).isEmpty());
    }

    /** A key that older sets lack. */
    @Test
    void profilesWithoutAKeyHaveZero() {
        SmallModel.cayman()
                .set(SET, "/profile_meta_data/0", "{}")
                .load(m -> assertThat(m.definitions()
                                .get(0)
                                .activation()
                                .sets()
                                .get(0)
                                .profiles()
                                .get(0)
                                .immBias())
                        .isZero());
    }

    private static Tolerated tolerated(String what, UnaryOperator<SmallModel> change, LogRecord... warnings) {
        return new Tolerated(what, change, List.of(warnings));
    }

    private static LogRecord warn(String module, String function, String message) {
        return new LogRecord(LogLevel.WARN, module, function, message);
    }
}
