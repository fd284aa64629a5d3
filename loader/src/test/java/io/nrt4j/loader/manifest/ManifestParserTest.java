package io.nrt4j.loader.manifest;

import static io.nrt4j.loader.manifest.SmallModel.DEF;
import static io.nrt4j.loader.manifest.SmallModel.KELF;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.nrt4j.hal.Arch;
import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.archive.MemberTables;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogLevel;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** What a small model that holds one of everything becomes, and what its parse says. */
class ManifestParserTest {
    @Test
    void sections() {
        SmallModel.cayman().load(m -> {
            Definition graph = m.definitions().get(0);
            assertThat(graph.collectives().replicaGroups().sets())
                    .containsExactly(
                            new ReplicaGroups.GroupSet(List.of(
                                    new ReplicaGroups.Group(List.of(0, 1)), new ReplicaGroups.Group(List.of(2, 3)))),
                            new ReplicaGroups.GroupSet(List.of()));
            assertThat(graph.collectives().sourceTargetPairs().sets())
                    .containsExactly(List.of(new SourceTargetPairs.Pair(0, 1), new SourceTargetPairs.Pair(1, 0)));
            assertThat(graph.collectives().streams()).isEqualTo(2);
            assertThat(graph.fp8()).contains(new Fp8ConversionConfig(true, 8, 15, true, false, true));
            assertThat(graph.declarations())
                    .isEqualTo(new Definition.Declarations("0.6", List.of("neff_feature_vnc"), 12, 3));
            ActivationProfile profile =
                    graph.activation().sets().get(0).profiles().get(0);
            assertThat(profile.expOffset()).isEqualTo(-19);
            assertThat(Float.intBitsToFloat(profile.fninfResult())).isEqualTo(Float.NEGATIVE_INFINITY);
            assertThat(Float.intBitsToFloat(profile.fzeroResult())).isCloseTo(0f, within(0f));
        });
    }

    /** manifest.md §7.5: variables of the environment replace single values. */
    @Test
    void fp8Overrides() {
        Fp8Overrides overrides = new Fp8Overrides(
                Optional.of(false),
                OptionalInt.of(7),
                OptionalInt.empty(),
                Optional.empty(),
                Optional.of(true),
                Optional.of(false));
        SmallModel.cayman()
                .options(o -> o.withFp8Overrides(overrides))
                .load(m -> assertThat(m.definitions().get(0).fp8())
                        .contains(new Fp8ConversionConfig(false, 7, 15, true, true, false)));
        SmallModel.cayman()
                .remove(DEF, "/fp8_conversion_config")
                .options(o -> o.withFp8Overrides(overrides))
                .load(m -> assertThat(m.definitions().get(0).fp8()).isEmpty());
    }

    /** manifest.md §2, §3, §8.2: what a successful parse says at DEBUG. */
    @Test
    void debugLines() {
        List<LogRecord> log = SmallModel.cayman().load();
        assertThat(log).extracting(LogRecord::level).containsOnly(LogLevel.DEBUG);
        assertThat(log)
                .extracting(LogRecord::message)
                .containsExactly(
                        "Found KELF node: kelf-0.json",
                        "KELF version: 0.5-",
                        "Target found 'cayman', id=3",
                        "mlaop dir kelf-0.json, has 1 graphs",
                        "dump instructions for: act size: 128",
                        "dump instructions for: dve size: 128",
                        "dump instructions for: pe size: 128",
                        "dump instructions for: pool size: 128",
                        "dump instructions for: sp size: 128",
                        "dump Queue: qActSpill0",
                        "dump Queue: qPoolDynamic",
                        "dump Queue: qPoolIO0");
    }

    /** manifest.md §4 steps 8 and 9, q7.md §1.1: libraries are read before the reservation, on sunda also the default. */
    @Test
    void ucodeLibrariesAreReadInTheirStep() {
        List<String> seen = new ArrayList<>();
        UcodeLibraryStep step = (reference, directory, members, nlog) -> seen.add(directory + " " + reference);
        SmallModel.cayman()
                .set(KELF, "/target", "'*'")
                .on(Arch.SUNDA)
                .set(DEF, "/ucode_lib", "'ucode_lib.json'")
                .options(o -> o.withUcode(step))
                .load(m -> assertThat(m.definitions().get(0).ucodeLibraries())
                        .containsExactly(
                                new UcodeLibraryReference.DefaultLibrary(),
                                new UcodeLibraryReference.Named("ucode_lib.json")));
        assertThat(seen).containsExactly("sg00 DefaultLibrary[]", "sg00 Named[value=ucode_lib.json]");
        SmallModel.cayman()
                .set(DEF, "/ucode_lib", "[{'library': 'a.so'}]")
                .load(m -> assertThat(m.definitions().get(0).ucodeLibraries())
                        .containsExactly(new UcodeLibraryReference.Inline("[{\"library\":\"a.so\"}]")));
        LogMessage refused = LogMessage.error("NEFF", "parse_one_ucode_lib", "Missing GPSIMD lib version!");
        assertThat(SmallModel.cayman()
                        .set(DEF, "/ucode_lib", "'ucode_lib.json'")
                        .remove(DEF, "/runtime_statebuffer_reservation")
                        .options(o -> o.withUcode((reference, directory, members, nlog) -> {
                            throw nlog.fail(NrtStatus.NRT_INVALID, LoadStage.UCODE, refused);
                        }))
                        .failure())
                .get()
                .extracting(LoadException::getMessage)
                .isEqualTo("Missing GPSIMD lib version!");
    }

    @Test
    void theListenerKnowsWhereAFailureWas() {
        List<String> news = new ArrayList<>();
        ManifestListener listener = new ManifestListener() {
            @Override
            public void kelfNamed(String member) {
                news.add(member);
            }

            @Override
            public void graphStarted(String definitionPath) {
                news.add("start " + definitionPath);
            }

            @Override
            public void graphDone(Definition definition) {
                news.add("done " + definition.name());
            }
        };
        SmallModel.cayman().options(o -> o.withListener(listener)).load();
        assertThat(news).containsExactly("kelf-0.json", "start sg00/def.json", "done sg00");
        news.clear();
        SmallModel broken = SmallModel.cayman().drop("sg00/SP.bin").options(o -> o.withListener(listener));
        assertThat(broken.failure()).isPresent();
        assertThat(news).containsExactly("kelf-0.json", "start sg00/def.json");
    }

    /** manifest.md §1.1: a document beyond 4294967295 bytes has a second line. */
    @Test
    void aDocumentBeyondTheParsersMaximum() {
        byte[] chunk = " ".repeat(1 << 20).getBytes(UTF_8);
        assertThat(messagesWith(chunk, 4096))
                .containsExactly(
                        "Unable to parse: sg00/def.json - 1",
                        "File sg00/def.json size (4294967296) exceeds json parser maximum (4294967295)");
        assertThat(messagesWith(chunk, 4095))
                .as("memory of the emulator")
                .containsExactly("Unable to parse: sg00/def.json - 2");
    }

    /** manifest.md §7.1; the emulator holds a program in one buffer. */
    @Test
    void aProgramBeyondOneBuffer() {
        Nlog nlog = Nlog.silent();
        try (MemberTable table =
                MemberTables.withRepeated(SmallModel.cayman().members(), "sg00/Pool.bin", new byte[1 << 20], 2048)) {
            ManifestOptions options = ManifestOptions.forArch(Arch.CAYMAN);
            assertThatThrownBy(() -> ManifestParser.parse(table, options, nlog))
                    .isInstanceOf(LoadException.class)
                    .hasMessage("Instruction size 2147483648 for sg00/Pool.bin exceeds maximum supported size"
                            + " 2147483647");
        }
    }

    private static List<String> messagesWith(byte[] chunk, int times) {
        Nlog nlog = Nlog.silent();
        try (MemberTable table = MemberTables.withRepeated(SmallModel.cayman().members(), DEF, chunk, times)) {
            ManifestOptions options = ManifestOptions.forArch(Arch.CAYMAN);
            assertThatThrownBy(() -> ManifestParser.parse(table, options, nlog)).isInstanceOf(LoadException.class);
        }
        return nlog.records().stream()
                .filter(r -> r.level() == LogLevel.ERROR)
                .map(LogRecord::message)
                .toList();
    }
}
