package io.nrt4j.loader.manifest;

import static io.nrt4j.loader.manifest.SmallModel.KELF;
import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.hal.Arch;
import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.archive.MemberTables;
import io.nrt4j.loader.diagnostics.Nlog;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the variables of a definition become. */
class VariableParserTest {
    /** manifest.md §5; memory.md §1.5: in the order of their ids. */
    @Test
    void variables() {
        SmallModel.cayman().load(m -> {
            Definition graph = m.definitions().get(0);
            assertThat(graph.variables())
                    .extracting(Variable::varId)
                    .containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
            assertThat(graph.variable("SB")).contains(new Variable.StateBuffer(VariableAttributes.of("SB", 0)));
            assertThat(graph.variable("x"))
                    .contains(new Variable.Input(new VariableAttributes("x", 1, 0, "float32", List.of(4L, 8L)), 128));
            assertThat(graph.variable("y")).contains(new Variable.Output(VariableAttributes.of("y", 3), 32));
            assertThat(graph.variable("tmp"))
                    .contains(new Variable.TmpBuffer(VariableAttributes.of("tmp", 6), 64, Optional.empty()));
            assertThat(graph.variable("v"))
                    .contains(new Variable.Virtual(
                            VariableAttributes.of("v", 7), 256, 4096, BackingBuffer.LOCAL, Optional.empty()));
            assertThat(graph.variable("p")).contains(new Variable.Pointer(VariableAttributes.of("p", 9), 1, true));
            assertThat(graph.variable("l"))
                    .contains(new Variable.VariableList(VariableAttributes.of("l", 10), List.of(4, 5)));
            assertThat(graph.variable("DGETable0"))
                    .contains(new Variable.DgeTable(VariableAttributes.of("DGETable0", 11), List.of(1, 2, 3)));
            assertThat(graph.variable(11)).isEqualTo(graph.variable("DGETable0"));
            assertThat(graph.variable(12)).isEmpty();
            assertThat(graph.variable(-1)).isEmpty();
            assertThat(graph.scratchpadSize(BackingBuffer.LOCAL)).isEqualTo(4352);
            assertThat(graph.scratchpadSize(BackingBuffer.SHARED)).isEqualTo(512);
        });
    }

    /** manifest.md §5.1. */
    @Test
    void payloads() {
        SmallModel.cayman().load(m -> {
            Variable.FileBuffer npy =
                    (Variable.FileBuffer) m.definitions().get(0).variable("w").orElseThrow();
            assertThat(npy.alignment()).isEqualTo(16);
            assertThat(npy.payload().size()).isEqualTo(16);
            assertThat(npy.payload().chunks().get(0).getByte(0)).isEqualTo((byte) 42);
            Variable.FileBuffer raw =
                    (Variable.FileBuffer) m.definitions().get(0).variable("raw").orElseThrow();
            assertThat(raw.payload().size()).isEqualTo(8);
            assertThat(raw.devicePrint()).contains(new DevicePrintMetadata("p", 7));
        });
    }

    /** A payload larger than one buffer: its header may end in the middle of a chunk. */
    @Test
    void payloadsOfSeveralChunks() {
        byte[] chunk = SmallModel.npy(72);
        try (MemberTable table = MemberTables.withRepeated(SmallModel.cayman().members(), "sg00/w.npy", chunk, 3)) {
            Manifest manifest = ManifestParser.parse(table, ManifestOptions.forArch(Arch.CAYMAN), Nlog.silent());
            Variable.FileBuffer w = (Variable.FileBuffer)
                    manifest.definitions().get(0).variable("w").orElseThrow();
            assertThat(w.payload().size()).isEqualTo(600 - 128);
            assertThat(w.payload().chunks().stream().map(c -> c.readableBytes()))
                    .containsExactly(72, 200, 200);
        }
    }

    /** manifest.md §8.4: a remote variable takes the id of its namesake, or the id it names. */
    @Test
    void remoteVariables() {
        SmallModel model = SmallModel.cayman();
        for (String member : List.copyOf(model.members().keySet())) {
            if (member.startsWith("sg00/")) {
                model.bytes(member.replace("sg00/", "sg01/"), model.members().get(member));
            }
        }
        model.set(KELF, "/graphs/1", "{'name': 'sg01', 'definition': 'sg01/def.json'}")
                .set("sg01/def.json", "/var/tmp", "{'type': 'remote', 'var_id': 6, 'remote_vtpb_rel_sg_id': 0}")
                .set(
                        "sg01/def.json",
                        "/var/v",
                        "{'type': 'remote', 'var_id': 7, 'remote_vtpb_rel_sg_id': 5, 'remote_var_id': 99}")
                .load(m -> {
                    Definition second = m.definitions().get(1);
                    assertThat(second.variable("tmp"))
                            .contains(new Variable.Remote(VariableAttributes.of("tmp", 6), 0, 6));
                    assertThat(second.variable("v"))
                            .contains(new Variable.Remote(VariableAttributes.of("v", 7), 5, 99));
                });
    }
}
