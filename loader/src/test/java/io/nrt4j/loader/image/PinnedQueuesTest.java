package io.nrt4j.loader.image;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.hal.device.Device;
import io.nrt4j.loader.LoadedModel;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.pack.GraphBuilder;
import io.nrt4j.loader.pack.NeffBuilder;
import io.nrt4j.loader.pack.TensorType;
import io.nrt4j.loader.testing.TestLoad;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** manifest.md §4.2: blocks of pinned queues run once at load. */
class PinnedQueuesTest {
    private static final int STRIDE = 0x20000;

    /** Two rows of four bytes into two partitions; the layout of corpus/dialects.md. */
    private static ObjectNode block(String from) {
        ObjectNode block = JsonNodeFactory.instance.objectNode().put("id", 0).put("queue", "qPoolPW0");
        ObjectNode descriptor = block.putArray("desc").addObject();
        descriptor.put("from", from).put("from_off", 0).put("to", "SB").put("to_off", 64);
        descriptor.putArray("from_sizes").add(8);
        descriptor.putArray("from_steps").add(1);
        descriptor.putArray("to_sizes").add(4).add(2);
        descriptor.putArray("to_steps").add(1).add(STRIDE);
        return block;
    }

    private static byte[] neff(Consumer<GraphBuilder> description) {
        ObjectNode queue =
                JsonNodeFactory.instance.objectNode().put("type", "data").put("pinned", true);
        ObjectNode weights =
                JsonNodeFactory.instance.objectNode().put("type", "file").put("file_name", "w.bin");
        return NeffBuilder.named("pinned")
                .target("*")
                .graph(graph -> description.accept(graph.input("x", TensorType.FLOAT32, 32)
                        .output("y", TensorType.FLOAT32, 32)
                        .file("w.bin", "abcdefgh".getBytes(StandardCharsets.US_ASCII))
                        .variable("w", weights.put("size", 8))
                        .queue("qPoolPW0", queue)))
                .toByteArray();
    }

    @Test
    void weightsAreInTheStateBufferAfterTheLoad() {
        try (TestLoad load = TestLoad.on(InstanceType.INF1_XLARGE, 1);
                LoadedModel model = load.load(neff(g -> g.dma(EngineType.POOL, block("w"))))) {
            Device device = model.core().device();
            long place = device.addressMap().tpb(model.core().core(0).index()) + 64;
            byte[] rows = new byte[8];
            device.bus().read(place, rows, 0, 4);
            device.bus().read(place + STRIDE, rows, 4, 4);
            assertThat(new String(rows, StandardCharsets.US_ASCII)).isEqualTo("abcdefgh");
        }
    }

    @Test
    void onlyWeightsArePinned() {
        try (TestLoad load = TestLoad.on(InstanceType.INF1_XLARGE, 1)) {
            LoadException failure = load.fail(neff(g -> g.dma(EngineType.POOL, block("x"))));
            assertThat(failure.status()).isEqualTo(NrtStatus.NRT_INVALID);
            assertThat(failure.stage()).isEqualTo(LoadStage.STAGE);
            assertThat(failure.getMessage())
                    .isEqualTo("invalid dma block: block 0 of pinned queue qPoolPW0 does more than copy weights");
        }
    }

    /** A pattern that goes nowhere may be as long as it likes. */
    @Test
    void whatIsCopiedHasALimit() {
        ObjectNode block = block("SB");
        ObjectNode descriptor = (ObjectNode) block.get("desc").get(0);
        for (String side : List.of("from", "to")) {
            descriptor.putArray(side + "_sizes").add(1 << 16).add(1025).add(1);
            descriptor.putArray(side + "_steps").add(1).add(0).add(0);
        }
        try (TestLoad load = TestLoad.on(InstanceType.INF1_XLARGE, 1)) {
            assertThat(load.fail(neff(g -> g.dma(EngineType.POOL, block))).getMessage())
                    .startsWith("invalid dma block: block 0 of pinned queue qPoolPW0, more than the emulator's limit");
        }
    }
}
