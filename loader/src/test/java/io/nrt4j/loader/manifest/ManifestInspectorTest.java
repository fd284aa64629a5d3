package io.nrt4j.loader.manifest;

import static io.nrt4j.loader.manifest.SmallModel.DEF;
import static io.nrt4j.loader.manifest.SmallModel.KELF;
import static io.nrt4j.loader.manifest.SmallModel.NEFF;
import static io.nrt4j.loader.manifest.SmallModel.POOL;
import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.archive.MemberTables;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What inspection still shows of broken files. */
class ManifestInspectorTest {
    @Test
    void aValidModelHasNoProblems() {
        inspect(SmallModel.cayman(), found -> {
            assertThat(found.problems()).isEmpty();
            assertThat(found.definitions()).hasSize(1);
            assertThat(found.kelf().orElseThrow().target()).isEqualTo(Arch.CAYMAN);
        });
    }

    @Test
    void everyBrokenPartIsListedAndTheRestIsShown() {
        SmallModel model = SmallModel.cayman()
                .set(NEFF, "/heads/0/0", "9")
                .set(KELF, "/version", "'1'")
                .remove(DEF, "/var/tmp/size")
                .set(DEF, "/dma_queue/qActSpill0/owner", "'x'")
                .set(DEF, "/replica_groups", "1")
                .remove(DEF, "/runtime_statebuffer_reservation")
                .remove(POOL, "/dma/0/id")
                .drop("sg00/SP.bin");
        inspect(model, found -> {
            assertThat(found.problems())
                    .extracting(Problem::message)
                    .containsExactly(
                            "Output node ID 9 out of bounds",
                            "invalid string (.) in 1",
                            "missing <size> in tmp",
                            "Unexpected var_ids set! max=11, size=11",
                            "Invalid owner 'x' for DMA queue qActSpill0",
                            "Failed to parse, key: replica_groups",
                            "Missing or corrupted runtime_statebuffer_reservation field in def.json and"
                                    + " NEURON_RT_ALLOW_LEGACY_NEFF=1 is not set. Potentially a legacy neff without"
                                    + " proper compiler support",
                            "missing <id> in dma block load x",
                            "invalid dma block (): unknown queue i0",
                            "Failed to load file sg00/SP.bin");
            assertThat(found.problems())
                    .extracting(Problem::where)
                    .containsExactly(NEFF, KELF, DEF, DEF, DEF, DEF, DEF, POOL, POOL, DEF);
            assertThat(found.graph().orElseThrow().inputs()).containsOnlyKeys("n", "x");
            Definition graph = found.definitions().get(0);
            assertThat(graph.variables()).hasSize(11);
            assertThat(graph.variable("DGETable0")).isPresent();
            assertThat(graph.queues()).hasSize(2);
            assertThat(graph.collectives().streams()).isEqualTo(2);
            assertThat(graph.engine(EngineType.POOL).slots()).isEqualTo(2);
            assertThat(graph.engine(EngineType.SP).isPlaceholder()).isTrue();
        });
    }

    @Test
    void withoutNeffJsonTheKelfIsFoundByItsName() {
        inspect(SmallModel.cayman().drop(NEFF), found -> {
            assertThat(found.graph()).isEmpty();
            assertThat(found.kelf().orElseThrow().member()).isEqualTo(KELF);
            assertThat(found.definitions()).hasSize(1);
            assertThat(found.problems()).hasSize(1);
        });
        inspect(SmallModel.cayman().text(NEFF, "\u0000").rename(KELF, "kelf-a.json"), found -> {
            assertThat(found.kelf().orElseThrow().member()).isEqualTo("kelf-a.json");
            assertThat(found.definitions()).hasSize(1);
        });
    }

    @Test
    void withoutKelfTheDefinitionsAreFoundByTheirName() {
        inspect(SmallModel.cayman().text(KELF, "[").set(DEF, "/x", "1"), found -> {
            assertThat(found.kelf()).isEmpty();
            assertThat(found.definitions()).extracting(Definition::path).containsExactly(DEF);
            assertThat(found.problems()).contains(new Problem(KELF, "Unable to parse: kelf-0.json - 3"));
        });
    }

    @Test
    void anEmptyArchiveIsAProblemAndNoFailure() {
        try (MemberTable members = MemberTables.of(java.util.Map.of())) {
            ManifestInspection found = ManifestInspector.inspect(members);
            assertThat(found.problems()).hasSize(2);
            assertThat(found.definitions()).isEmpty();
        }
    }

    @Test
    void theGateIsLeftOut() {
        inspect(SmallModel.cayman().set(KELF, "/target", "'mariana'"), found -> {
            assertThat(found.problems()).isEmpty();
            assertThat(found.definitions().get(0).target()).isEqualTo(Arch.MARIANA);
        });
        inspect(SmallModel.cayman().set(KELF, "/target", "'core_v5'"), found -> {
            assertThat(found.problems()).extracting(Problem::message).containsExactly("Invalid target 'core_v5'");
            assertThat(found.definitions()).hasSize(1);
        });
    }

    @Test
    void problemsAreBounded() {
        inspect(
                SmallModel.cayman().set(POOL, "/dma", Refusal.list("{}", 1000)),
                found -> assertThat(found.problems()).hasSize(200));
    }

    private static void inspect(SmallModel model, Consumer<ManifestInspection> check) {
        try (MemberTable members = MemberTables.of(model.members())) {
            check.accept(ManifestInspector.inspect(members));
        }
    }
}
