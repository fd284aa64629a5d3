package io.nrt4j.loader;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.loader.testing.Corpus;
import io.nrt4j.loader.testing.LeakWatch;
import io.nrt4j.loader.testing.TestLoad;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Small real NEFFs, cut and flipped: only a {@link io.nrt4j.loader.diagnostics.LoadException} or success may come of
 * it, and the device's accounting must be what it was. {@link TestLoad#loadOrFail} checks both for every case.
 */
@Tag("corpus")
@ExtendWith(LeakWatch.class)
class DamagedNeffTest {
    private static final int FILES = 5;
    private static final int EVERY_LENGTH_UP_TO = 2048;
    private static final int FURTHER_POINTS = 200;
    private static final int FLIPPED_BYTES = 1100;

    /** The smallest files: two architectures, three generations of compilers. */
    static Stream<Path> smallest() {
        List<Path> bySize = Corpus.neffs()
                .sorted(Comparator.comparingLong(DamagedNeffTest::size).thenComparing(Path::toString))
                .toList();
        return Stream.concat(
                bySize.stream().limit(FILES - 2),
                bySize.stream()
                        .filter(p -> p.toString().contains("tkf-baseline_attention")
                                || p.toString().contains("dlc-tf-simple-inf1")));
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("smallest")
    void aCutFileFailsCleanly(Path file) throws IOException {
        byte[] neff = Files.readAllBytes(file);
        int step = Math.max(1, (neff.length - EVERY_LENGTH_UP_TO) / FURTHER_POINTS);
        try (TestLoad device = TestLoad.forFile(file)) {
            IntStream.concat(
                            IntStream.rangeClosed(0, EVERY_LENGTH_UP_TO),
                            IntStream.iterate(EVERY_LENGTH_UP_TO, n -> n < neff.length, n -> n + step))
                    .forEach(length -> assertThat(device.loadOrFail(Arrays.copyOf(neff, length)))
                            .as("cut to %d", length)
                            .isPresent());
            assertThat(device.loadOrFail(neff)).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("smallest")
    void aFlippedByteFailsCleanlyOrDoesNoHarm(Path file) throws IOException {
        byte[] neff = Files.readAllBytes(file);
        try (TestLoad device = TestLoad.forFile(file)) {
            for (int i = 0; i < FLIPPED_BYTES; i++) {
                byte[] flipped = neff.clone();
                flipped[i] ^= (byte) 0xFF;
                device.loadOrFail(flipped);
            }
        }
    }
}
