package io.nrt4j.loader;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.hal.InstanceType;
import io.nrt4j.hal.memory.HeapUsage;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.testing.Corpus;
import io.nrt4j.loader.testing.LeakWatch;
import io.nrt4j.loader.testing.TestLoad;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Loading and unloading over and over leaves nothing on the device. Source: memory.md §8. */
@Tag("corpus")
@ExtendWith(LeakWatch.class)
class RepeatedLoadCorpusTest {
    private static final int ROUNDS = 20;

    /** Small files of every kind: static and dynamic DMA, one graph and two, tables, collectives, v1. */
    private static final List<String> SMALL = List.of(
            "chengli-stream_256k_fd1k",
            "chengli-conv2d_4_float16_smaller",
            "tkf-fused_attention",
            "nkipy-matmul_small",
            "nkimoe-v6b",
            "yousef-stream_256k_fd1k",
            "dlc-tiny-gpt2-cc2.14.227-5f50ca",
            "dlc-tf-simple-x-cc2.4.0",
            "dlc-tf-simple-inf1-cc1.6.13");

    @Test
    void smallFilesTwentyTimes() throws IOException {
        repeat(SMALL.stream().map(n -> Corpus.neff(n + ".neff")).toList());
    }

    @Test
    @Tag("bench")
    void theWholeCorpusTwentyTimes() throws IOException {
        repeat(Corpus.neffs().toList());
    }

    private static void repeat(List<Path> files) throws IOException {
        List<TestLoad> devices = new ArrayList<>();
        try (TestLoad inf1 = TestLoad.on(InstanceType.INF1_XLARGE, 1);
                TestLoad trn1 = TestLoad.on(InstanceType.TRN1_2XLARGE, 1);
                TestLoad trn2 = TestLoad.on(InstanceType.TRN2_3XLARGE, 2)) {
            devices.addAll(List.of(inf1, trn1, trn2));
            List<HeapUsage> before = usage(devices);
            NeffLoader loader = new NeffLoader(LoadOptions.DEFAULT);
            for (int round = 0; round < ROUNDS; round++) {
                for (Path file : files) {
                    load(loader, file, deviceFor(file, inf1, trn1, trn2));
                }
                assertThat(usage(devices)).as("round %d", round).isEqualTo(before);
            }
            assertThat(Stream.of(inf1, trn1, trn2)
                            .mapToLong(d -> d.instance()
                                    .device(0)
                                    .heap()
                                    .usage()
                                    .cores()
                                    .total()))
                    .containsOnly(0L);
        }
    }

    private static List<HeapUsage> usage(List<TestLoad> devices) {
        return devices.stream().map(d -> d.instance().device(0).heap().usage()).toList();
    }

    private static TestLoad deviceFor(Path file, TestLoad inf1, TestLoad trn1, TestLoad trn2) {
        return switch (Corpus.arch(file)) {
            case SUNDA -> trn1;
            case CAYMAN -> trn2;
            default -> inf1;
        };
    }

    private static void load(NeffLoader loader, Path file, TestLoad device) throws IOException {
        try (ByteSource source = ByteSource.open(file)) {
            loader.load(source, PlacementChooser.fixed(new Placement(device.instance(), 0)), Nlog.silent())
                    .close();
        }
    }
}
