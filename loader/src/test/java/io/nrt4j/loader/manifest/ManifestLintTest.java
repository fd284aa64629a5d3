package io.nrt4j.loader.manifest;

import static io.nrt4j.loader.manifest.SmallModel.ACT;
import static io.nrt4j.loader.manifest.SmallModel.DEF;
import static io.nrt4j.loader.manifest.SmallModel.KELF;
import static io.nrt4j.loader.manifest.SmallModel.NEFF;
import static io.nrt4j.loader.manifest.SmallModel.POOL;
import static io.nrt4j.loader.manifest.SmallModel.SET;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.archive.MemberTables;
import io.nrt4j.loader.container.FeatureBit;
import io.nrt4j.loader.container.NeffHeader;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One finding per rule of manifest.md §12. */
class ManifestLintTest {
    private record Case(UnaryOperator<SmallModel> change, LintRule rule, String where, String text) {
        @Override
        public String toString() {
            return rule + ": " + text;
        }
    }

    static Stream<Case> cases() {
        return Stream.of(
                new Case(
                        m -> m.set(DEF, "/var/x/size", "64"),
                        LintRule.TENSOR_SIZE,
                        DEF,
                        "variable x has 64 bytes, neff.json says 128"),
                new Case(
                        m -> m.set(DEF, "/var/y/size", "64"),
                        LintRule.TENSOR_SIZE,
                        DEF,
                        "variable y has 64 bytes, neff.json says 32"),
                new Case(
                        m -> m.set(NEFF, "/nodes/2/attrs/num_outputs", "'3'"),
                        LintRule.OUTPUT_COUNT,
                        NEFF,
                        "node 2 has num_outputs 3 and 2 output names"),
                new Case(
                        m -> m.set(KELF, "/graphs/1", "{'name': 'sg01', 'definition': 'sg00/def.json'}"),
                        LintRule.GRAPH_COUNT,
                        KELF,
                        "2 graphs, the header asks for 1"),
                new Case(
                        m -> m.set(DEF, "/pool_instr", "'P.bin'"),
                        LintRule.PROGRAM_NAME,
                        DEF,
                        "pool_instr is sg00/P.bin, sg00/Pool.json says sg00/Pool.bin"),
                new Case(
                        m -> m.bytes("sg00/SP.bin", new byte[65]),
                        LintRule.PROGRAM_LENGTH,
                        "sg00/SP.bin",
                        "65 bytes, no multiple of 64"),
                new Case(
                        m -> m.set(DEF, "/var/w/size", "12"),
                        LintRule.PAYLOAD_SIZE,
                        DEF,
                        "variable w has 12 bytes, sg00/w.npy holds 16"),
                new Case(
                        ManifestLintTest::npyVersion2,
                        LintRule.NPY_VERSION,
                        "sg00/w.npy",
                        "npy version 2, whose data the runtime takes from the wrong place"),
                new Case(
                        m -> m.set(DEF, "/var/DGETable0/list", "[1, 99]"),
                        LintRule.VARIABLE_REFERENCE,
                        DEF,
                        "variable DGETable0 refers to id 99, which does not exist"),
                new Case(
                        m -> m.set(DEF, "/var/p/referenced_var_id", "98"),
                        LintRule.VARIABLE_REFERENCE,
                        DEF,
                        "variable p refers to id 98, which does not exist"),
                new Case(
                        m -> m.set(DEF, "/dma_queue/qActSpill0/semaphore", "24"),
                        LintRule.SHARED_SEMAPHORE,
                        DEF,
                        "semaphore 24 completes qActSpill0 and qPoolIO0"),
                new Case(
                        m -> m.set(DEF, "/dma_queue/qPoolIO0/semaphore_set", "[24]"),
                        LintRule.SEMAPHORE_COUNT,
                        DEF,
                        "qPoolIO0 has 2 queues and 1 semaphores"),
                new Case(
                        m -> m.set(DEF, "/runtime_statebuffer_reservation/0/offset", "229376"),
                        LintRule.RESERVATION,
                        DEF,
                        "offset 229376, size 8, base_partition 0, partitions 128"),
                new Case(
                        m -> m.set(SET, "/bkt_entry_cnt", "3"),
                        LintRule.TABLE_SIZE,
                        SET,
                        "bkt_entry_cnt 3 of 32 bytes, the file has 64"),
                new Case(
                        m -> m.set(SET, "/ctl_entry_cnt", "'1'"),
                        LintRule.TABLE_SIZE,
                        SET,
                        "ctl_entry_cnt \"1\" of 32 bytes, the file has 32"),
                new Case(
                        m -> m.set(DEF, "/neff_features", "['neff_feature_DGE']"),
                        LintRule.FEATURES,
                        DEF,
                        "neff_feature_DGE is not set in the header"),
                new Case(
                        m -> m.set(DEF, "/neff_features", "['neff_feature_x']"),
                        LintRule.FEATURES,
                        DEF,
                        "neff_feature_x is unknown"),
                new Case(
                        m -> m.set(DEF, "/pe_dbg", "['pe.dbg']"),
                        LintRule.DANGLING_MEMBER,
                        DEF,
                        "pe_dbg names sg00/pe.dbg, which is absent"),
                new Case(
                        m -> m.set(ACT, "/act_info", "'catalogue.json'"),
                        LintRule.DANGLING_MEMBER,
                        DEF,
                        "act_info names sg00/catalogue.json, which is absent"),
                new Case(m -> m.set(DEF, "/new", "1"), LintRule.UNKNOWN_KEY, DEF, "new"),
                new Case(
                        m -> m.set(DEF, "/var/x/new", "1").set(DEF, "/var/y/new", "1"),
                        LintRule.UNKNOWN_KEY,
                        DEF,
                        "new"),
                new Case(m -> m.set(POOL, "/dma/1/desc/0/from_arr/0/new", "1"), LintRule.UNKNOWN_KEY, POOL, "new"),
                new Case(m -> m.set(KELF, "/graphs/0/new", "1"), LintRule.UNKNOWN_KEY, KELF, "new"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void findsOneThing(Case mutation) {
        assertThat(lint(mutation.change().apply(model()), 0))
                .containsExactly(new LintFinding(mutation.rule(), mutation.where(), mutation.text()));
    }

    @Test
    void aModelAsCompilersMakeItHasNoFindings() {
        assertThat(lint(model(), 0)).isEmpty();
        assertThat(lint(model().set(DEF, "/#comment", "1"), 0)).isEmpty();
    }

    /** container.md §8.4: with the bit, the header's number counts. */
    @Test
    void theHeaderSaysHowManyGraphsThereAre() {
        assertThat(lint(model().set(DEF, "/neff_features", "['neff_feature_vnc']"), FeatureBit.VNC.mask()))
                .containsExactly(new LintFinding(LintRule.GRAPH_COUNT, KELF, "1 graphs, the header asks for 2"));
    }

    /** Ids with a gap end a load; the lint still says where. */
    @Test
    void brokenFilesAreLintedToo() {
        List<LintFinding> findings = lint(model().set(DEF, "/var/DGETable0/var_id", "20"), 0);
        assertThat(findings)
                .containsExactly(
                        new LintFinding(LintRule.VARIABLE_IDS, DEF, "variable DGETable0 has id 20, expected 11"));
        assertThat(lint(model().text(DEF, "{"), 0)).isEmpty();
        assertThat(lint(model().text(NEFF, "").text(KELF, "").text(POOL, "["), 0))
                .isEmpty();
    }

    @Test
    void findingsAreBounded() {
        SmallModel model = model();
        StringBuilder keys = new StringBuilder("{");
        for (int i = 0; i < 1000; i++) {
            keys.append("\"k").append(i).append("\":0,");
        }
        model.text(DEF, keys + model.content(DEF).substring(1));
        assertThat(lint(model, 0)).hasSize(200);
    }

    private static SmallModel model() {
        return SmallModel.cayman().set(DEF, "/neff_features", "[]").json("sg00/act_info.json", "{}");
    }

    private static SmallModel npyVersion2(SmallModel model) {
        byte[] npy = SmallModel.npy(16);
        npy[6] = 2;
        return model.bytes("sg00/w.npy", npy);
    }

    private static List<LintFinding> lint(SmallModel model, long featureBits) {
        try (MemberTable members = MemberTables.of(model.members())) {
            return ManifestLint.lint(header(featureBits), members, ManifestInspector.inspect(members));
        }
    }

    /** A header with these feature bits at 0x220 and a logical core of two at 0x228 (container.md §2). */
    private static NeffHeader header(long featureBits) {
        ByteBuf bytes = Unpooled.wrappedBuffer(new byte[NeffHeader.SIZE]);
        bytes.setLongLE(0x220, featureBits).setIntLE(0x228, 2);
        return NeffHeader.decode(bytes);
    }
}
