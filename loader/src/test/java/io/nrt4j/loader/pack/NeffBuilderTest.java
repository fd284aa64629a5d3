package io.nrt4j.loader.pack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.container.NeffHeader;
import io.nrt4j.loader.container.PayloadDigest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.junit.jupiter.api.Test;

class NeffBuilderTest {
    private static NeffBuilder copyModel() {
        return NeffBuilder.named("copy.neff")
                .target(Arch.SUNDA)
                .graph(graph -> graph.input("x", TensorType.FLOAT32, 4, 8)
                        .output("y", TensorType.FLOAT32, 4, 8)
                        .constant("bias", TensorType.FLOAT16, new byte[6], 3)
                        .queue("qSPIO0", "in", EngineType.SP, 8)
                        .copy(EngineType.SP, "qSPIO0", 0, 8, "x", "y", 128));
    }

    @Test
    void theSameModelGivesTheSameBytesAndAVersion4Uuid() {
        byte[] file = copyModel().toByteArray();
        assertThat(file).isEqualTo(copyModel().toByteArray());
        UUID uuid = header(file).uuid();
        assertThat(uuid.version()).isEqualTo(4);
        assertThat(uuid.variant()).isEqualTo(2);
    }

    @Test
    void headerFollowsTheContent() {
        NeffHeader header = header(copyModel().toByteArray());
        assertThat(header.modelName()).isEqualTo("copy.neff");
        assertThat(header.versionMajor()).isEqualTo(1);
        assertThat(header.featureBits()).isZero();
        assertThat(header.dataSize()).isEqualTo(10240);

        // producer.md §10: VNC for two cores, DVE performance mode for cayman, and with a bit set version 2.
        NeffHeader two = header(NeffBuilder.named("two.neff")
                .target(Arch.CAYMAN)
                .graph(g -> g.output("y", TensorType.INT32, 1))
                .graph(g -> g.output("y", TensorType.INT32, 1))
                .toByteArray());
        assertThat(two.featureBits()).isEqualTo(0xc00);
        assertThat(two.versionMajor()).isEqualTo(2);
        assertThat(two.vncSize()).isEqualTo(2);
    }

    /** producer.md §10.1: what a NEFF's content shows of the triggers. */
    @Test
    void featureBitsFollowFromTheContent() {
        assertThat(header(NeffBuilder.named("mariana")
                                .target(Arch.MARIANA)
                                .graph(g -> g.output("y", TensorType.INT32, 1))
                                .toByteArray())
                        .featureBits())
                .isEqualTo(0x1000800);
        assertThat(header(copyModelThatCountsOnAnotherCore().toByteArray()).featureBits())
                .isEqualTo(0x4000);
        assertThat(header(copyModel()
                                .graph(g -> g.feature("neff_feature_custom_ops"))
                                .toByteArray())
                        .featureBits())
                .isEqualTo(0x404);
    }

    private static NeffBuilder copyModelThatCountsOnAnotherCore() {
        return NeffBuilder.named("remote.neff")
                .graph(graph -> graph.input("x", TensorType.INT8, 4)
                        .output("y", TensorType.INT8, 4)
                        .queue("q", "in", EngineType.SP, 8)
                        .copy(EngineType.SP, "q", 0, 8, "x", "y", 4)
                        .engine(
                                EngineType.SP,
                                engine -> ((ObjectNode) engine.at("/dma/0"))
                                        .putArray("remote_semaphores")
                                        .add(9)));
    }

    @Test
    void theDigestIsWordSwappedByDefault() {
        byte[] file = copyModel().toByteArray();
        try (ByteSource source = ByteSource.of(file)) {
            assertThat(PayloadDigest.MD5.verdict(
                            source.window(NeffHeader.SIZE, file.length - NeffHeader.SIZE),
                            header(file).hash()))
                    .isEqualTo(PayloadDigest.Verdict.WORD_SWAPPED);
        }
    }

    @Test
    void membersStandInTheOrderOfTheTargetsCompilers() throws IOException {
        assertThat(names(copyModel().toByteArray()))
                .startsWith("info.json", "kelf-0.json", "neff.json", "sg00/Activation.bin", "sg00/Activation.json")
                .endsWith("sg00/def.json", "sg00/tensor_map.json", "sg00/value_bias.npy");
        // producer.md §3: neff.json comes last.
        assertThat(names(NeffBuilder.named("c")
                        .target(Arch.CAYMAN)
                        .graph(g -> g.output("y", TensorType.INT32, 1))
                        .toByteArray()))
                .startsWith("info.json", "kelf-0.json", "sg00/Activation.bin")
                .endsWith("sg00/tensor_map.json", "neff.json");
    }

    @Test
    void aGivenMemberReplacesTheGeneratedOneAndAnyCanBeLeftOut() throws IOException {
        byte[] file = copyModel()
                .member("neff.json", "{}")
                .without("info.json")
                .insertionOrder()
                .toByteArray();
        assertThat(names(file)).startsWith("kelf-0.json", "neff.json").doesNotContain("info.json");
    }

    private static NeffHeader header(byte[] file) {
        return NeffHeader.decode(Unpooled.wrappedBuffer(file));
    }

    private static List<String> names(byte[] file) throws IOException {
        List<String> names = new ArrayList<>();
        byte[] tar = new GZIPInputStream(new ByteArrayInputStream(file, NeffHeader.SIZE, file.length)).readAllBytes();
        try (TarArchiveInputStream in = new TarArchiveInputStream(new ByteArrayInputStream(tar))) {
            for (TarArchiveEntry e = in.getNextEntry(); e != null; e = in.getNextEntry()) {
                names.add(e.getName());
            }
        }
        return names;
    }
}
