package io.nrt4j.loader.manifest;

import static io.nrt4j.loader.manifest.Refusal.error;
import static io.nrt4j.loader.manifest.SmallModel.KELF;

import io.nrt4j.hal.Arch;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The architecture gate. Source: container.md §8.2, errors.md A3. */
class ArchGateRefusalTest {
    @ParameterizedTest
    @MethodSource("refusals")
    void endsWithItsLine(Refusal refusal) {
        refusal.verify();
    }

    static Stream<Refusal> refusals() {
        return Stream.of(
                gate("cayman on trn1", m -> m.on(Arch.SUNDA), 3, 2),
                gate("mariana on trn2", m -> m.set(KELF, "/target", "'mariana'"), 4, 3),
                gate("v2 on trn2", m -> m.set(KELF, "/target", "'v2'"), 2, 3),
                gate("no target on trn2", m -> m.remove(KELF, "/target"), 2, 3),
                gate("an empty target on trn2", m -> m.set(KELF, "/target", "''"), 2, 3),
                gate("cayman on inf1", m -> m.on(Arch.TONGA), 3, 1),
                gate("sunda on inf1", m -> m.set(KELF, "/target", "'sunda'").on(Arch.TONGA), 2, 1));
    }

    private static Refusal gate(String what, UnaryOperator<SmallModel> change, int neffArch, int instanceArch) {
        return new Refusal(
                what,
                change,
                List.of(
                        error(
                                "NEFF",
                                "load",
                                "Loading a NEFF compiled for a different arch is not allowed, NEFF arch: v" + neffArch
                                        + ", instance arch: v" + instanceArch),
                        error(
                                "NEFF",
                                "load",
                                "Please ensure that --target <correct_arch> is passed as a neuronx-cc command line"
                                        + " flag."),
                        error("NEFF", "load", "To override, set NEURON_RT_ALLOW_LEGACY_NEFF=1 and restart.")));
    }
}
