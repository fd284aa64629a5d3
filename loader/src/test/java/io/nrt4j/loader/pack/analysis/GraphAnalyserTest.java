package io.nrt4j.loader.pack.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.nrt4j.hal.EngineType;
import io.nrt4j.loader.archive.ArchiveOptions;
import io.nrt4j.loader.archive.ArchiveReader;
import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.container.NeffHeader;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.manifest.ManifestInspector;
import io.nrt4j.loader.pack.NeffBuilder;
import io.nrt4j.loader.pack.TensorType;
import io.nrt4j.loader.pack.analysis.GraphAnalysis.QueueUse;
import io.nrt4j.loader.pack.analysis.GraphAnalysis.ScratchArea;
import io.nrt4j.loader.testing.Corpus;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expected values: producer.md §13. */
class GraphAnalyserTest {
    private static final long MIB = 1 << 20;

    private static List<GraphAnalysis> analyse(ByteSource file) {
        try (MemberTable members = ArchiveReader.read(
                file.window(NeffHeader.SIZE, file.size() - NeffHeader.SIZE), ArchiveOptions.DEFAULT, Nlog.silent())) {
            return ManifestInspector.inspect(members).definitions().stream()
                    .map(definition -> GraphAnalyser.analyse(definition, members, 64 * MIB))
                    .toList();
        }
    }

    private static ObjectNode transfer(long... sizes) {
        ObjectNode descriptor = JsonNodeFactory.instance.objectNode();
        for (String side : List.of("from", "to")) {
            descriptor.put(side, side.equals("from") ? "x" : "y").put(side + "_off", 0);
            var sizeList = descriptor.putArray(side + "_sizes");
            var stepList = descriptor.putArray(side + "_steps");
            long step = 1;
            for (long size : sizes) {
                sizeList.add(size);
                stepList.add(step);
                step *= size;
            }
        }
        return descriptor;
    }

    @Test
    void theSheetsExampleNeeds82Descriptors() {
        byte[] file = NeffBuilder.named("m")
                .graph(g -> {
                    ObjectNode block = JsonNodeFactory.instance
                            .objectNode()
                            .put("id", 0)
                            .put("queue", "q")
                            .put("semaphore", 8);
                    block.putArray("desc").add(transfer(256)).add(transfer(64, 8));
                    g.input("x", TensorType.UINT8, 512)
                            .output("y", TensorType.UINT8, 512)
                            .queue("q", "in", EngineType.SP, 8)
                            .dma(EngineType.SP, block);
                })
                .toByteArray();
        try (ByteSource source = ByteSource.of(file)) {
            GraphAnalysis analysis = analyse(source).get(0);
            assertThat(analysis.dma()).containsExactly(new QueueUse("sp", "q", 1, 82));
            assertThat(analysis.ringBytes()).isEqualTo(1312);
        }
    }

    @Test
    void scratchAreasComeFromFabricPathThenBackingBuffer() {
        JsonNodeFactory json = JsonNodeFactory.instance;
        byte[] file = NeffBuilder.named("m")
                .graph(g -> g.output("y", TensorType.UINT8, 4)
                        .virtual("a", 65 * MIB, 0)
                        .virtual("b", MIB, 3 * MIB)
                        .variable(
                                "c",
                                virtual(json, 5, 7).put("fabric_path", "alt").put("backing_buf", "sharded"))
                        .variable("d", virtual(json, 5, 64 * MIB - 5).put("backing_buf", "sharded")))
                .toByteArray();
        try (ByteSource source = ByteSource.of(file)) {
            GraphAnalysis analysis = analyse(source).get(0);
            assertThat(analysis.scratchpad())
                    .containsExactly(
                            new ScratchArea("alt", 12, 1),
                            new ScratchArea("main", 65 * MIB, 2),
                            new ScratchArea("sharded", 64 * MIB, 1));
            assertThat(analysis.sizes().virtual()).isEqualTo(66 * MIB + 10);
            assertThat(analysis.memoryEstimate(64 * MIB)).isEqualTo(4 * 64 * MIB + 5 * 64);
        }
    }

    private static ObjectNode virtual(JsonNodeFactory json, long size, long offset) {
        return json.objectNode().put("type", "virtual").put("size", size).put("backing_variable_off", offset);
    }

    @Tag("corpus")
    @ParameterizedTest(name = "{0} graph {1}")
    @CsvSource({
        "tkf-baseline_attention.neff, 0, 11648, 70208, 1048576, 2097152, 786432, 262144, 65536",
        "tkf-baseline_attention.neff, 1, 640, 26240, 0, 0, 786432, 262144, 65536",
        "tkf-baseline_bf16_s1024.neff, 0, 38912, 97472, 4194304, 8388608, 786432, 262144, 98304",
        "tkf-fused_attention.neff, 0, 10496, 69056, 0, 0, 786432, 262144, 65536",
        "nkipy-matmul_small.neff, 0, 1856, 60416, 0, 0, 131072, 32768, 32768",
        "nkipy-matmul_small.neff, 1, 1856, 60416, 0, 0, 131072, 32768, 32768",
        "nkipy-matmul_large.neff, 0, 1906880, 1965440, 8388608, 8388608, 4303355904, 16777216, 32768"
    })
    void realFiles(
            String name,
            int graph,
            long programs,
            long bins,
            long highWater,
            long virtual,
            long input,
            long output,
            long constants)
            throws IOException {
        try (ByteSource source = ByteSource.open(Corpus.neff(name))) {
            GraphAnalysis analysis = analyse(source).get(graph);
            assertThat(analysis.programBytes()).isEqualTo(programs);
            assertThat(analysis.binBytes()).isEqualTo(bins);
            assertThat(analysis.scratchBytes()).isEqualTo(highWater);
            assertThat(analysis.sizes()).isEqualTo(new GraphAnalysis.Sizes(0, virtual, input, output, constants));
            assertThat(analysis.bins().stream().map(GraphAnalysis.Bin::engine))
                    .containsExactly("Pool", "SP", "DVE", "PE", "Activation");
        }
    }
}
