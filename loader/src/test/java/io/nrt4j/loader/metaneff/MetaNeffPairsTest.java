package io.nrt4j.loader.metaneff;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import io.nrt4j.hal.Arch;
import io.nrt4j.loader.archive.ArchiveOptions;
import io.nrt4j.loader.archive.ArchiveReader;
import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.container.ContainerOptions;
import io.nrt4j.loader.container.HashCheck;
import io.nrt4j.loader.container.NeffContainer;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.manifest.ManifestOptions;
import io.nrt4j.loader.manifest.ManifestParser;
import io.nrt4j.loader.metaneff.BindingFinding.Severity;
import io.nrt4j.loader.profile.RuntimeProfile;
import io.nrt4j.loader.testing.Corpus;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Metaneffs of published models and the NEFFs that belong to them. Source: metaneff.md §4, §6 M1, M2, M8 to M10. */
class MetaNeffPairsTest {
    private static final String LAYOUT = "dlc-tiny-llama3-layout_opt-cc2.21.18209.neff";
    private static final String GENERATION = "dlc-tiny-llama3-token_generation-cc2.21.18209.neff";

    /** The weights of M9, by layer where {@code N} stands. */
    private static final List<MetaTensor> WEIGHTS = weights();

    private static List<MetaTensor> weights() {
        List<MetaTensor> weights = new ArrayList<>();
        weights.add(weight(0, "embed_tokens.weight", 128256, 8));
        for (int layer = 0; layer < 2; layer++) {
            String prefix = "layers." + layer + ".";
            int first = weights.size();
            weights.add(weight(first, prefix + "self_attn.o_proj.o_proj.weight", 16, 8));
            weights.add(weight(first + 1, prefix + "self_attn.qkv_proj.Wqkv.weight", 24, 16));
            weights.add(weight(first + 2, prefix + "input_layernorm.weight", 16));
            weights.add(weight(first + 3, prefix + "mlp.down_proj.weight", 16, 32));
            weights.add(weight(first + 4, prefix + "mlp.up_proj.weight", 32, 16));
            weights.add(weight(first + 5, prefix + "post_attention_layernorm.weight", 16));
            weights.add(weight(first + 6, prefix + "mlp.gate_proj.weight", 32, 16));
        }
        weights.add(weight(15, "lm_head.weight", 64128, 16));
        weights.add(weight(16, "norm.weight", 16));
        return weights;
    }

    private static MetaTensor weight(int index, String key, long... shape) {
        return tensor("input" + index, MetaDataType.FLOAT16, MetaTensorType.INPUT_WEIGHT, Optional.of(key), shape);
    }

    private static MetaTensor tensor(
            String name, MetaDataType type, MetaTensorType role, Optional<String> key, long... shape) {
        return new MetaTensor(
                ByteString.copyFromUtf8(name),
                java.util.Arrays.stream(shape).boxed().toList(),
                type.code(),
                ByteString.EMPTY,
                false,
                key.map(ByteString::copyFromUtf8),
                role.code(),
                Optional.empty(),
                UnknownFieldSet.getDefaultInstance());
    }

    private static MetaTensor named(MetaTensor tensor, String name, MetaTensorType role) {
        return tensor(
                name,
                MetaDataType.FLOAT16,
                role,
                tensor.checkpointKey().map(ByteString::toStringUtf8),
                tensor.shape().stream().mapToLong(Long::longValue).toArray());
    }

    /** M9: every output has the shape and the key of the input of its number, and no type. */
    private static MetaNeff layout() {
        List<MetaTensor> outputs = new ArrayList<>();
        for (int i = 0; i < WEIGHTS.size(); i++) {
            outputs.add(named(WEIGHTS.get(i), "output" + i, MetaTensorType.UNDEFINED_TYPE));
        }
        return MetaNeff.of(WEIGHTS, outputs);
    }

    /** M10 without its graph. */
    private static MetaNeff generation() {
        List<MetaTensor> inputs = new ArrayList<>(List.of(
                input(0, MetaDataType.INT32, 1, 1),
                input(1, MetaDataType.INT32, 1, 1024),
                input(2, MetaDataType.INT32, 1, 1),
                input(3, MetaDataType.FLOAT, 1, 3)));
        for (int i = 0; i < 4; i++) {
            inputs.add(tensor(
                    "input" + inputs.size(),
                    MetaDataType.FLOAT16,
                    MetaTensorType.INPUT_STATE,
                    Optional.of("kv_mgr.past_key_values." + i),
                    1,
                    2,
                    1024,
                    4));
        }
        for (MetaTensor weight : WEIGHTS) {
            inputs.add(named(weight, "input" + inputs.size(), MetaTensorType.INPUT_WEIGHT));
        }
        List<MetaTensor> outputs = new ArrayList<>();
        outputs.add(tensor("output0", MetaDataType.INT64, MetaTensorType.UNDEFINED_TYPE, Optional.empty(), 1));
        for (int i = 1; i <= 4; i++) {
            outputs.add(tensor(
                    "output" + i,
                    MetaDataType.FLOAT16,
                    MetaTensorType.UNDEFINED_TYPE,
                    Optional.empty(),
                    1,
                    2,
                    1024,
                    4));
        }
        Map<Long, Long> aliases = new LinkedHashMap<>();
        aliases.put(3L, 6L);
        aliases.put(4L, 7L);
        aliases.put(1L, 4L);
        aliases.put(2L, 5L);
        return withAliases(MetaNeff.of(inputs, outputs), aliases);
    }

    private static MetaNeff withAliases(MetaNeff m, Map<Long, Long> aliases) {
        return new MetaNeff(
                m.inputs(),
                m.outputs(),
                Optional.of(ModelConfig.DEFAULT),
                m.graph(),
                m.name(),
                aliases,
                0,
                0,
                0,
                m.unknown());
    }

    private static MetaTensor input(int index, MetaDataType type, long... shape) {
        return tensor("input" + index, type, MetaTensorType.USER_INPUT, Optional.empty(), shape);
    }

    private static List<BindingFinding> check(MetaNeff message, String neff, Arch arch) throws IOException {
        Nlog nlog = Nlog.silent();
        try (ByteSource file = ByteSource.open(Corpus.neff(neff))) {
            NeffContainer container =
                    NeffContainer.parse(file, new ContainerOptions(RuntimeProfile.DEFAULT, HashCheck.OFF), nlog);
            try (MemberTable members = ArchiveReader.read(container.payload(), ArchiveOptions.DEFAULT, nlog)) {
                return BindingCheck.run(message, ManifestParser.parse(members, ManifestOptions.forArch(arch), nlog));
            }
        }
    }

    private static MetaNeff distilbert(long tokens, boolean dynamic) {
        List<MetaTensor> inputs = List.of(
                dynamic(
                        tensor(
                                "input0",
                                MetaDataType.INT64,
                                MetaTensorType.UNDEFINED_TYPE,
                                Optional.empty(),
                                1,
                                tokens),
                        dynamic),
                dynamic(
                        tensor(
                                "input1",
                                MetaDataType.INT64,
                                MetaTensorType.UNDEFINED_TYPE,
                                Optional.empty(),
                                1,
                                tokens),
                        dynamic));
        return MetaNeff.of(
                inputs,
                List.of(dynamic(
                        tensor("output0", MetaDataType.FLOAT, MetaTensorType.UNDEFINED_TYPE, Optional.empty(), 1, 2),
                        dynamic)));
    }

    private static MetaTensor dynamic(MetaTensor t, boolean dynamic) {
        return new MetaTensor(
                t.name(),
                t.shape(),
                t.dataType(),
                t.content(),
                dynamic,
                t.checkpointKey(),
                t.type(),
                t.userInputKey(),
                t.unknown());
    }

    private static String md5(byte[] bytes) throws NoSuchAlgorithmException {
        return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(bytes));
    }

    /** The digests of the files as they were found. */
    @Test
    void realFilesAreWrittenToTheByte() throws NoSuchAlgorithmException, MetaNeffFormatException {
        assertThat(md5(distilbert(64, true).encode())).isEqualTo("c5bd8a37fd20e563b556e657434b8a58");
        assertThat(md5(distilbert(128, false).encode())).isEqualTo("7015525a3091dfc690dcb9449b885b79");
        byte[] m9 = layout().encode();
        assertThat(m9).hasSize(1699);
        assertThat(md5(m9)).isEqualTo("9b1b8d2614436b1d3fd15e09b7cda0c9");
        assertThat(MetaNeff.decode(m9)).isEqualTo(layout());
    }

    /** B3: INT64 on the host is int32 with twice the elements on the device. */
    @Tag("corpus")
    @Test
    void olderPairsBelongTogether() throws IOException {
        assertThat(check(distilbert(64, true), "dlc-tiny-distilbert-cc2.10.0-035f64.neff", Arch.SUNDA))
                .extracting(BindingFinding::severity)
                .hasSize(2)
                .containsOnly(Severity.INFORMATION);
        assertThat(check(distilbert(128, false), "dlc-tiny-distilbert-cc2.14.227.neff", Arch.SUNDA))
                .extracting(BindingFinding::severity)
                .containsOnly(Severity.INFORMATION);
        assertThat(check(distilbert(64, true), "dlc-tiny-distilbert-cc2.14.227.neff", Arch.SUNDA))
                .extracting(BindingFinding::message)
                .contains("input0 has 512 bytes, the NEFF's variable 1024");
    }

    /** M8. */
    @Tag("corpus")
    @Test
    void aMetaneffMadeForAKernelFits() throws IOException {
        List<MetaTensor> inputs = List.of("q_ref", "k_ref", "v_ref").stream()
                .map(n -> tensor(n, MetaDataType.FLOAT, MetaTensorType.USER_INPUT, Optional.empty(), 128, 512))
                .toList();
        MetaTensor output =
                tensor("kernel_out", MetaDataType.FLOAT, MetaTensorType.UNDEFINED_TYPE, Optional.empty(), 512, 128);
        assertThat(check(MetaNeff.of(inputs, List.of(output)), "tkf-baseline_attention.neff", Arch.CAYMAN))
                .isEmpty();
    }

    /** The NEFF says that each output must alias its input; the message, which has no aliases, does not. */
    @Tag("corpus")
    @Test
    void m9BelongsToItsNeff() throws IOException {
        List<BindingFinding> findings = check(layout(), LAYOUT, Arch.SUNDA);
        assertThat(findings).hasSize(17).extracting(BindingFinding::rule).containsOnly("alias-missing");
        assertThat(findings)
                .extracting(BindingFinding::message)
                .contains("the metaneff does not say that output3 must alias input3");
    }

    /** B5, B6: outputs by name, whatever their ids; aliases as neff.json has them. */
    @Tag("corpus")
    @Test
    void m10BelongsToItsNeff() throws IOException {
        assertThat(check(generation(), GENERATION, Arch.SUNDA))
                .extracting(BindingFinding::severity)
                .doesNotContain(Severity.ERROR, Severity.WARNING);
        assertThat(check(withAliases(generation(), Map.of(1L, 4L, 2L, 5L)), GENERATION, Arch.SUNDA))
                .filteredOn(f -> f.severity() == Severity.WARNING)
                .extracting(BindingFinding::message)
                .containsExactlyInAnyOrder(
                        "the metaneff does not say that output3 must alias input6",
                        "the metaneff does not say that output4 must alias input7");
        assertThat(check(withAliases(generation(), Map.of(1L, 0L)), GENERATION, Arch.SUNDA))
                .extracting(BindingFinding::rule)
                .contains("alias-size");
    }
}
