package io.nrt4j.loader.metaneff;

import static org.assertj.core.api.Assertions.assertThat;

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
import io.nrt4j.loader.profile.RuntimeProfile;
import io.nrt4j.loader.testing.AllReduceModel;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The checks of metaneff.md §7 against the all-reduce model: float32 input and output of 32 elements each. */
class BindingCheckTest {
    private static final MetaTensor INPUT = tensor("input", MetaDataType.FLOAT, 32);
    private static final MetaTensor OUTPUT = tensor("output", MetaDataType.FLOAT, 32);

    private static MetaTensor tensor(String name, MetaDataType type, long elements) {
        return MetaTensor.of(name, type, MetaTensorType.UNDEFINED_TYPE, elements);
    }

    private static List<String> rules(List<MetaTensor> inputs, List<MetaTensor> outputs) {
        return rules(MetaNeff.of(inputs, outputs));
    }

    private static List<String> rules(MetaNeff message) {
        Nlog nlog = Nlog.silent();
        try (ByteSource file = ByteSource.of(AllReduceModel.toByteArray())) {
            NeffContainer container =
                    NeffContainer.parse(file, new ContainerOptions(RuntimeProfile.DEFAULT, HashCheck.OFF), nlog);
            try (MemberTable members = ArchiveReader.read(container.payload(), ArchiveOptions.DEFAULT, nlog)) {
                return BindingCheck.run(
                                message, ManifestParser.parse(members, ManifestOptions.forArch(Arch.SUNDA), nlog))
                        .stream()
                        .map(finding -> finding.severity() + " " + finding.rule())
                        .toList();
            }
        }
    }

    @Test
    void aPairThatFitsHasNoFindings() {
        assertThat(rules(List.of(INPUT), List.of(OUTPUT))).isEmpty();
    }

    @Test
    void namesMustMatch() {
        assertThat(rules(List.of(tensor("in", MetaDataType.FLOAT, 32)), List.of(OUTPUT)))
                .containsExactly("ERROR missing-variable", "ERROR missing-tensor");
        assertThat(rules(List.of(OUTPUT), List.of(INPUT))).contains("ERROR direction", "ERROR missing-tensor");
    }

    /** B3: only the bytes count. */
    @Test
    void onlyBytesMustMatch() {
        assertThat(rules(List.of(tensor("input", MetaDataType.INT64, 16)), List.of(OUTPUT)))
                .containsExactly("INFORMATION shape-differs");
        assertThat(rules(List.of(tensor("input", MetaDataType.INT64, 32)), List.of(OUTPUT)))
                .containsExactly("ERROR size");
        assertThat(rules(List.of(tensor("input", MetaDataType.UNDEFINED, 32)), List.of(OUTPUT)))
                .containsExactly("ERROR data-type");
        assertThat(rules(List.of(tensor("input", MetaDataType.FLOAT, 0)), List.of(OUTPUT)))
                .containsExactly("ERROR shape");
    }

    @Test
    void weightsNeedKeys() {
        MetaTensor weight = MetaTensor.of("input", MetaDataType.FLOAT, MetaTensorType.INPUT_WEIGHT, 32L);
        assertThat(rules(List.of(weight), List.of(OUTPUT))).containsExactly("WARNING checkpoint-key");
    }

    @Test
    void aliasesMustExistAndBeKnown() {
        MetaNeff plain = MetaNeff.of(List.of(INPUT), List.of(OUTPUT));
        assertThat(rules(withAliases(plain, Map.of(0L, 0L)))).containsExactly("WARNING alias-missing");
        assertThat(rules(withAliases(plain, Map.of(0L, 1L)))).containsExactly("ERROR alias-index");
        assertThat(rules(withAliases(plain, Collections.singletonMap(-1L, 0L)))).containsExactly("ERROR alias-index");
    }

    private static MetaNeff withAliases(MetaNeff m, Map<Long, Long> aliases) {
        return new MetaNeff(m.inputs(), m.outputs(), m.config(), m.graph(), m.name(), aliases, 0, 0, 0, m.unknown());
    }
}
