package io.nrt4j.loader.variable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.hal.device.Device;
import io.nrt4j.hal.device.DeviceOptions;
import io.nrt4j.hal.device.Instance;
import io.nrt4j.hal.memory.HeapUsage;
import io.nrt4j.hal.memory.MemoryUsage;
import io.nrt4j.loader.LoadOptions;
import io.nrt4j.loader.LoadedModel;
import io.nrt4j.loader.NeffLoader;
import io.nrt4j.loader.Placement;
import io.nrt4j.loader.PlacementChooser;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.manifest.MemRefType;
import io.nrt4j.loader.testing.Corpus;
import java.io.IOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Places, bytes and accounting of real files against the sheets and against what real devices reported. */
@Tag("corpus")
class StagingCorpusTest {
    private final NeffLoader loader = new NeffLoader(LoadOptions.DEFAULT);

    /** memory.md §11. */
    @Test
    void matmulSmall() throws IOException, NoSuchAlgorithmException {
        try (Instance trn2 = trn2();
                LoadedModel model = load(trn2, "nkipy-matmul_small.neff")) {
            assertThat(address(model, 0, "SB")).isEqualTo(0x2000000000L);
            assertThat(address(model, 1, "SB")).isEqualTo(0x3000000000L);
            assertThat(ref(model, 0, "SB").size()).isEqualTo(0x2000000);
            assertThat(address(model, 0, "x")).isEqualTo(MemRef.UNSTAGED);
            assertThat(address(model, 1, "output0")).isEqualTo(MemRef.UNSTAGED);
            MemRef identity = ref(model, 0, "identity_82_sg0000");
            assertThat(identity.physicalAddress()).isEqualTo(0x5C0000000L);
            assertThat(model.variables().table(1).find(4).orElseThrow().physicalAddress())
                    .isEqualTo(0x5C0008000L);
            assertThat(trn2.device(0).heap().usage().cores().bytes(0, MemoryUsage.WEIGHT))
                    .isEqualTo(32768);

            // memory.md §3, worked example A.
            byte[] bytes = new byte[32768];
            trn2.device(0).hbm(0).read(identity.physicalAddress(), bytes, 0, bytes.length);
            assertThat(HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes)))
                    .isEqualTo("0734244c8b50be0dc6c5cc8a2db2613f064270f16ebd28f35c741855191514e6");

            Nlog nlog = Nlog.silent();
            assertThat(VariableTable.addressOf(identity, 32760, 8, LoadStage.IMAGES, nlog))
                    .isEqualTo(0x5C0007FF8L);
            assertThatThrownBy(() -> VariableTable.addressOf(identity, 32761, 8, LoadStage.IMAGES, nlog))
                    .isInstanceOfSatisfying(
                            LoadException.class, e -> assertThat(e.status()).isEqualTo(NrtStatus.NRT_INVALID))
                    .hasMessage("invalid offset in identity_82_sg0000, 32768 < (32761 + 8)");
        }
    }

    /** memory.md §6.4, the worked example: sixteen windows of 524288 bytes in one page per core. */
    @Test
    void matmulLarge() throws IOException {
        try (Instance trn2 = trn2();
                LoadedModel model = load(trn2, "nkipy-matmul_large.neff")) {
            assertThat(address(model, 0, "-t125_i0_RematSpillSave0_sg0000")).isEqualTo(0x1780000L);
            assertThat(address(model, 0, "-t125_i1_RematSpillSave1_sg0000")).isEqualTo(0x1000000L);
            assertThat(windows(model, 0)).hasSize(16).allMatch(r -> r.size() == 524288);
            assertThat(windows(model, 1)).extracting(MemRef::physicalAddress).contains(0x21000000L, 0x21780000L);
        }
    }

    /** memory.md §8: everything is given back, and the next load gets the same places. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "nkipy-matmul_large.neff",
                "dlc-tiny-gpt2-cc2.11.0.neff",
                "dlc-tf-simple-inf1-cc1.6.13.neff",
                "tkf-baseline_attention.neff"
            })
    void unloadGivesEverythingBack(String name) throws IOException {
        InstanceType type = Corpus.instanceType(Corpus.neff(name));
        try (Instance instance = new Instance(type, type.geometry().defaultLogicalCoreSize(), DeviceOptions.DEFAULT)) {
            HeapUsage before = instance.device(0).heap().usage();
            List<Long> first;
            try (LoadedModel model = load(instance, name)) {
                first = addresses(model);
                assertThat(instance.device(0).heap().usage()).isNotEqualTo(before);
            }
            assertThat(instance.device(0).heap().usage()).isEqualTo(before);
            try (LoadedModel model = load(instance, name)) {
                assertThat(addresses(model)).isEqualTo(first);
            }
        }
    }

    /** Records of real devices: corpus/images, corpus/hw-profiles.md "Memory accounting"; those of sunda are empty. */
    @ParameterizedTest
    @MethodSource("memoryRecords")
    void weightsAndScratchpadsAreThoseOfRealDevices(Path record) throws IOException {
        JsonNode json = Corpus.json("images/" + record.getFileName());
        InstanceType type = InstanceType.fromName(json.get("instance").asText()).orElseThrow();
        try (Instance instance = new Instance(type, type.geometry().defaultLogicalCoreSize(), DeviceOptions.DEFAULT);
                LoadedModel model = load(instance, json.get("neff").asText())) {
            Device device = instance.device(0);
            HeapUsage usage = device.heap().usage();
            for (int graph = 0; graph < json.get("graphs").size(); graph++) {
                JsonNode memory = json.get("graphs").get(graph).get("memory");
                if (memory.has("weight")) {
                    int core = model.core().core(graph).index();
                    assertThat(usage.cores().bytes(core, MemoryUsage.WEIGHT))
                            .isEqualTo(memory.get("weight").asLong());
                    assertThat(usage.cores().bytes(core, MemoryUsage.SCRATCHPAD))
                            .isEqualTo(memory.get("shared scratchpad").asLong());
                    assertThat(usage.cores().bytes(core, MemoryUsage.SCRATCHPAD_NOT_SHARED))
                            .isEqualTo(memory.get("scratchpad").asLong());
                }
            }
        }
    }

    static Stream<Path> memoryRecords() {
        return Corpus.images();
    }

    private static Instance trn2() {
        return new Instance(InstanceType.TRN2_3XLARGE, 2, DeviceOptions.DEFAULT);
    }

    private LoadedModel load(Instance instance, String name) throws IOException {
        try (ByteSource source = ByteSource.open(Corpus.neff(name))) {
            return loader.load(source, PlacementChooser.fixed(new Placement(instance, 0)), Nlog.silent());
        }
    }

    private static MemRef ref(LoadedModel model, int graph, String name) {
        return model.variables().table(graph).find(name).orElseThrow();
    }

    private static long address(LoadedModel model, int graph, String name) {
        return ref(model, graph, name).physicalAddress();
    }

    private static List<MemRef> windows(LoadedModel model, int graph) {
        return model.variables().table(graph).variables().stream()
                .filter(r -> r.type() == MemRefType.MR_VIRTUAL_TMP_BUF)
                .toList();
    }

    private static List<Long> addresses(LoadedModel model) {
        return model.variables().tables().stream()
                .flatMap(t -> t.variables().stream())
                .map(MemRef::physicalAddress)
                .toList();
    }
}
