package io.nrt4j.loader.manifest;

import static io.nrt4j.loader.manifest.SmallModel.NEFF;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What {@code neff.json} becomes. */
class NeffGraphTest {
    /** manifest.md §2: names collapse, maps are in name order, the alias list is kept. */
    @Test
    void tensors() {
        SmallModel.cayman().load(m -> {
            NeffGraph graph = m.graph();
            assertThat(graph.inputs())
                    .containsExactly(
                            Map.entry("n", new TensorInfo("n", NrtDtype.INT32, "int32", List.of(1L), 4)),
                            Map.entry("x", new TensorInfo("x", NrtDtype.FLOAT32, "float32", List.of(4L, 8L), 128)));
            assertThat(graph.outputs())
                    .containsExactly(
                            Map.entry("y", new TensorInfo("y", NrtDtype.BFLOAT16, "bfloat16", List.of(2L, 8L), 32)));
            assertThat(graph.nodes()).extracting(GraphNode::name).containsExactly("x", "n", "sg_coreV10");
            assertThat(graph.mustAlias()).containsExactly(Map.entry("x", List.of("y")));
            assertThat(m.hloMacCount()).hasValue(4096);
        });
    }

    /** manifest.md §2, ruling: the node's key, else the attribute's, else the node's own name. */
    @Test
    void outputNames() {
        SmallModel.cayman()
                .remove(NEFF, "/nodes/2/output_names")
                .set(NEFF, "/nodes/2/attrs/output_names", "['a', 'b']")
                .load(m -> assertThat(m.graph().outputs()).containsOnlyKeys("a", "b"));
        SmallModel.cayman()
                .remove(NEFF, "/nodes/2/output_names")
                .load(m -> assertThat(m.graph().outputs()).containsOnlyKeys("sg_coreV10", "sg_coreV10:1"));
    }

    /** manifest.md §2.1: a scalar has the size of one element. */
    @Test
    void aScalarHasTheSizeOfAnElement() {
        SmallModel.cayman()
                .set(NEFF, "/attrs/shape/1/1", "[]")
                .load(m -> assertThat(m.graph().inputs().get("n").size()).isEqualTo(4));
    }

    /** manifest.md §4.2: CPU nodes of inf1 files load; they are marked. */
    @Test
    void cpuNodes() {
        SmallModel.cayman()
                .set(NEFF, "/nodes/3", "{'name': 'fused', 'attrs': {'func_name': 'fused_11_copy'}}")
                .load(m -> assertThat(m.graph().nodes().stream().filter(GraphNode::isCpuNode))
                        .extracting(GraphNode::funcName)
                        .containsExactly("fused_11_copy"));
    }

    /** manifest.md §2.1. */
    @Test
    void tensorTypes() {
        assertThat(Stream.of(
                                "uint64",
                                "int8",
                                "uint8",
                                "int16",
                                "uint16",
                                "bfloat16",
                                "float16",
                                "int32",
                                "uint32",
                                "float32",
                                "int64")
                        .map(text -> NrtDtype.fromText(text).orElseThrow())
                        .map(d -> d.code() + ":" + d.bytes()))
                .containsExactly("1:8", "2:1", "3:1", "4:2", "5:2", "6:2", "7:2", "8:4", "9:4", "10:4", "12:8");
        assertThat(NrtDtype.fromText("bool")).isEmpty();
        assertThat(NrtDtype.fromText("")).isEmpty();
    }

    /** nrt-api.md: lexicographic by the bytes of the name, where a supplementary character is above U+FFFD. */
    @Test
    void namesAreInByteOrder() {
        SmallModel.cayman()
                .set(NEFF, "/nodes/0/name", "'\ud83d\ude00'")
                .set(NEFF, "/nodes/1/name", "'\ufffd'")
                .load(m -> assertThat(m.graph().inputs().keySet()).containsExactly("\ufffd", "\ud83d\ude00"));
    }
}
